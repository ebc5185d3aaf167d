#pragma once

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/detail/timer_entry.hpp"
#include "kebne/actor/envelope.hpp"
#include "kebne/base/executor.hpp"
#include "kebne/base/result.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

namespace kebne::detail {

struct PromiseCell;

/// What `Future::then` leaves behind for the day of the answer. Runs once, on the default
/// dispatcher of the promise's system.
struct Continuation {
  virtual ~Continuation() = default;
  virtual void run(PromiseCell& promise) noexcept = 0;
};

/// The target of one answer, as a cell under /temp: fulfilled by being told something.
///
/// It runs when there is a continuation, and stands in the timer wheel while its time is limited.
/// Whoever tells it first wins its word and is the only one to write `reply`; readers wait for
/// `state`. It is registered in its system until it is fulfilled or given up, so that the end of
/// the system reaches it.
struct PromiseCell : RefCell, Runnable, TimerEntry {
  enum State : std::uint32_t {
    Empty,
    Ready,
    Sleeper,    ///< somebody is parked on `state`
    Continues,  ///< a continuation waits
  };

  /// What the end of the system means to it.
  enum class Registration : std::uint8_t {
    None,      ///< not registered
    Question,  ///< nobody will answer any more
    End,       ///< it is the answer
  };

  std::uint64_t number;  ///< makes the name
  Envelope* reply = nullptr;
  Continuation* continuation = nullptr;
  std::atomic<std::uint32_t> state{Empty};
  Registration registration = Registration::None;  // under the registry's lock, like the next two
  PromiseCell* previous = nullptr;
  PromiseCell* next_promise = nullptr;

  // Of a question that has to be answered in time; set before the promise is registered, as then
  // the end of the system may fulfil it.
  std::chrono::nanoseconds limit{0};  ///< 0: none
  RefCell* asked = nullptr;           ///< counted
  std::uint32_t question = 0;         ///< its message type

  PromiseCell(std::uint64_t word, std::int64_t units, std::uint64_t n) noexcept
      : RefCell{word, units}, TimerEntry{OfQuestion}, number{n} {}
};
static_assert(sizeof(PromiseCell) <= 192);

/// Why a promise was not kept; travels to it in an envelope.
struct PromiseFailure {
  using SilentWhenDead = void;
  Error error;
  std::exception_ptr cause;  ///< the user's exception; null when it is Kebne's own verdict
};

/// A promise in this system, counted once for the caller.
[[nodiscard]] PromiseCell* make_promise(SystemCore& core);

/// The same for the answer to `question`, which is about to be put to `to`. With a `limit` it is to
/// come within that time, which `limit_time` begins.
[[nodiscard]] PromiseCell* make_question(SystemCore& core, RefCell* to, std::uint32_t question,
                                         std::chrono::nanoseconds limit);

/// From now on the time of a question runs: when it is up the promise fails with `Code::Timeout`.
/// Throws as `TimerService::arm`, but for a system that has ended.
void limit_time(PromiseCell& promise);

/// The time of a question is up.
void expire(Local& l, PromiseCell& promise) noexcept;

/// A promise that what comes after `first` fulfils, counted once for the caller. As `first` is kept
/// at the latest by the end of the system, this one need not be reached by it.
[[nodiscard]] PromiseCell* make_follower(const PromiseCell& first);

/// Gives the answer to whoever waits. By the winner of the word; takes over `reply`.
void fulfil(Local& l, PromiseCell& promise, Envelope* reply) noexcept;

void fail_promise(Local& l, RefCell* promise, PromiseFailure failure) noexcept;

/// What was to fulfil the promise threw; the observer hears of it when nobody waits any more.
void fail_continuation(PromiseCell& promise, const std::exception_ptr& cause) noexcept;

/// Fulfils a promise that may have been given up meanwhile: that is no dead letter. Takes over
/// `reply`, which has no sender.
void offer(Local& l, RefCell* promise, Envelope* reply) noexcept;
template <class M>
void offer(Local& l, RefCell* promise, M message) {
  Envelope* e = make_envelope<M>(l, std::move(message));
  e->set_sender(nullptr);
  offer(l, promise, e);
}

/// Waits until the promise is fulfilled; empty result: it is. A thread of an executor first gives
/// away what it holds. No `limit`: for ever.
[[nodiscard]] Result<void> await(PromiseCell& promise,
                                 std::optional<std::chrono::nanoseconds> limit);

/// Takes over the caller's reference to the promise, and runs when it is fulfilled.
void continue_with(PromiseCell& promise, Continuation* continuation) noexcept;

/// Gives the promise up: a late answer is a dead letter. Takes over the caller's reference.
void drop_promise(PromiseCell* promise) noexcept;

/// The answer of a fulfilled promise does not fit the question: a dead letter, and this error.
[[nodiscard]] PromiseFailure refuse_reply(PromiseCell& promise);

/// Tells the observer of the promise's system that a continuation threw and nobody will hear of it.
void report_lost_exception(RefCell& promise, const std::exception_ptr& cause) noexcept;

[[noreturn]] void throw_failure(PromiseFailure failure);

}  // namespace kebne::detail
