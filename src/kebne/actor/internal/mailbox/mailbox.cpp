#include "kebne/actor/internal/mailbox/mailbox.hpp"

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/internal/death_watch.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/supervision.hpp"
#include "kebne/actor/internal/system_core.hpp"

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
      // A notice that is lost is not awaited any more.
      if ((e->flags & Envelope::Notice) != 0) (void)take_notice(l, cell, *e);
      dead_letter(l, &cell, e, DeadLetterReason::NotQueued);
    }
  }
}

Envelope* Mailbox::take_next() noexcept {
  Envelope* e = queue->dequeue();
  if (e == nullptr) {
    queued_ = 0;
    return nullptr;
  }
  if (queued_ != 0) --queued_;
  release_one();
  return e;
}

namespace {

/// How deep senders that drive an executor while they wait may lie inside each other.
constexpr int max_levels = 16;
constinit thread_local int levels = 0;

/// Runs what is ready on this thread, if it is for this thread to run, until there is a place.
bool run_until_place(Executor& executor, Places& places) {
  if (levels == max_levels) return false;
  ++levels;
  bool has_place = false;
  while (!(has_place = places.try_reserve()) && executor.run_one()) {
  }
  --levels;
  return has_place;
}

}  // namespace

bool take_place(Local& l, ActorCell& cell, const Envelope& e) {
  Mailbox& mailbox = *cell.extras->mailbox;
  Places& places = *mailbox.places;
  if (places.try_reserve()) return true;
  if (l.current == &cell) {
    // A notice that the cell owes itself comes exactly once, whatever the watch has asked for.
    if ((e.flags & Envelope::Notice) == 0) return false;
    places.overdraw();
    return true;
  }
  Executor& executor = *mailbox.executor;
  if (!l.may_wait) return false;
  if (run_until_place(executor, places)) return true;
  if (executor.runs_in_caller()) return false;
  if (l.worker != nullptr) l.worker->give_away();  // perhaps the very cell that would make room
  return places.reserve(mailbox.push_timeout);
}

}  // namespace kebne::detail
