#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/given_action.hpp"
#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/actor/internal/scheduler/timer_wheel.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
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
      : CancelState{service, 2}, repeat{when.repeat}, interval{when.interval} {}

  const Repeat repeat;
  State state = State::Idle;
  Time due{0};
  const Time interval;

  /// Tells, or hands a task to an executor. Without the service's lock.
  virtual void fire(Local& l) noexcept = 0;

  /// Whether `TimerService::resume` says that it has happened, and not the return of `fire`.
  [[nodiscard]] virtual bool resumes_itself() const noexcept { return false; }

  void hold() noexcept { holds_.fetch_add(1, std::memory_order_relaxed); }
  void unhold() noexcept {
    // acquire, acq_rel: whoever drops sees what the other holders did. Only holders add holds.
    if (holds_.load(std::memory_order_acquire) != 1 &&
        holds_.fetch_sub(1, std::memory_order_acq_rel) != 1) {
      return;
    }
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

 protected:
  std::atomic<std::uint32_t> owed_{0};  ///< of a `TaskTimer`: firings that have not been run
};

/// Tells an actor something.
struct TellTimer : Timer {
  /// The message of a repeated one is either boxed or trivial to copy.
  TellTimer(TimerService& service, const Timetable& when, ActorRef to, EnvelopePtr what) noexcept
      : Timer{service, when}, target_{std::move(to)}, message_{std::move(what)} {}

  void fire(Local& l) noexcept override;

 protected:
  ActorRef target_;
  EnvelopePtr message_;

 private:
  void drop() noexcept override;
};

/// Tells an actor something once: when there is no place in its mailbox, tries `again` that much
/// later.
struct PatientTellTimer final : TellTimer {
  PatientTellTimer(TimerService& service, Time again, ActorRef to, EnvelopePtr what) noexcept
      : TellTimer{service, {Repeat::FixedDelay, again, again}, std::move(to), std::move(what)} {}

  void fire(Local& l) noexcept override;
};

/// Runs something on an executor, never twice at a time. Unless it has a fixed rate it resumes
/// itself there: so what it holds is not destroyed on the thread that keeps the time.
struct TaskTimer : Timer, Runnable {
  TaskTimer(TimerService& service, const Timetable& when) noexcept;

  void fire(Local&) noexcept override { post(); }
  [[nodiscard]] bool resumes_itself() const noexcept override {
    return repeat != Repeat::FixedRate;
  }

 protected:
  void post() noexcept;
  /// What it throws is reported in the name of the system's root.
  virtual void task() = 0;

 private:
  bool run_once() noexcept;
};

/// A user's action, which lies behind it in the same piece of memory.
struct ActionTimer final : TaskTimer {
  /// Throws what the action's constructor throws, and `std::bad_alloc`.
  [[nodiscard]] static ActionTimer* make(TimerService& service, const Timetable& when,
                                         const GivenAction& action) {
    return new (Room{action.type->size}) ActionTimer{service, when, action};
  }

  static void operator delete(void* memory) noexcept { ::operator delete(memory); }

 private:
  /// Bytes for the action.
  struct Room {
    std::size_t bytes;
  };
  static void* operator new(std::size_t size, Room room) {
    return ::operator new(size + room.bytes);
  }
  static void operator delete(void* memory, Room) noexcept { ::operator delete(memory); }

  ActionTimer(TimerService& service, const Timetable& when, const GivenAction& action)
      : TaskTimer{service, when}, type_{action.type} {
    type_->make(place(), action.from);
  }

  [[nodiscard]] void* place() noexcept { return this + 1; }
  void task() override {
    if (!is_cancelled()) type_->call(place());
  }
  void drop() noexcept override { type_->destroy(place()); }

  const GivenAction::Type* const type_;
};
static_assert(sizeof(ActionTimer) % alignof(std::max_align_t) == 0, "the action behind is aligned");

/// Cancels something else.
struct CancelTimer final : TaskTimer {
  CancelTimer(TimerService& service, const Timetable& when, IntrusivePtr<CancelState> what) noexcept
      : TaskTimer{service, when}, target_{std::move(what)} {}

  void fire(Local& l) noexcept override;

 private:
  void task() override { callbacks_.run(); }
  void drop() noexcept override;

  IntrusivePtr<CancelState> target_;
  ActionList callbacks_;
};

}  // namespace kebne::detail
