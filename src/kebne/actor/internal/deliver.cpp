#include "kebne/actor/detail/deliver.hpp"

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/event/dead_letters.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/system_mail.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

#include <cstring>

namespace kebne::detail {
namespace {

Observer& observer_without_system() {
  static StderrObserver& observer = *new StderrObserver;  // used until the very end
  return observer;
}

/// Whether the recipient is there, and its mailbox did not take the message.
bool is_refusal(DeadLetterReason reason) noexcept {
  return reason == DeadLetterReason::MailboxFull || reason == DeadLetterReason::NotQueued;
}

std::string_view why_no_answer(const RefCell* target, DeadLetterReason reason) noexcept {
  if (is_refusal(reason)) return to_string(reason);
  const bool was_actor = target != nullptr && target->kind == RefCell::IsActor;
  return was_actor ? "it has stopped" : "nobody is there";
}

/// The asker learns that nobody will answer.
void fail_question(Local& l, RefCell* target, const Envelope& e, DeadLetterReason reason) noexcept {
  RefCell* asker = e.sender_cell();
  if (asker == nullptr || asker->kind != RefCell::IsPromise) return;
  if (e.holds<Terminated>() || (e.flags & Envelope::Notice) != 0) return;  // of the asker's own end
  fail_promise(
      l, asker,
      {{reason == DeadLetterReason::MailboxFull ? Code::Full : Code::DeadTarget,
        fmt::format("{} cannot answer {}: {}", target != nullptr ? path_text(target) : "no actor",
                    e.type_name(), why_no_answer(target, reason))},
       nullptr});
}

/// A dead actor still says who it is not; to nobody, when nobody has asked.
bool answer_identify(Local& l, SystemCore* core, Envelope* e) noexcept {
  const auto* identify = e->get_if<Identify>();
  if (identify == nullptr) return false;
  RefCell* sender = e->sender_cell();
  if (sender == nullptr) sender = core != nullptr ? core->dead_letters : nullptr;
  if (sender == nullptr) return false;
  Envelope* answer = make_envelope<ActorIdentity>(l, identify->correlation_id, ActorRef{});
  answer->set_sender(nullptr);
  deliver(l, sender, answer);
  return true;
}

}  // namespace

void schedule(Local& l, ActorCell* cell) {
  Executor* executor = cell->dispatcher->executor;
  Worker* worker = l.worker;
  if (KEBNE_LIKELY(worker != nullptr && worker->belongs_to(executor))) {
    worker->put(&cell->runnable);
  } else {
    executor->schedule(cell->runnable);
  }
}

void schedule_new(Local& l, ActorCell* cell) {
  Executor* executor = cell->dispatcher->executor;
  if (l.worker != nullptr && l.worker->belongs_to(executor)) {
    l.worker->put_new(&cell->runnable);
  } else {
    executor->schedule(cell->runnable);
  }
}

void send_from_outside(Local& l, RefCell* target, Envelope* e) {
  count_outside(target);
  push_mail(l, target, e);
}

void deliver_special(Local& l, RefCell* target, Envelope* e) {
  if (target == nullptr) return dead_letter(l, nullptr, e, DeadLetterReason::NoRecipient);
  if (target->head.is_bounded() && !take_place(l, static_cast<ActorCell&>(*target), *e)) {
    return dead_letter(l, target, e, DeadLetterReason::MailboxFull);
  }
  deliver_placed(l, target, e);
}

void deliver_placed(Local& l, RefCell* target, Envelope* e) {
  switch (target->head.push_special(e)) {
    case MailboxWord::Push::Schedule: return schedule(l, static_cast<ActorCell*>(target));
    case MailboxWord::Push::Won: return fulfil(l, *static_cast<PromiseCell*>(target), e);
    case MailboxWord::Push::Refused: break;
    default: return;
  }
  switch (target->kind) {
    case RefCell::IsNobody:
      fail_question(l, target, *e, DeadLetterReason::NoRecipient);
      return free_envelope(l, e);
    case RefCell::IsPromise: return dead_letter(l, target, e, DeadLetterReason::LateReply);
    case RefCell::IsActor: return dead_letter(l, target, e, DeadLetterReason::Stopped);
    default: return dead_letter(l, target, e, DeadLetterReason::NoRecipient);
  }
}

Envelope* share_message(Local& l, Envelope& from) {
  Envelope* e = new_envelope(l);
  if (from.kind == Envelope::Trivial) {
    std::memcpy(e->payload, from.payload, Envelope::room);
  } else if (from.kind == Envelope::Boxed) {
    from.box()->add_ref();
    e->box() = from.box();
  } else {
    try {
      message_type(from.type).copy(e->payload, from.payload);
    } catch (...) {
      l.envelopes.give(e);
      throw;
    }
  }
  e->type = from.type;
  e->kind = from.kind;
  e->flags = 0;
  e->set_sender(nullptr);
  return e;
}

namespace {

/// Publishes a letter, which takes the envelope over. False: nobody wants it.
bool publish_letter(SystemCore& core, RefCell* target, Envelope* e, WhenDead fate) {
  if (const auto* wrapped = e->get_if<DeadLetter>()) {  // told to `/deadLetters` as it is
    if (target == core.dead_letters) core.events.publish(*wrapped);
    return false;
  }
  if (fate == WhenDead::Letter && core.events.has_listeners<DeadLetter>()) {
    ActorRef sender = ActorRef::share(e->sender_cell());
    ActorRef to = ActorRef::share(target != nullptr ? target : core.dead_letters);
    const auto scheduled = e->scheduled();
    core.events.publish(
        DeadLetter{AnyPayload::adopt(e), std::move(sender), std::move(to), scheduled});
    return true;
  }
  if (fate == WhenDead::Suppressed && core.events.has_listeners<SuppressedDeadLetter>()) {
    // Akka.NET's suppressed letters do not say who sent them, nor to whom.
    const auto scheduled = e->scheduled();
    core.events.publish(SuppressedDeadLetter{AnyPayload::adopt(e), ActorRef{},
                                             ActorRef::share(core.dead_letters), scheduled});
    return true;
  }
  return false;
}

}  // namespace

void dead_letter(Local& l, RefCell* target, Envelope* e, DeadLetterReason reason) noexcept {
  // An actor's own timers end with it.
  if (reason == DeadLetterReason::Stopped && (e->flags & Envelope::FromTimer) != 0) {
    return free_envelope(l, e);
  }
  const RefCell* sender = e->sender_cell();
  SystemCore* core = target != nullptr      ? target->system()
                     : l.current != nullptr ? l.current->core
                     : sender != nullptr    ? sender->system()
                                            : nullptr;
  if (is_refusal(reason) || !answer_identify(l, core, e)) {
    fail_question(l, target, *e, reason);
    const bool is_notice = (e->flags & Envelope::Notice) != 0;
    const WhenDead fate = is_notice ? WhenDead::Suppressed : message_type(e->type).when_dead;
    if (fate != WhenDead::Silent && core != nullptr && core->counts != nullptr) {
      core->counts->count_dead_letter(reason);
    }
    if (fate == WhenDead::Letter) {
      const DeadLetterReport report{lazy_path(target), lazy_path(e->sender_cell()),
                                    lazy_type(&message_type(e->type)), reason,
                                    e->scheduled().has_value()};
      if (core != nullptr) {
        core->observe([&](Observer& observer) { observer.on_dead_letter(report); });
      } else {
        observer_without_system().on_dead_letter(report);
      }
    }
    bool is_taken = false;
    if (core != nullptr) core->guarded([&] { is_taken = publish_letter(*core, target, e, fate); });
    if (is_taken) return;
  }
  free_envelope(l, e);
}

void stop_cell(RefCell* target) {
  if (target == nullptr || target->kind != RefCell::IsActor) return;
  push_system(local(), static_cast<ActorCell*>(target), SystemOp::Terminate);
}

LazyText lazy_path(const RefCell* cell) noexcept {
  return {cell, [](const void* c) {
            return c != nullptr ? path_text(static_cast<const RefCell*>(c)) : std::string{};
          }};
}

LazyText lazy_type(const MessageType* type) noexcept {
  return {type, [](const void* t) {
            return t != nullptr ? demangle(static_cast<const MessageType*>(t)->info->name())
                                : std::string{};
          }};
}

}  // namespace kebne::detail
