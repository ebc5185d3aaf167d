#include "kebne/actor/internal/receive_timer.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace kebne::detail {
namespace {

/// After what time it tells.
std::chrono::nanoseconds period(std::chrono::nanoseconds timeout) noexcept {
  return std::max<std::chrono::nanoseconds>(timeout, std::chrono::microseconds{1});
}

/// After what time it tries again. A full mailbox is not asked all the time.
std::chrono::nanoseconds pause(std::chrono::nanoseconds timeout) noexcept {
  return std::max<std::chrono::nanoseconds>(timeout, std::chrono::milliseconds{1});
}

}  // namespace

IntrusivePtr<CancelState> ReceiveTimer::arm(ActorCell& cell, Time timeout, Time due) {
  Local& l = local();
  EnvelopePtr message{make_envelope<ReceiveTimeout>(l)};
  set_sender(l, message.get(), &cell);
  message->flags |= Envelope::Scheduled | Envelope::FromTimer;
  message->set_timer_number(number_ + 1);
  TimerService& service = cell.core->scheduler.service();
  auto timer = service.start(
      new PatientTellTimer{service, pause(timeout), ActorRef::share(&cell), std::move(message)},
      due, nullptr);
  ++number_;
  return timer;
}

void ReceiveTimer::set(ActorCell& cell, Time timeout) {
  const Time now = cell.core->clock->now();
  const Time due = Timetable{Repeat::Once, period(timeout)}.first(now);
  auto timer = arm(cell, timeout, due);
  cancel();
  timer_ = std::move(timer);
  due_ = due;
  timeout_ = timeout;
  last_ = now;
}

void ReceiveTimer::cancel() noexcept {
  if (timer_ != nullptr) (void)timer_->cancel();  // a timer has no callbacks
  timer_.reset();
  timeout_.reset();
}

/// When that fails no timeout comes any more: the system is at its end, or has no memory left.
void ReceiveTimer::arm_again(ActorCell& cell, Time due) noexcept {
  if (timer_ != nullptr) (void)timer_->cancel();
  timer_.reset();
  due_ = due;
  try {
    timer_ = arm(cell, *timeout_, due);
  } catch (const std::exception&) {
    timeout_.reset();
  }
}

bool ReceiveTimer::accept(ActorCell& cell, std::uint64_t number) noexcept {
  if (timer_ == nullptr || number != number_) return false;
  timer_.reset();
  Time due = last_;
  if (!Timetable::add(due, period(*timeout_))) return false;
  if (due <= cell.core->clock->now()) return true;
  arm_again(cell, due);
  return false;
}

void ReceiveTimer::restart(ActorCell& cell) noexcept {
  if (!timeout_) return;
  last_ = cell.core->clock->now();
  // What the timer has told already comes too late, if the mailbox has taken it at all.
  if (timer_ != nullptr && last_ < due_) return;
  Time due = last_;
  if (Timetable::add(due, period(*timeout_))) arm_again(cell, due);
}

}  // namespace kebne::detail
