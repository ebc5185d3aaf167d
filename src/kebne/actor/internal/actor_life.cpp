// One state machine that must be read as a whole: longer than others.
#include "kebne/actor/internal/actor_life.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/actor_memory.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/handler_table.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/event/telemetry.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/death_watch.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/hooks.hpp"
#include "kebne/actor/internal/logging/debug_log.hpp"
#include "kebne/actor/internal/supervision.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/system_mail.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

#include <mutex>
#include <utility>
#include <vector>

namespace kebne::detail {

std::unique_lock<std::mutex> lock_if_guardian(ActorCell& cell) {
  return cell.is_guardian() ? std::unique_lock{cell.core->guardian_lock}
                            : std::unique_lock<std::mutex>{};
}

namespace {

bool has_children(const ActorCell& cell) noexcept {
  return cell.children != nullptr && cell.children->count != 0;
}

/// Whether a restart has to wait: for the children that were told to stop, not for others.
bool awaits_children(const ActorCell& cell) noexcept {
  return cell.children != nullptr && cell.children->dying != 0;
}

void tell_children(Local& l, ActorCell& cell, SystemOp op) {
  for_each_child(cell, [&](ActorCell* child) { push_system(l, child, op); });
}

/// Calls `f(ActorCell*)` for the children up to `last`; younger ones were made by the new instance.
template <class F>
void for_each_spared(ActorCell& cell, const ActorCell* last, F f) {
  if (last == nullptr) return;
  for (ActorCell* c = cell.children->first;; c = c->next_sibling) {
    f(c);
    if (c == last) return;
  }
}

/// Calls a hook; what it throws goes to the observer and no further.
template <class F>
void call_hook(ActorCell& cell, FailurePoint point, F hook) noexcept {
  try {
    hook();
  } catch (...) {
    report_failure(cell, std::current_exception(), {point, 0}, "none");
  }
}

}  // namespace

namespace {

/// What `debug.lifecycle` says, worded as Akka.NET words it.
template <class F>
void log_lifecycle(ActorCell& cell, F make) {
  debug_log(cell.core->logging.debug.lifecycle, &cell, make);
}

/// Empty when there is no instance: of an actor whose restart failed.
std::string actor_class(const ActorCell& cell) {
  if (cell.actor == nullptr) return {};
  const Actor& actor = *cell.actor;
  return demangle(typeid(actor).name());
}

/// Counts what has become of an actor, and publishes it.
template <class Event, class... More>
void note_life(Local& l, ActorCell& cell, Counted kind, const More&... more) {
  if (cell.is_guardian()) return;
  count(l, cell.core->counts.get(), kind);
  if (!cell.core->publishes_telemetry) return;
  cell.core->guarded([&] {
    if (!cell.core->events.has_listeners<Event>()) return;
    cell.core->events.publish(Event{ActorRef::share(&cell), actor_class(cell), more...});
  });
}

/// Builds the actor object. Throws what its constructor throws.
void construct(Local& l, ActorCell& cell) {
  l.constructing = &cell;
  try {
    cell.actor = cell.props->make(cell);
  } catch (...) {
    l.constructing = nullptr;
    throw;
  }
  if (cell.core->logging.debug.receive && dynamic_cast<LogReceive*>(cell.actor) != nullptr) {
    cell.go_special(ActorCell::Traced);
  }
}

void set_phase(ActorCell& cell, ActorCell::Phase phase) {
  const auto guard = lock_if_guardian(cell);
  cell.phase = phase;
}

}  // namespace

void create(Local& l, ActorCell& cell) {
  set_phase(cell, ActorCell::Running);
  FailurePoint point = FailurePoint::Constructor;
  try {
    construct(l, cell);
    point = FailurePoint::PreStart;
    hooks::pre_start(cell);
    log_lifecycle(cell, [&] { return fmt::format("Started ({})", actor_class(cell)); });
    note_life<ActorStarted>(l, cell, Counted::Started);
  } catch (...) {
    const std::exception_ptr cause = std::current_exception();
    destroy_actor(cell);  // never started, so it sees no other hook
    cell.more().never_started = true;
    fail(l, cell, wrap_failure<InitializationFailed>(cell, point, cause), point);
  }
}

void send_forwarded(Local& l, ActorCell& cell) noexcept {
  if (cell.extras == nullptr || cell.extras->forwarded == nullptr) return;
  RefCell* target = std::exchange(cell.extras->forward_to, nullptr);
  deliver(l, target, std::exchange(cell.extras->forwarded, nullptr));
  if (target != nullptr) release_unit(l, target);
}

namespace {

/// A hook of a restart has seen the last of the message that failed, and may have forwarded it.
void leave_failed(Local& l, ActorCell& cell) noexcept {
  cell.current = nullptr;
  if (cell.extras->forwarded == nullptr) return;
  cell.extras->failed = nullptr;
  send_forwarded(l, cell);
}

/// In place of a restart, for an actor whose start failed.
void start_anew(Local& l, ActorCell& cell) {
  cell.extras->recreate_cause = nullptr;
  drop_failed_envelope(l, cell);
  create(l, cell);
}

void finish_recreate(Local& l, ActorCell& cell) {
  Extras& x = *cell.extras;
  cancel_timers(cell);  // a hook may have started some
  destroy_actor(cell);
  x.strategy.reset();
  x.has_failed = false;
  cell.phase = ActorCell::Running;
  cell.unsuspend();  // the children that the new instance makes are not held for this failure
  if (std::exchange(x.never_started, false)) return start_anew(l, cell);
  const std::exception_ptr cause = std::exchange(x.recreate_cause, nullptr);
  // The children that pre_restart spared were suspended along; they restart too.
  ActorCell* const last_spared = cell.children != nullptr ? cell.children->last : nullptr;
  FailurePoint point = FailurePoint::Constructor;
  cell.current = x.failed;  // the new instance still sees the sender
  try {
    construct(l, cell);
    point = FailurePoint::PostRestart;
    hooks::post_restart(cell, cause);
    log_lifecycle(cell, [&] { return fmt::format("Restarted ({})", actor_class(cell)); });
    note_life<ActorRestarted>(l, cell, Counted::Restarted, cause);
    leave_failed(l, cell);
    drop_failed_envelope(l, cell);
    for_each_spared(cell, last_spared, [&](ActorCell* child) {
      (void)cell.children->take_escalated(child);
      push_system(l, child, SystemOp::Recreate, nullptr, cause);
    });
  } catch (...) {
    const std::exception_ptr again = std::current_exception();
    leave_failed(l, cell);
    fail(l, cell, wrap_failure<PostRestartFailed>(cell, point, again), point);
    // They are held since the first failure: one hold is enough.
    for_each_spared(cell, last_spared,
                    [&](ActorCell* child) { push_system(l, child, SystemOp::Resume); });
  }
}

/// The last word of the instance that goes. It sees the message that failed, and its sender.
void say_pre_restart(Local& l, ActorCell& cell, const std::exception_ptr& cause) {
  cell.current = cell.more().failed;
  try {
    hooks::pre_restart(cell, cause, cell.current);
  } catch (...) {
    report_failure(
        cell,
        wrap_failure<PreRestartFailed>(cell, FailurePoint::PreRestart, std::current_exception()),
        {FailurePoint::PreRestart, 0}, "none");
  }
  leave_failed(l, cell);
}

/// Who was made by an instance that could not start, goes with it.
void stop_children_of_none(Local& l, ActorCell& cell) {
  for_each_child(cell, [&](ActorCell* child) {
    cell.children->mark_dying(child);
    push_system(l, child, SystemOp::Terminate);
  });
}

void recreate(Local& l, ActorCell& cell, std::exception_ptr cause) {
  if (cell.phase == ActorCell::Recreating) {
    // A restart is under way; this one, the parent's, ends the suspension that came with it.
    cell.unsuspend();
    return tell_children(l, cell, SystemOp::Resume);
  }
  if (cell.phase != ActorCell::Running) return;
  log_lifecycle(cell, [] { return std::string{"Restarting"}; });
  cancel_timers(cell);
  Extras& x = cell.more();
  if (cell.actor != nullptr) {
    say_pre_restart(l, cell, cause);
  } else if (x.never_started) {
    stop_children_of_none(l, cell);
  }
  x.has_failed = true;  // what a child escalates now has its decision
  x.recreate_cause = std::move(cause);
  cell.phase = ActorCell::Recreating;
  if (!awaits_children(cell)) finish_recreate(l, cell);
}

/// `decides`: the supervisor answers a failure of this actor; else an ancestor's failure is over.
void resume(Local& l, ActorCell& cell, bool decides, const std::exception_ptr& cause) {
  if (decides && cell.actor == nullptr && cell.phase == ActorCell::Running) {
    return recreate(l, cell, cause);  // there is nobody to go on
  }
  if (decides && cell.extras != nullptr) {
    drop_failed_envelope(l, cell);
    cell.extras->has_failed = false;
  }
  cell.unsuspend();
  for_each_child(cell, [&](ActorCell* child) {
    const bool too = decides && cell.children->take_escalated(child);
    push_system(l, child, SystemOp::Resume, nullptr, cause, too ? 1 : 0);
  });
}

void all_to_dead_letters(Local& l, ActorCell& cell, Node* oldest) noexcept {
  while (oldest != nullptr) {
    Node* e = oldest;
    oldest = e->next;
    dead_letter(l, &cell, static_cast<Envelope*>(e), DeadLetterReason::Stopped);
  }
}

/// The end of a mailbox beside the word. Returns what is not in a queue of its own.
Node* close_mailbox(Local& l, ActorCell& cell, Mailbox& mailbox, Node* unread) noexcept {
  if (mailbox.places) mailbox.places->close();
  if (mailbox.queue == nullptr) return unread;
  mailbox.take_in(l, cell, unread);
  while (Envelope* e = mailbox.take_next()) {
    dead_letter(l, &cell, e, DeadLetterReason::Stopped);
  }
  return nullptr;
}

void end_receive_timer(ActorCell& cell) noexcept {
  if (cell.extras != nullptr && cell.extras->receive_timer != nullptr) {
    cell.extras->receive_timer->cancel();
  }
}

void end_timers(ActorCell& cell) noexcept {
  cancel_timers(cell);
  end_receive_timer(cell);
}

/// Failures and strategies are the user's: they may refer to the actor, and would keep its cell.
void forget_failures(Local& l, ActorCell& cell) noexcept {
  drop_failed_envelope(l, cell);
  if (cell.extras == nullptr) return;
  cell.extras->recreate_cause = nullptr;
  cell.extras->strategy.reset();
}

/// The end of an actor without children. `taken` is system mail that was taken already. The cell
/// may be gone afterwards.
void finish_terminate(Local& l, ActorCell& cell, Node* taken) {
  end_timers(cell);
  if (cell.actor != nullptr) {
    // Stopped in the middle of a restart, it has had its last word.
    if (cell.extras == nullptr || cell.extras->recreate_cause == nullptr) {
      call_hook(cell, FailurePoint::PostStop, [&] { hooks::post_stop(cell); });
    }
  }
  if (cell.extras == nullptr || !cell.extras->never_started) {
    note_life<ActorStopped>(l, cell, Counted::Stopped);
  }
  if (cell.actor != nullptr) {
    destroy_actor(cell);
    end_timers(cell);  // a hook may have started some
  }
  log_lifecycle(cell, [] { return std::string{"Stopped"}; });
  forget_failures(l, cell);
  set_phase(cell, ActorCell::Dead);
  Node* unread = reverse(cell.head.close());
  all_to_dead_letters(l, cell, std::exchange(cell.local, nullptr));
  if (cell.extras != nullptr && cell.extras->mailbox != nullptr) {
    unread = close_mailbox(l, cell, *cell.extras->mailbox, unread);
  }
  all_to_dead_letters(l, cell, unread);
  for (Node* list : {taken, cell.system_mail.close()}) {
    while (list != nullptr) {
      Node* e = list;
      list = e->next;
      refuse_system(l, cell, static_cast<Envelope*>(e));
    }
  }
  end_watches(l, cell);
  l.current = nullptr;
  if (cell.dispatcher->leave != nullptr) cell.dispatcher->leave(*cell.dispatcher);
  if (cell.parent == nullptr) {
    cell.core->root_ended(l);
    return;
  }
  // The parent may free this cell, and its own, before push_system returns: hold the parent.
  RefCell* parent = cell.parent;
  acquire_unit(l, parent);
  push_system(l, static_cast<ActorCell*>(parent), SystemOp::ChildTerminated, &cell);
  release_unit(l, parent);
}

/// A child that waits for a place in the mailbox would keep its parent from coming to the end.
void end_waiting(ActorCell& cell) noexcept {
  if ((cell.ways & ActorCell::Queued) == 0) return;
  if (auto& places = cell.extras->mailbox->places) places->end_waiting();
}

/// True: the cell has ended.
bool begin_terminate(Local& l, ActorCell& cell, Node* taken) {
  if (cell.phase >= ActorCell::Terminating) return false;
  log_lifecycle(cell, [] { return std::string{"Stopping"}; });
  if (&cell == cell.core->root || &cell == cell.core->user) cell.core->mark_terminating();
  set_phase(cell, ActorCell::Terminating);  // nobody spawns here after this
  cell.hold |= ActorCell::WhileTerminating;
  end_waiting(cell);
  end_receive_timer(cell);
  if (cell.parent == nullptr) {
    // User actors may need the internal ones to the last: those stop when /user has.
    push_system(l, cell.core->user, SystemOp::Terminate);
    return false;
  }
  tell_children(l, cell, SystemOp::Terminate);
  if (has_children(cell)) return false;
  finish_terminate(l, cell, taken);
  return true;
}

/// True: the cell has ended.
bool child_terminated(Local& l, ActorCell& cell, ActorCell* child, Node* taken) {
  bool is_last = false;
  {
    const auto guard = lock_if_guardian(cell);
    cell.children->erase(child);
    is_last = cell.children->count == 0;
  }
  if (child == cell.core->user) {
    push_system(l, cell.core->system_guardian, SystemOp::Terminate);
    if (cell.phase < ActorCell::Terminating) {  // somebody stopped /user: the system ends with it
      cell.phase = ActorCell::Terminating;
      cell.hold |= ActorCell::WhileTerminating;
    }
  }
  watched_ended(l, cell, child, EndOf::Confirmed);
  // The child's own reference came with the message, and the credits that it has not spent.
  release_refs(l, child, 1 + std::int64_t{child->credits});
  if (is_last && cell.phase == ActorCell::Terminating) {
    finish_terminate(l, cell, taken);
    return true;
  }
  if (cell.phase == ActorCell::Recreating && !awaits_children(cell)) finish_recreate(l, cell);
  return false;
}

/// Handles one system message. True: the cell has ended.
bool handle_system(Local& l, ActorCell& cell, Envelope* e, Node* taken) {
  SystemPayload& p = system_payload(e);
  switch (static_cast<SystemOp>(e->type)) {
    case SystemOp::Terminate: return begin_terminate(l, cell, taken);
    case SystemOp::Suspend:
      cell.suspend();
      tell_children(l, cell, SystemOp::Suspend);
      return false;
    case SystemOp::Resume: resume(l, cell, p.number != 0, p.cause); return false;
    case SystemOp::Recreate: recreate(l, cell, p.cause); return false;
    case SystemOp::Failed:
      child_failed(l, cell, static_cast<ActorCell*>(p.cell), p.cause,
                   FailureSite::unpack(p.number));
      return false;
    case SystemOp::ChildTerminated:
      return child_terminated(l, cell, static_cast<ActorCell*>(p.cell), taken);
    case SystemOp::Watch:
      add_watcher(l, cell, p.cell);
      log_lifecycle(cell, [&] { return fmt::format("now watched by {}", path_text(p.cell)); });
      return false;
    case SystemOp::Unwatch:
      log_lifecycle(cell,
                    [&] { return fmt::format("no longer watched by {}", path_text(p.cell)); });
      remove_watcher(l, cell, p.cell);
      return false;
    case SystemOp::Death:
      // Of a child the parent takes note by ChildTerminated: its name is free when the notice
      // comes.
      if (p.cell->parent != &cell ||
          static_cast<ActorCell*>(p.cell)->child_state == Children::Erased) {
        watched_ended(l, cell, p.cell, p.number);
      }
      release_unit(l, p.cell);
      return false;
    case SystemOp::AddressTerminated:
      address_terminated(l, cell, p.cell);
      release_unit(l, p.cell);
      return false;
    case SystemOp::CountMail:
      offer<std::size_t>(l, p.cell, cell.mail_count());
      release_unit(l, p.cell);
      return false;
    case SystemOp::NewWays: return false;  // whoever runs the cell looks at them next
  }
  return false;
}

}  // namespace

bool run_system(Local& l, ActorCell& cell) {
  while (Node* list = cell.system_mail.take_all()) {
    while (list != nullptr) {
      auto* e = static_cast<Envelope*>(list);
      list = e->next;
      const bool has_ended = handle_system(l, cell, e, list);
      free_system(l, e);
      if (has_ended) return true;  // what was left of the batch has gone with the cell
    }
  }
  return false;
}

}  // namespace kebne::detail
