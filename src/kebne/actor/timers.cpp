#include "kebne/actor/timers.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"

namespace kebne {

Timers Actor::timers() const noexcept { return Timers{*cell_}; }

void Timers::start(std::string_view key, const detail::Timetable& when, Envelope* message) const {
  detail::EnvelopePtr owned{message};
  auto& timers = cell_->more().timers;
  if (timers == nullptr) timers = std::make_unique<detail::ActorTimers>();
  timers->start(*cell_, key, when, std::move(owned));
}

bool Timers::is_active(std::string_view key) const noexcept {
  return cell_->extras != nullptr && cell_->extras->timers != nullptr &&
         cell_->extras->timers->is_active(key);
}

void Timers::cancel(std::string_view key) const noexcept {
  if (cell_->extras != nullptr && cell_->extras->timers != nullptr) {
    cell_->extras->timers->cancel(key);
  }
}

void Timers::cancel_all() const noexcept { detail::cancel_timers(*cell_); }

}  // namespace kebne
