#include "kebne/actor/timers.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

#include <memory>
#include <stdexcept>
#include <utility>

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

void Timers::set_receive_timeout(Duration time) const {
  if (time < Duration{0}) {
    throw std::invalid_argument{fmt::format("{}: receive timeout: found {} ns, wanted 0 or more",
                                            detail::path_text(cell_), time.count())};
  }
  auto& timer = cell_->more().receive_timer;
  if (timer == nullptr) timer = std::make_unique<detail::ReceiveTimer>();
  timer->set(*cell_, time);
  if ((cell_->ways & detail::ActorCell::Idles) != 0) return;
  cell_->go_special(detail::ActorCell::Idles);
  // From the next message on.
  detail::push_system(detail::local(), cell_, detail::SystemOp::NewWays);
}

void Timers::cancel_receive_timeout() const noexcept {
  const detail::Extras* x = cell_->extras;
  if (x != nullptr && x->receive_timer != nullptr) x->receive_timer->cancel();
}

std::optional<Timers::Duration> Timers::receive_timeout() const noexcept {
  const detail::Extras* x = cell_->extras;
  return x != nullptr && x->receive_timer != nullptr ? x->receive_timer->timeout() : std::nullopt;
}

}  // namespace kebne
