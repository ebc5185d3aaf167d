#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/actor/internal/scheduler/timer_wheel.hpp"
#include "kebne/actor/metrics/snapshot.hpp"
#include "kebne/actor/scheduler/scheduler_options.hpp"
#include "kebne/base/clock.hpp"
#include "kebne/base/detail/spin_lock.hpp"
#include "kebne/base/executor.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace kebne::detail {

struct PromiseCell;
struct SystemCore;
struct Timer;

/// The timers of a system, and what fires them: a clock that drives it, or a thread of its own that
/// starts with the first timer and sleeps until the next deadline.
///
/// Any thread. It counts its references and outlives its system, so that what is left of cancelled
/// or dropped timers can be given back; after `close` it touches nothing of the system.
class TimerService final : public Alarm {
 public:
  using Time = std::chrono::nanoseconds;

  /// How many firings of a fixed rate are made up for after a stall; older ones are left out.
  static constexpr std::int64_t most_catch_up = 1000;

  TimerService(SystemCore& core, std::shared_ptr<Clock> clock, std::shared_ptr<Executor> executor,
               SchedulerOptions options);
  TimerService(const TimerService&) = delete;
  TimerService& operator=(const TimerService&) = delete;
  ~TimerService() override;

  void add_ref() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release(std::uint32_t n = 1) noexcept {
    // acq_rel: the last one sees what the others did.
    if (refs_.fetch_sub(n, std::memory_order_acq_rel) == n) delete this;
  }

  [[nodiscard]] Time now() const noexcept { return clock_->now(); }
  [[nodiscard]] Executor& executor() const noexcept { return *executor_; }

  /// The root of the system; empty when it is closed.
  [[nodiscard]] ActorRef root_while_open() const noexcept;
  /// Throws `SystemTerminating` when it is too late to schedule anything.
  [[nodiscard]] ActorRef dead_letters() const;

  /// Takes over a new timer and lets it fire at `due`, unless `with` is cancelled or null. Throws
  /// as `arm`.
  IntrusivePtr<CancelState> start(Timer* made, Time due, CancelState* with);

  /// Lets a timer fire at `due`; one that is cancelled is over at once. Throws `SystemTerminating`,
  /// `std::system_error` when there is no thread to be had, and `std::logic_error` for a system
  /// without threads of its own on a clock that does not drive it.
  void arm(Timer& timer, Time due);

  /// Lets a question that has not been put yet expire at `due`. Throws as `arm`; but when the
  /// system has ended, which the promise hears of elsewhere, nothing happens.
  void arm_question(PromiseCell& promise, Time due);
  /// It has been answered, or given up.
  void disarm_question(PromiseCell& promise) noexcept;

  /// A timer that resumes itself has happened.
  void resume(Timer& timer) noexcept;

  /// Of all the state of timers, cancel states and the wheel.
  [[nodiscard]] SpinLock& lock() noexcept { return lock_; }
  /// Under the lock: takes an armed timer out. The caller is to `end` it.
  [[nodiscard]] bool disarm(Timer& timer) noexcept;

  /// Under the lock: a state that uses the service no more gives its count back.
  void take_back_count(CancelState& state) noexcept;

  /// Drops all timers and refuses new ones.
  void close() noexcept;
  [[nodiscard]] bool is_closed() const noexcept { return closed_.load(std::memory_order_acquire); }

  /// After `close`: waits for the thread, unless it is the caller's, for as long as the options
  /// say. One that is still busy then is left behind.
  void join() noexcept;
  [[nodiscard]] bool owns_this_thread() const noexcept;

  /// Timers in the wheel, and its buckets; 0 before the first timer.
  [[nodiscard]] std::size_t pending() const;
  [[nodiscard]] std::uint32_t buckets() const;

  [[nodiscard]] metrics::Lateness lateness() const;

  [[nodiscard]] std::optional<Time> due() const override;
  void ring() noexcept override;

 private:
  /// Rings from the executor, for what is due at once on a clock that stands still.
  struct RingTask : Runnable {
    TimerService* service = nullptr;  // counted while it is queued
  };

  void give_count(CancelState& state) noexcept;
  void require_open() const;
  void ensure_driver();
  void start_thread();
  void run_thread() noexcept;
  void make_wheel();
  void insert(Timer& timer, Time due) noexcept;
  [[nodiscard]] TimerEntry* pop_any() noexcept;
  [[nodiscard]] bool settle(Timer& timer, Time now) noexcept;
  [[nodiscard]] bool must_wake(Time due) noexcept;
  void wake() noexcept;

  SystemCore* const core_;  // until closed
  const std::string system_;
  const std::shared_ptr<Clock> clock_;
  const std::shared_ptr<Executor> executor_;
  const SchedulerOptions options_;
  const bool is_driven_;
  std::atomic<std::uint32_t> refs_{1};

  static constexpr std::uint32_t counts_at_once = 1024;

  mutable SpinLock lock_;
  std::optional<TimerWheel> wheel_;
  std::uint32_t spare_counts_ = 0;   ///< references to itself that are to be had without an atomic
  Time sleeps_until_ = Time::min();  ///< the thread looks again before; least: it is awake
  bool ring_is_queued_ = false;
  metrics::Lateness lateness_;
  RingTask ring_task_;
  std::atomic<bool> closed_{false};  ///< set under the lock

  std::mutex start_lock_;
  std::thread thread_;
  std::atomic<std::thread::id> thread_id_{};
  std::atomic<bool> is_started_{false};
  std::atomic<std::uint32_t> wake_{0};   ///< changes with each wake-up
  std::atomic<std::uint32_t> ended_{0};  ///< the thread has done with everything
};

}  // namespace kebne::detail
