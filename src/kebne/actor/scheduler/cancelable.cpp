#include "kebne/actor/scheduler/cancelable.hpp"

#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/scheduler/scheduler.hpp"

#include <stdexcept>
#include <vector>

namespace kebne {

using detail::CancelState;

namespace {

CancelState& not_empty(const IntrusivePtr<CancelState>& state) {
  if (state == nullptr) throw std::logic_error{"an empty Cancelable is never cancelled"};
  return *state;
}

}  // namespace

Cancelable::Cancelable() noexcept = default;
Cancelable::Cancelable(const Cancelable& other) noexcept = default;
Cancelable::Cancelable(Cancelable&& other) noexcept = default;
Cancelable& Cancelable::operator=(const Cancelable& other) noexcept = default;
Cancelable& Cancelable::operator=(Cancelable&& other) noexcept = default;
Cancelable::~Cancelable() = default;

Cancelable::Cancelable(const Scheduler& scheduler)
    : Cancelable{IntrusivePtr<CancelState>::adopt(new CancelState{&scheduler.service()})} {}

Cancelable::Cancelable(IntrusivePtr<CancelState> state) noexcept : state_{std::move(state)} {}

Cancelable Cancelable::cancelled() {
  return Cancelable{IntrusivePtr<CancelState>::adopt(new CancelState{nullptr})};
}

Cancelable Cancelable::linked(const Scheduler& scheduler,
                              std::initializer_list<Cancelable> sources) {
  Cancelable made{scheduler};
  std::vector<IntrusivePtr<CancelState>> states;
  for (const Cancelable& source : sources) {
    if (source) states.push_back(source.state_);
  }
  made.state_->attach_to(states);
  return made;
}

void Cancelable::cancel() const {
  if (state_ != nullptr) state_->cancel().run();
}

bool Cancelable::is_cancelled() const noexcept {
  return state_ != nullptr && state_->is_cancelled();
}

void Cancelable::cancel_after(std::chrono::nanoseconds delay) const {
  CancelState& state = not_empty(state_);
  if (state.is_cancelled()) return;
  detail::TimerService& service = *state.service();
  const detail::Timetable when{detail::Repeat::Once, delay};
  const auto due = when.first(service.now());
  service.start(new detail::CancelTimer{service, when, state_}, due, &state);
}

void Cancelable::add_callback(std::unique_ptr<detail::Action> callback) const {
  if (const auto refused = not_empty(state_).add_callback(std::move(callback))) refused->run();
}

}  // namespace kebne
