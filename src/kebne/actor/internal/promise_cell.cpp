#include "kebne/actor/detail/promise_cell.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/event/dead_letters.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

namespace kebne::detail {
namespace {

/// A waiting thread looks this long before it sleeps: most answers of busy actors are there by
/// then.
constexpr std::uint64_t spin_ns = 20'000;

void run_continuation(Local& l, PromiseCell& promise) noexcept {
  promise.continuation->run(promise);
  release_unit(l, &promise);
}

bool is_ready(const PromiseCell& promise) noexcept {
  // acquire: the reply.
  return promise.state.load(std::memory_order_acquire) == PromiseCell::Ready;
}

Error timed_out(const PromiseCell& promise, const char* why) {
  return {Code::Timeout, fmt::format("{}: {}", path_text(&promise), why)};
}

bool spin_until_ready(const PromiseCell& promise, std::uint64_t until) noexcept {
  do {
    for (int i = 0; i < 64; ++i) {
      if (is_ready(promise)) return true;
      cpu_pause();
    }
  } while (monotonic_ns() < until);
  return is_ready(promise);
}

/// Sleeps until it is ready or the time is up; `until` 0: for ever.
bool sleep_until_ready(PromiseCell& promise, std::uint64_t until) noexcept {
  std::uint32_t empty = PromiseCell::Empty;
  promise.state.compare_exchange_strong(empty, PromiseCell::Sleeper, std::memory_order_acq_rel);
  while (!is_ready(promise)) {
    const std::uint64_t now = until != 0 ? monotonic_ns() : 0;
    if (until != 0 && now >= until) return false;
    park(promise.state, PromiseCell::Sleeper,
         until != 0 ? static_cast<std::int64_t>(until - now) : -1);
  }
  return true;
}

}  // namespace

namespace {

void disarm(PromiseCell& promise) noexcept {
  if (promise.limit.count() != 0) promise.system()->scheduler.service().disarm_question(promise);
}

}  // namespace

PromiseCell* make_promise(SystemCore& core) {
  return make_question(core, nullptr, 0, std::chrono::nanoseconds{0});
}

PromiseCell* make_question(SystemCore& core, RefCell* to, std::uint32_t question,
                           std::chrono::nanoseconds limit) {
  PromiseCell* promise = make_promise_cell(core);
  if (limit.count() != 0) {
    promise->limit = limit;
    promise->question = question;
    promise->asked = to;
    if (to != nullptr) add_ref(to);
  }
  core.register_promise(*promise, PromiseCell::Registration::Question);
  return promise;
}

PromiseCell* make_follower(const PromiseCell& first) { return make_promise_cell(*first.system()); }

void limit_time(PromiseCell& promise) {
  TimerService& service = promise.system()->scheduler.service();
  auto due = service.now();
  if (!Timetable::add(due, promise.limit)) return;  // it never comes
  service.arm_question(promise, due);
}

void expire(Local& l, PromiseCell& promise) noexcept {
  const double ms = std::chrono::duration<double, std::milli>(promise.limit).count();
  fail_promise(
      l, &promise,
      {{Code::Timeout,
        fmt::format("{} did not answer {} within {} ms; {} has asked",
                    promise.asked != nullptr ? path_text(promise.asked) : std::string{"nobody"},
                    lazy_type(&message_type(promise.question)).str(), ms, path_text(&promise))},
       nullptr});
}

void fulfil(Local& l, PromiseCell& promise, Envelope* reply) noexcept {
  promise.system()->unregister_promise(promise);
  disarm(promise);
  promise.reply = reply;
  // release: publishes the reply. The caller's reference keeps the promise for the wake.
  switch (promise.state.exchange(PromiseCell::Ready, std::memory_order_acq_rel)) {
    case PromiseCell::Sleeper: unpark_all(promise.state); break;
    case PromiseCell::Continues: promise.dispatcher->executor->schedule(promise); break;
    default: break;
  }
  (void)l;
}

void fail_promise(Local& l, RefCell* promise, PromiseFailure failure) noexcept {
  Envelope* e = make_envelope<PromiseFailure>(l, std::move(failure));
  e->set_sender(nullptr);
  deliver(l, promise, e);
}

void fail_continuation(PromiseCell& promise, const std::exception_ptr& cause) noexcept {
  if (promise.head.is_closed()) report_lost_exception(promise, cause);
  fail_promise(local(), &promise, {{Code::UserError, describe_exception(cause)}, cause});
}

void offer(Local& l, RefCell* promise, Envelope* reply) noexcept {
  if (promise->head.push_special(reply) == MailboxWord::Push::Won) {
    fulfil(l, *static_cast<PromiseCell*>(promise), reply);
  } else {
    free_envelope(l, reply);
  }
}

Result<void> await(PromiseCell& promise, std::optional<std::chrono::nanoseconds> limit) {
  if (is_ready(promise)) return {};
  Local& l = local();
  l.coalescer.publish(l);  // what the caller has sent may be what it waits for
  Executor& executor = *promise.dispatcher->executor;
  while (!is_ready(promise) && executor.run_one()) {
  }
  if (is_ready(promise)) return {};
  if (executor.runs_in_caller()) {
    return tl::unexpected<Error>{timed_out(promise, "nothing is left to run and no answer came")};
  }
  const std::uint64_t now = monotonic_ns();
  std::uint64_t until = 0;
  if (limit) {
    const auto ns = std::max<std::int64_t>(limit->count(), 0);
    until = now + static_cast<std::uint64_t>(ns);
  }
  const std::uint64_t spin_end = now + spin_ns;
  if (spin_until_ready(promise, until != 0 ? std::min(until, spin_end) : spin_end)) return {};
  if (l.worker != nullptr) l.worker->give_away();
  if (sleep_until_ready(promise, until)) return {};
  return tl::unexpected<Error>{timed_out(promise, "no answer in time")};
}

void continue_with(PromiseCell& promise, Continuation* continuation) noexcept {
  promise.continuation = continuation;
  promise.run = [](Runnable* r, Local& l) noexcept {
    run_continuation(l, *static_cast<PromiseCell*>(r));
    return false;
  };
  std::uint32_t seen = promise.state.load(std::memory_order_acquire);
  // A `Sleeper` mark may be left of a wait that timed out; its thread is the caller's.
  while (seen != PromiseCell::Ready) {
    // release: publishes the continuation.
    if (promise.state.compare_exchange_weak(seen, PromiseCell::Continues, std::memory_order_acq_rel,
                                            std::memory_order_acquire)) {
      return;
    }
  }
  promise.dispatcher->executor->schedule(promise);
}

void drop_promise(PromiseCell* promise) noexcept {
  if (promise->head.abandon_promise()) {
    promise->system()->unregister_promise(*promise);
    disarm(*promise);
  }
  release_refs(local(), promise, 1);
}

PromiseFailure refuse_reply(PromiseCell& promise) {
  Envelope& reply = *promise.reply;
  SystemCore& core = *promise.system();
  if (core.counts != nullptr) core.counts->count_dead_letter(DeadLetterReason::WrongReplyType);
  core.observe([&](Observer& observer) {
    observer.on_dead_letter({lazy_path(&promise), lazy_path(reply.sender_cell()),
                             lazy_type(&message_type(reply.type)),
                             DeadLetterReason::WrongReplyType});
  });
  core.guarded([&] {
    if (!core.events.has_listeners<DeadLetter>()) return;
    core.events.publish(DeadLetter{AnyPayload::adopt(share_message(local(), reply)),
                                   ActorRef::share(reply.sender_cell()),
                                   ActorRef::share(&promise)});
  });
  return {{Code::WrongReplyType,
           fmt::format("{}: the answer is a {}, which the question does not name as its Reply",
                       path_text(&promise), reply.type_name())},
          nullptr};
}

void report_lost_exception(RefCell& promise, const std::exception_ptr& cause) noexcept {
  promise.system()->observe([&](Observer& observer) {
    observer.on_failure(
        {lazy_path(&promise), lazy_type(nullptr), FailurePoint::Callback, cause, "none"});
  });
}

void throw_failure(PromiseFailure failure) {
  if (failure.cause != nullptr) std::rethrow_exception(std::move(failure.cause));
  if (failure.error.code == Code::Timeout) throw AskTimeout{std::move(failure.error)};
  throw AskFailed{std::move(failure.error)};
}

}  // namespace kebne::detail
