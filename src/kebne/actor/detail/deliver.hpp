#pragma once

#include "kebne/actor/detail/local.hpp"

#include <exception>
#include <utility>

namespace kebne::detail {

inline constexpr std::uint32_t credit_batch = 65'536;

[[nodiscard]] KEBNE_ALWAYS_INLINE Envelope* new_envelope(Local& l) {
  return static_cast<Envelope*>(l.envelopes.take());
}

KEBNE_ALWAYS_INLINE void free_envelope(Local& l, Envelope* e) noexcept {
  if (RefCell* sender = e->sender_cell()) release_unit(l, sender);
  if (KEBNE_UNLIKELY(e->kind != Envelope::Trivial)) e->destroy_payload();
  l.envelopes.give(e);
}

/// An envelope with a message in it and no sender. When the message cannot be built, its exception
/// goes on and nothing is lost.
template <class M, class... Args>
[[nodiscard]] KEBNE_ALWAYS_INLINE Envelope* make_envelope(Local& l, Args&&... args) {
  Envelope* e = new_envelope(l);
  if constexpr (fits_inline<M> && std::is_nothrow_constructible_v<M, Args&&...>) {
    fill<M>(*e, std::forward<Args>(args)...);
  } else {
    try {
      fill<M>(*e, std::forward<Args>(args)...);
    } catch (...) {
      l.envelopes.give(e);
      throw;
    }
  }
  return e;
}

/// An envelope around an `M` in a box, and no sender: others may share the box, and there is room
/// for a timer's number behind it.
template <class M>
[[nodiscard]] Envelope* make_boxed(Local& l, IntrusivePtr<Box> box) {
  Envelope* e = new_envelope(l);
  e->type = box->type;
  e->kind = Envelope::Boxed;
  e->flags = special_flag<M>;
  e->set_sender(nullptr);
  e->box() = box.detach();
  return e;
}

inline void set_sender(Local& l, Envelope* e, RefCell* sender) noexcept {
  e->set_sender(sender);
  if (sender != nullptr) acquire_unit(l, sender);
}

/// Hands a cell that the caller owns to its executor.
void schedule(Local& l, ActorCell* cell);
/// The same for one that has never run.
void schedule_new(Local& l, ActorCell* cell);

/// The rest of `deliver`: suspended, closed, a promise, or no target at all.
void deliver_special(Local& l, RefCell* target, Envelope* e);
/// The same for a target whose mailbox has no bound, or a place for `e` that was taken before.
void deliver_placed(Local& l, RefCell* target, Envelope* e);

/// The one door for user mail. Takes over `e`; the caller holds a reference to `target` throughout.
/// A null target makes a dead letter.
KEBNE_ALWAYS_INLINE void push_mail(Local& l, RefCell* target, Envelope* e) {
  if (KEBNE_UNLIKELY(target == nullptr)) return deliver_special(l, target, e);
  switch (target->head.push(e)) {
    case MailboxWord::Push::Queued: return;
    case MailboxWord::Push::Schedule: return schedule(l, static_cast<ActorCell*>(target));
    default: return deliver_special(l, target, e);
  }
}

/// The same, behind what the running actor has sent so far.
inline void deliver(Local& l, RefCell* target, Envelope* e) {
  if (KEBNE_UNLIKELY(l.coalescer.target != nullptr)) l.coalescer.publish(l);
  push_mail(l, target, e);
}

/// Counts a message that is sent outside of actors.
void count_outside(const RefCell* target) noexcept;

/// Counts a message that goes by way of `deliver`.
inline void count_sent(Local& l, const RefCell* target) noexcept {
  if (l.current != nullptr) return count_up(l.counts[Counted::Sent]);
  count_outside(target);
}

/// `send_envelope` for an actor that has used up its credits, or whose sends are coalesced.
KEBNE_NOINLINE void send_without_credit(Local& l, RefCell* target, Envelope* e);
/// `send_envelope` for a thread that runs no actor.
KEBNE_NOINLINE void send_from_outside(Local& l, RefCell* target, Envelope* e);

/// Sends on behalf of the running cell, which spends one of its credits; outside an actor there is
/// no sender. As `push_mail`.
KEBNE_ALWAYS_INLINE void send_envelope(Local& l, RefCell* target, Envelope* e) {
  ActorCell* self = l.current;
  e->set_sender(self);
  if (KEBNE_UNLIKELY(self == nullptr)) return send_from_outside(l, target, e);
  count_up(l.counts[Counted::Sent]);
  if (KEBNE_UNLIKELY(self->credits == 0)) return send_without_credit(l, target, e);
  --self->credits;
  push_mail(l, target, e);
}

/// Tells `target` on behalf of the running actor.
template <class M, class... Args>
KEBNE_ALWAYS_INLINE void send(RefCell* target, Args&&... args) {
  Local& l = local();
  send_envelope(l, target, make_envelope<M>(l, std::forward<Args>(args)...));
}

/// Asks a cell to stop. Any thread; nothing happens when it has stopped.
void stop_cell(RefCell* target);

}  // namespace kebne::detail
