// How an actor handles its mail.
#include "kebne/actor/detail/actor_cell.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/direct_call.hpp"
#include "kebne/actor/detail/handler_table.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/actor_life.hpp"
#include "kebne/actor/internal/death_watch.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/hooks.hpp"
#include "kebne/actor/internal/logging/debug_log.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/supervision.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace kebne::detail {
namespace {

KEBNE_ALWAYS_INLINE bool handle(ActorCell& cell, Envelope& e) {
  if (const HandlerTable* table = cell.table) return table->handle(*cell.actor, e);
  return cell.actor->receive(e);
}

/// From now on this thread counts for the cell's system, which does count.
KEBNE_ALWAYS_INLINE void count_here(Local& l, const ActorCell& cell) noexcept {
  SystemCounts* counts = cell.core->counts.get();
  if (KEBNE_UNLIKELY(l.counts_for != counts)) l.count_for(counts);
}

/// The same for a cell with `ways`.
bool handle_around(ActorCell& cell, Envelope& e) {
  AroundHooks* around = hooks::around(cell);
  return around != nullptr ? around->around_receive(*cell.actor, e) : handle(cell, e);
}

/// Handles a message and logs it. False: unhandled.
bool handle_traced(ActorCell& cell, Envelope& e) {
  // The handler may take the envelope over.
  const std::string type = e.type_name();
  const std::string from = path_or(e.sender_cell(), *cell.core->dead_letters);
  const bool handled = handle_around(cell, e);
  debug_log(true, &cell, [&] {
    return fmt::format("received {} message {} from {}", handled ? "handled" : "unhandled", type,
                       from);
  });
  return handled;
}

/// With its log record and interceptors, as far as there are any.
void handle_watched(ActorCell& cell, Envelope& e, std::optional<ScheduledTell> scheduled) {
  const bool is_traced = (cell.ways & ActorCell::Traced) != 0;
  std::optional<Interception> interception;
  if ((cell.ways & ActorCell::Intercepted) != 0) interception.emplace(cell, e, scheduled);
  if (interception) interception->before();
  Outcome outcome = Outcome::Failed;
  try {
    const bool handled = is_traced ? handle_traced(cell, e) : handle_around(cell, e);
    if (!handled) cell.actor->unhandled(e);
    outcome = handled ? Outcome::Handled : Outcome::Unhandled;
  } catch (...) {
    if (interception) interception->after(outcome);
    throw;
  }
  if (interception) interception->after(outcome);
}

/// Whether a timer of the cell's own that has told it this was not cancelled since.
bool is_wanted(ActorCell& cell, const Envelope& e) noexcept {
  const std::uint64_t number = e.timer_number();
  const Extras& x = *cell.extras;
  if (ActorTimers::gives(number)) return x.timers != nullptr && x.timers->accept(number);
  return x.receive_timer != nullptr && x.receive_timer->accept(cell, number);
}

/// Takes the `ScheduledTell` off. False: the message is not wanted any more.
bool unwrap(ActorCell& cell, Envelope& e) noexcept {
  const bool wanted = (e.flags & Envelope::FromTimer) == 0 || is_wanted(cell, e);
  e.flags &= Envelope::Special;
  return wanted;
}

void count_received(Local& l, const ActorCell& cell, bool scheduled) noexcept {
  const SystemCounts* counts = cell.core->counts.get();
  count(l, counts, Counted::Received);
  if (scheduled) count(l, counts, Counted::ScheduledReceived);
}

void call_directly(Local& l, ActorCell& cell, DirectCall& call);

/// What the cell handles before any behaviour.
void invoke_auto_received(Local& l, ActorCell& cell, Envelope& e,
                          const std::optional<ScheduledTell>& scheduled) {
  if (const auto* directly = e.get_if<CallDirectly>()) {
    return call_directly(l, cell, *directly->call);
  }
  debug_log(cell.core->logging.debug.autoreceive, &cell, [&] {
    return fmt::format("received AutoReceiveMessage {} from {}", e.type_name(),
                       path_or(e.sender_cell(), *cell.core->dead_letters));
  });
  const bool is_notice = (e.flags & Envelope::Notice) != 0;
  if (is_notice && !take_notice(l, cell, e)) return;
  e.flags &= static_cast<std::uint8_t>(~Envelope::Notice);
  if (e.holds<PoisonPill>()) {
    push_system(l, &cell, SystemOp::Terminate);
  } else if (e.holds<Kill>()) {
    throw ActorKilled{};
  } else if (e.holds<IntentionalRestart>()) {
    throw IntentionalActorRestart{};
  } else if (const auto* identify = e.get_if<Identify>()) {
    if (e.sender_cell() == nullptr) return;
    e.sender().tell(ActorIdentity{identify->correlation_id, ActorRef::share(&cell)});
  } else if (const auto* terminated = e.get_if<Terminated>()) {
    if (is_notice || forget_notice(l, cell, terminated->actor.cell())) {
      handle_watched(cell, e, scheduled);
    }
  } else {  // what `watch_with` asked for
    handle_watched(cell, e, scheduled);
  }
}

KEBNE_NOINLINE void invoke_special(Local& l, ActorCell& cell, Envelope& e) {
  const auto scheduled = e.scheduled();
  if (scheduled && !unwrap(cell, e)) return;
  count_received(l, cell, scheduled.has_value());
  if (e.flags == 0) return handle_watched(cell, e, scheduled);
  invoke_auto_received(l, cell, e, scheduled);
}

template <bool counts>
KEBNE_ALWAYS_INLINE void invoke(Local& l, ActorCell& cell, Envelope& e) {
  try {
    if (KEBNE_UNLIKELY(e.flags != 0)) {
      invoke_special(l, cell, e);
      return;
    }
    if constexpr (counts) count_up(l.counts[Counted::Received]);
    if (KEBNE_UNLIKELY(!handle(cell, e))) {
      cell.actor->unhandled(e);
    }
  } catch (...) {
    fail(l, cell, std::current_exception(), FailurePoint::Handler);
  }
}

KEBNE_ALWAYS_INLINE void free_unless_taken(Local& l, ActorCell& cell, Envelope* e) noexcept {
  if (KEBNE_LIKELY(cell.current != nullptr)) {
    cell.current = nullptr;
    free_envelope(l, e);
  } else {
    send_forwarded(l, cell);
  }
}

void call_directly(Local& l, ActorCell& cell, DirectCall& call) {
  Envelope* const outer = cell.current;
  Envelope* const e = std::exchange(call.envelope, nullptr);
  cell.current = e;
  try {
    if (e->flags != 0) {
      invoke_special(l, cell, *e);
    } else {
      handle_watched(cell, *e, std::nullopt);
    }
  } catch (...) {
    call.problem = std::current_exception();
  }
  free_unless_taken(l, cell, e);
  cell.current = outer;
}

/// Behind what the cell has taken already.
void append(ActorCell& cell, Node* oldest) noexcept {
  Node** end = &cell.local;
  while (*end != nullptr) end = &(*end)->next;
  *end = oldest;
}

/// Takes what has come on top of an envelope that was handled in its place; it goes behind what is
/// taken already. The envelope is whoever's it was before.
KEBNE_NOINLINE void leave_place(ActorCell& cell) noexcept {
  Node* oldest = reverse(cell.head.take_all());
  append(cell, std::exchange(oldest->next, nullptr));
}

/// Handles the only envelope of the mailbox where it is: when nothing else comes meanwhile, which
/// is the rule for actors that answer, one access to the word both takes it and lets go of the
/// cell. True: it is not ours any more.
template <bool counts>
KEBNE_ALWAYS_INLINE bool handle_in_place(Local& l, ActorCell& cell, Envelope* e) noexcept {
  cell.current = e;
  invoke<counts>(l, cell, *e);
  if (KEBNE_UNLIKELY(e->kind != Envelope::Trivial) && cell.current != nullptr) {
    e->destroy_payload();  // a destructor may tell somebody: while the cell is still ours
    e->kind = Envelope::Trivial;
  }
  const bool is_free = cell.current != nullptr && cell.hold == 0 && cell.local == nullptr;
  if (KEBNE_LIKELY(is_free && !cell.system_mail.maybe_any())) {
    cell.current = nullptr;
    l.current = nullptr;
    if (cell.head.try_idle_after(e)) {
      free_envelope(l, e);
      return true;
    }
    cell.current = e;
    l.current = &cell;
  }
  leave_place(cell);
  free_unless_taken(l, cell, e);
  return false;
}

/// `invoke` for an actor with more to it: it is traced or intercepted, has a receive timeout, or
/// something around its handlers.
void invoke_watched(Local& l, ActorCell& cell, Envelope& e) {
  const auto scheduled = e.scheduled();
  if (scheduled && !unwrap(cell, e)) return;
  count_received(l, cell, scheduled.has_value());
  const bool influences = message_type(e.type).influences_receive_timeout;
  try {
    if (e.flags != 0) {
      invoke_auto_received(l, cell, e, scheduled);
    } else {
      handle_watched(cell, e, scheduled);
    }
  } catch (...) {
    fail(l, cell, std::current_exception(), FailurePoint::Handler);
  }
  if (influences && (cell.ways & ActorCell::Idles) != 0) cell.extras->receive_timer->restart(cell);
}

enum class Held : std::uint8_t { Free, LetGo };

/// A cell that must handle system mail only. `LetGo`: it is not ours any more.
KEBNE_NOINLINE Held run_held(Local& l, ActorCell& cell) {
  while (cell.hold != 0) {
    l.current = nullptr;
    if (cell.head.try_suspend()) return Held::LetGo;
    l.current = &cell;
    cell.head.clear_system();
    if (run_system(l, cell)) return Held::LetGo;
  }
  return Held::Free;
}

/// Moves what has come into the cell's own list or queue. Drops the word's `System` bit, so look
/// at the system queue afterwards.
void fetch(Local& l, ActorCell& cell, Mailbox* box) {
  Node* oldest = reverse(cell.head.take_all(box != nullptr ? box->word_bits() : 0));
  if (box != nullptr && box->queue != nullptr) return box->take_in(l, cell, oldest);
  append(cell, oldest);
}

bool has_fetched(const ActorCell& cell, const Mailbox* box) noexcept {
  return cell.local != nullptr || (box != nullptr && !box->is_queue_empty());
}

/// The next message; null only when a queue of the user's has lost what it took.
Envelope* take_fetched(ActorCell& cell, Mailbox* box) noexcept {
  if (box != nullptr && box->queue != nullptr) return box->take_next();
  if (box != nullptr) box->release_one();
  return static_cast<Envelope*>(std::exchange(cell.local, cell.local->next));
}

/// When the run of a cell must end, by its dispatcher's limit.
class Deadline {
 public:
  explicit Deadline(const ActorCell& cell) noexcept : clock_{nullptr} {
    if ((cell.ways & ActorCell::Timed) == 0) return;
    clock_ = cell.core->clock.get();
    end_ = clock_->now() + std::chrono::nanoseconds{cell.dispatcher->deadline_ns};
  }
  [[nodiscard]] bool is_over() const noexcept { return clock_ != nullptr && clock_->now() >= end_; }

 private:
  const Clock* clock_;
  std::chrono::nanoseconds end_{0};
};

}  // namespace

bool ActorCell::is_guardian() const noexcept {
  return parent == nullptr || parent->parent == nullptr;
}

Extras& ActorCell::more() {
  if (extras == nullptr) extras = new Extras;
  return *extras;
}

void ActorCell::go_special(std::uint8_t more_ways) noexcept {
  ways |= more_ways;
  runnable.run = [](Runnable* r, Local& l) noexcept { return of(r)->run_special(l); };
}

std::size_t ActorCell::mail_count() const noexcept {
  std::size_t n = head.count();
  for (const Node* e = local; e != nullptr; e = e->next) ++n;
  if ((ways & Queued) != 0) n += extras->mailbox->queued();
  return n;
}

bool ActorCell::run(Local& l) noexcept { return run_plain<false>(l); }

bool ActorCell::run_counted(Local& l) noexcept { return run_plain<true>(l); }

template <bool counts>
KEBNE_ALWAYS_INLINE bool ActorCell::run_plain(Local& l) noexcept {
  if constexpr (counts) count_here(l, *this);
  l.current = this;
  if (KEBNE_UNLIKELY(phase == New)) {
    create(l, *this);
    if (ways != 0) return run_special(l);
  }
  if (KEBNE_UNLIKELY(system_mail.maybe_any())) {
    if (run_system(l, *this)) return false;
    if (ways != 0) return run_special(l);  // a new instance may have more to it
  }
  std::uint32_t budget = dispatcher->throughput;
  for (;;) {
    if (KEBNE_UNLIKELY(hold != 0)) {
      if (run_held(l, *this) == Held::LetGo) return false;
      if (ways != 0) return run_special(l);
    }
    Node* next = local;
    Node* only = nullptr;
    if (next == nullptr && (only = head.peek_only()) == nullptr) {
      l.current = nullptr;
      if (head.try_idle()) return false;  // not ours any more
      l.current = this;
      next = local = reverse(head.take_all());
      // take_all dropped the System bit, so look here before any way to idle.
      if (KEBNE_UNLIKELY(system_mail.maybe_any())) {
        if (run_system(l, *this)) return false;
        if (ways != 0) return run_special(l);
        continue;
      }
      if (next == nullptr) continue;
    }
    if (budget-- == 0) {
      l.current = nullptr;
      l.mail_from = (only != nullptr ? only : next)->owner;
      return true;
    }
    if (only != nullptr) {
      if (handle_in_place<counts>(l, *this, static_cast<Envelope*>(only))) return false;
    } else {
      auto* e = static_cast<Envelope*>(next);
      local = next->next;
      __builtin_prefetch(local);
      current = e;
      invoke<counts>(l, *this, *e);
      free_unless_taken(l, *this, e);
    }
    if (KEBNE_UNLIKELY(system_mail.maybe_any())) {
      if (run_system(l, *this)) return false;
      if (ways != 0) return run_special(l);
    }
  }
}

bool ActorCell::run_special(Local& l) noexcept {
  if (core->counts != nullptr) count_here(l, *this);
  l.current = this;
  if (phase == New) create(l, *this);
  const Deadline deadline{*this};
  Coalescing sends{l, *this};
  Mailbox* const box = (ways & Queued) != 0 ? extras->mailbox.get() : nullptr;
  for (std::uint32_t handled = 0;;) {
    if (system_mail.maybe_any()) {
      sends.stop();
      if (run_system(l, *this)) return false;
    }
    if (hold != 0) {
      sends.stop();
      if (run_held(l, *this) == Held::LetGo) return false;
    }
    // A queue of its own may put the new before the old; else the old come first anyway.
    const bool may_wait = local != nullptr && (box == nullptr || box->queue == nullptr);
    if (head.has_mail() && !may_wait) fetch(l, *this, box);
    if (system_mail.maybe_any() || hold != 0) continue;
    if (!has_fetched(*this, box)) {
      sends.stop();
      l.current = nullptr;
      if (head.try_idle(box != nullptr ? box->word_bits() : 0)) return false;  // not ours any more
      l.current = this;
      fetch(l, *this, box);
      continue;
    }
    if (handled == dispatcher->throughput || (handled != 0 && deadline.is_over())) {
      sends.stop();
      l.current = nullptr;
      if (local != nullptr) l.mail_from = local->owner;
      return true;
    }
    Envelope* e = take_fetched(*this, box);
    if (e == nullptr) continue;
    ++handled;
    current = e;
    if ((ways & ActorCell::Coalesces) != 0) sends.start();
    if ((ways & (Traced | Idles | Intercepted | Around)) != 0) {
      invoke_watched(l, *this, *e);
    } else if (core->counts != nullptr) {
      invoke<true>(l, *this, *e);
    } else {
      invoke<false>(l, *this, *e);
    }
    free_unless_taken(l, *this, e);
  }
}

}  // namespace kebne::detail
