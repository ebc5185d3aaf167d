#include "kebne/actor/internal/mailbox/mailbox.hpp"

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/supervision.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"

#include <utility>

namespace kebne::detail {

Mailbox::Mailbox(std::unique_ptr<MessageQueue> order, std::uint32_t capacity, Timeout wait)
    : queue{std::move(order)}, push_timeout{wait} {
  if (capacity != 0) places.emplace(capacity);
}

void Mailbox::take_in(Local& l, ActorCell& cell, Node* oldest) noexcept {
  while (oldest != nullptr) {
    auto* e = static_cast<Envelope*>(oldest);
    oldest = e->next;
    try {
      queue->enqueue(*e);
      ++queued_;
    } catch (...) {
      report_failure(cell, std::current_exception(), {FailurePoint::Mailbox, e->type}, "none");
      release_one();
      dead_letter(l, &cell, e, DeadLetterReason::NotQueued);
    }
  }
}

Envelope* Mailbox::take_out() noexcept {
  Envelope* e = queue->dequeue();
  if (e == nullptr) {
    queued_ = 0;
    return nullptr;
  }
  --queued_;
  release_one();
  return e;
}

bool take_place(Local& l, ActorCell& cell, const Envelope& e) {
  Mailbox& mailbox = *cell.extras->mailbox;
  Places& places = *mailbox.places;
  if (places.try_reserve()) return true;
  if (l.current == &cell) {
    // A notice that the cell owes itself comes exactly once.
    if (!e.holds<Terminated>()) return false;
    places.overdraw();
    return true;
  }
  Executor& executor = *cell.dispatcher->executor;
  if (executor.runs_in_caller()) {
    while (!places.try_reserve()) {
      if (!executor.run_one()) return false;
    }
    return true;
  }
  if (l.worker != nullptr) l.worker->give_away();  // perhaps the very cell that would make room
  return places.reserve(mailbox.push_timeout);
}

}  // namespace kebne::detail
