#include "kebne/actor/internal/scheduler/timer.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <exception>
#include <new>
#include <utility>

namespace kebne::detail {
namespace {

/// Null when there is no memory.
Envelope* copy_of(Local& l, Envelope& message) noexcept {
  try {
    Envelope* e = share_message(l, message);
    e->flags = message.flags;
    if ((message.flags & Envelope::FromTimer) != 0) e->set_timer_number(message.timer_number());
    set_sender(l, e, message.sender_cell());
    return e;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void TellTimer::fire(Local& l) noexcept {
  Envelope* e = repeat == Repeat::Once ? message_.release() : copy_of(l, *message_);
  if (e == nullptr) return;  // this one is left out
  count_sent(l, target_.cell());
  deliver(l, target_.cell(), e);
}

void TellTimer::drop() noexcept {
  message_.reset();
  target_ = {};
}

void PatientTellTimer::fire(Local& l) noexcept {
  RefCell* const to = target_.cell();
  l.coalescer.publish(l);  // it comes behind what was sent before
  count_sent(l, to);
  if (to->head.is_bounded() && !take_place(l, static_cast<ActorCell&>(*to), *message_)) {
    Envelope* refused = copy_of(l, *message_);
    if (refused != nullptr) dead_letter(l, to, refused, DeadLetterReason::MailboxFull);
    return;
  }
  (void)cancel();  // not again; a timer has no callbacks
  deliver_placed(l, to, message_.release());
}

TaskTimer::TaskTimer(TimerService& service, const Timetable& when) noexcept : Timer{service, when} {
  run = [](Runnable* r, Local&) noexcept { return static_cast<TaskTimer*>(r)->run_once(); };
}

void TaskTimer::post() noexcept {
  // acq_rel: the run of a firing that is owed already sees what came before this one.
  if (owed_.fetch_add(1, std::memory_order_acq_rel) != 0) return;
  hold();
  service()->executor().schedule(*this);
}

bool TaskTimer::run_once() noexcept {
  if (const ActorRef root = service()->root_while_open()) {
    try {
      task();
    } catch (...) {
      report_lost_exception(*root.cell(), std::current_exception());
    }
  }
  if (resumes_itself()) service()->resume(*this);
  // acq_rel: as above.
  if (owed_.fetch_sub(1, std::memory_order_acq_rel) != 1) return true;
  unhold();
  return false;
}

void CancelTimer::fire(Local&) noexcept {
  callbacks_ = target_->cancel();
  if (callbacks_.empty()) return service()->resume(*this);
  post();
}

void CancelTimer::drop() noexcept {
  callbacks_ = {};
  target_.reset();
}

}  // namespace kebne::detail
