#pragma once

#include "kebne/actor/detail/action.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <chrono>
#include <concepts>
#include <initializer_list>
#include <memory>
#include <utility>

namespace kebne {

class Scheduler;

namespace detail {
class CancelState;
}

/// A switch that is thrown once: it cancels what was scheduled with it, and those linked to it.
///
/// A shared handle: copies are the same switch. Any thread; one object, one thread at a time. It
/// may outlive its system. Dropping all handles cancels nothing.
class Cancelable {
 public:
  /// Empty: cancels nothing and is never cancelled.
  Cancelable() noexcept;

  explicit Cancelable(const Scheduler& scheduler);

  /// One that is cancelled already.
  [[nodiscard]] static Cancelable cancelled();

  /// Cancelled with the first of `sources`, at once if one of them is; of its own, it can be
  /// cancelled without them.
  [[nodiscard]] static Cancelable linked(const Scheduler& scheduler,
                                         std::initializer_list<Cancelable> sources);

  Cancelable(const Cancelable& other) noexcept;
  Cancelable(Cancelable&& other) noexcept;
  Cancelable& operator=(const Cancelable& other) noexcept;
  Cancelable& operator=(Cancelable&& other) noexcept;
  ~Cancelable();

  /// What has not been told or started by now never will be, unless it is being told on another
  /// thread at this moment; what is in a mailbox already stays there. The second time does nothing.
  /// Runs the callbacks here; when some throw, the first exception leaves after all have run.
  void cancel() const;

  [[nodiscard]] bool is_cancelled() const noexcept;

  /// Cancels after `delay`; callbacks then run on the default dispatcher, and what they throw goes
  /// to the observer. Throws as `Scheduler::schedule_once`.
  void cancel_after(std::chrono::nanoseconds delay) const;

  /// Calls `callback` when it is cancelled, or now, if it is.
  template <std::invocable F>
  void on_cancel(F&& callback) const {
    add_callback(detail::make_action(std::forward<F>(callback)));
  }

  [[nodiscard]] explicit operator bool() const noexcept { return state_ != nullptr; }
  friend bool operator==(const Cancelable& a, const Cancelable& b) noexcept = default;

  // For the library.
  explicit Cancelable(IntrusivePtr<detail::CancelState> state) noexcept;
  [[nodiscard]] detail::CancelState* state() const noexcept { return state_.get(); }

 private:
  void add_callback(std::unique_ptr<detail::Action> callback) const;

  IntrusivePtr<detail::CancelState> state_;
};

}  // namespace kebne
