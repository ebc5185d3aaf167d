#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/actor/internal/scheduler/timer_wheel.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

namespace kebne::detail {

struct FreeEnvelope {
  void operator()(Envelope* e) const noexcept { free_envelope(local(), e); }
};
using EnvelopePtr = std::unique_ptr<Envelope, FreeEnvelope>;

/// Something scheduled. Made with two references: its maker's, and one that belongs to the holds.
///
/// The service holds it while it may still fire, an executor while it waits there to be run; when
/// nobody does any more it gives up what it would have used.
struct Timer : CancelState, TimerWheel::Entry {
  using Time = std::chrono::nanoseconds;

  /// Under the service's lock.
  enum class State : std::uint8_t {
    Idle,    ///< not armed yet, or over
    Armed,   ///< in the wheel
    Firing,  ///< taken out, to be settled by whoever fires it
    Away,    ///< taken out, to be resumed by its own run
  };

  Timer(TimerService& service, const Timetable& when) noexcept
      : CancelState{&service}, interval{when.interval}, repeat{when.repeat} {
    add_ref();
  }

  Time due{0};
  const Time interval;
  const Repeat repeat;
  State state = State::Idle;

  /// Tells, or hands a task to an executor. Without the service's lock.
  virtual void fire(Local& l) noexcept = 0;

  /// Whether `TimerService::resume` says that it has happened, and not the return of `fire`.
  [[nodiscard]] virtual bool resumes_itself() const noexcept { return false; }

  void hold() noexcept { holds_.fetch_add(1, std::memory_order_relaxed); }
  void unhold() noexcept {
    // acq_rel: whoever drops sees what the other holders did.
    if (holds_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    drop();
    release();
  }

  /// It will not fire again: gives up the service's hold. Once; without any lock.
  void end() noexcept {
    detach();
    unhold();
  }

 protected:
  /// Gives up what it would have used.
  virtual void drop() noexcept = 0;

 private:
  Timer* as_timer() noexcept final { return this; }

  std::atomic<std::uint32_t> holds_{1};
};

/// Tells an actor something.
struct TellTimer final : Timer {
  /// The message of a repeated one is either boxed or trivial to copy.
  TellTimer(TimerService& service, const Timetable& when, ActorRef to, EnvelopePtr what) noexcept
      : Timer{service, when}, target_{std::move(to)}, message_{std::move(what)} {}

  void fire(Local& l) noexcept override;

 private:
  void drop() noexcept override;

  ActorRef target_;
  EnvelopePtr message_;
};

/// Runs something on an executor, never twice at a time. Unless it has a fixed rate it resumes
/// itself there: so what it holds is not destroyed on the thread that keeps the time.
struct TaskTimer : Timer, Runnable {
  /// Failures are reported in the name of the system's root.
  TaskTimer(TimerService& service, const Timetable& when, ActorRef root) noexcept;

  void fire(Local&) noexcept override { post(); }
  [[nodiscard]] bool resumes_itself() const noexcept override {
    return repeat != Repeat::FixedRate;
  }

 protected:
  void post() noexcept;
  virtual void task() = 0;
  void drop() noexcept override { root_ = {}; }

 private:
  bool run_once() noexcept;

  std::atomic<std::uint32_t> owed_{0};  ///< firings that have not been run
  ActorRef root_;
};

/// A user's action.
struct ActionTimer final : TaskTimer {
  ActionTimer(TimerService& service, const Timetable& when, ActorRef root,
              std::unique_ptr<Action> what) noexcept
      : TaskTimer{service, when, std::move(root)}, action_{std::move(what)} {}

 private:
  void task() override {
    if (!is_cancelled()) action_->run();
  }
  void drop() noexcept override;

  std::unique_ptr<Action> action_;
};

/// Cancels something else.
struct CancelTimer final : TaskTimer {
  CancelTimer(TimerService& service, const Timetable& when, ActorRef root,
              IntrusivePtr<CancelState> what) noexcept
      : TaskTimer{service, when, std::move(root)}, target_{std::move(what)} {}

  void fire(Local& l) noexcept override;

 private:
  void task() override { callbacks_.run(); }
  void drop() noexcept override;

  IntrusivePtr<CancelState> target_;
  ActionList callbacks_;
};

}  // namespace kebne::detail
