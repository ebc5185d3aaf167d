#pragma once

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/given_action.hpp"
#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/fwd.hpp"
#include "kebne/actor/scheduler/cancelable.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace kebne {

namespace detail {

class TimerService;

/// An empty reference: what a header says that does not bring `ActorRef` along.
[[nodiscard]] const ActorRef& no_sender() noexcept;

template <class T>
concept Tellable = Message<Kept<T>>;

/// An envelope whose message may be told many times: copied byte by byte, or shared.
template <class M, class T>
[[nodiscard]] Envelope* make_repeatable(Local& l, T&& message) {
  static_assert(std::is_copy_constructible_v<M>,
                "a message told repeatedly is shared by its receivers: a type that can only be "
                "moved can be told once");
  if constexpr (fits_inline<M> && std::is_trivially_copyable_v<M>) {
    return make_envelope<M>(l, std::forward<T>(message));
  } else {
    return make_boxed<M>(l, make_box<M>(std::forward<T>(message)));
  }
}

}  // namespace detail

/// Tells and does things later: `system.scheduler()`. Any thread, as long as its system lives.
///
/// Nothing happens early, and the wall clock means nothing. What is due at the same nanosecond
/// happens in the order in which it was scheduled. The thread that keeps the time only tells;
/// actions run on the default dispatcher. What is pending when the system has ended is dropped.
///
/// Each function returns a handle that cancels what was scheduled; it may be dropped. `with`, if
/// not empty, cancels it too. A delay is 0 or more, an interval more than 0, otherwise
/// `std::invalid_argument` is thrown, also when the sum with the clock's time cannot be
/// represented. `SystemTerminating` is thrown when the system has ended, and `std::system_error`
/// when the scheduler's thread cannot be started.
class Scheduler {
 public:
  /// Tells `target` once, after `delay`; without `sender` nobody is the sender.
  template <detail::Tellable T>
  Cancelable schedule_tell_once(std::chrono::nanoseconds delay, const ActorRef& target, T&& message,
                                const ActorRef& sender = detail::no_sender(),
                                const Cancelable& with = {}) const {
    Envelope* e = detail::make_envelope<detail::Kept<T>>(detail::local(), std::forward<T>(message));
    return tell({Repeat::Once, delay}, target, e, sender, with);
  }

  /// Tells `target` again and again, at a fixed rate: the next time is `interval` after the last
  /// one was due. After a stall it makes up for what was missed, for the last 1000 times at most.
  /// The receivers share one message, so a handler that takes it by value gets a copy.
  template <detail::Tellable T>
  Cancelable schedule_tell_repeatedly(std::chrono::nanoseconds initial_delay,
                                      std::chrono::nanoseconds interval, const ActorRef& target,
                                      T&& message, const ActorRef& sender = detail::no_sender(),
                                      const Cancelable& with = {}) const {
    Envelope* e =
        detail::make_repeatable<detail::Kept<T>>(detail::local(), std::forward<T>(message));
    return tell({Repeat::FixedRate, initial_delay, interval}, target, e, sender, with);
  }

  /// The same with a fixed delay: the next time is `delay` after the message was told, so that
  /// nothing is made up for.
  template <detail::Tellable T>
  Cancelable schedule_tell_with_fixed_delay(std::chrono::nanoseconds initial_delay,
                                            std::chrono::nanoseconds delay, const ActorRef& target,
                                            T&& message,
                                            const ActorRef& sender = detail::no_sender(),
                                            const Cancelable& with = {}) const {
    Envelope* e =
        detail::make_repeatable<detail::Kept<T>>(detail::local(), std::forward<T>(message));
    return tell({Repeat::FixedDelay, initial_delay, delay}, target, e, sender, with);
  }

  /// Calls `action` once, on the default dispatcher. What it throws goes to the observer.
  template <std::invocable F>
  Cancelable schedule_once(std::chrono::nanoseconds delay, F&& action,
                           const Cancelable& with = {}) const {
    return run({Repeat::Once, delay}, std::forward<F>(action), with);
  }

  /// Calls `action` again and again at a fixed rate, never twice at a time: one that is still
  /// running is called again when it has returned. One that throws is called again as well.
  template <std::invocable F>
  Cancelable schedule_repeatedly(std::chrono::nanoseconds initial_delay,
                                 std::chrono::nanoseconds interval, F&& action,
                                 const Cancelable& with = {}) const {
    return run({Repeat::FixedRate, initial_delay, interval}, std::forward<F>(action), with);
  }

  /// The same with a fixed delay: the next time is `delay` after it has returned.
  template <std::invocable F>
  Cancelable schedule_with_fixed_delay(std::chrono::nanoseconds initial_delay,
                                       std::chrono::nanoseconds delay, F&& action,
                                       const Cancelable& with = {}) const {
    return run({Repeat::FixedDelay, initial_delay, delay}, std::forward<F>(action), with);
  }

  /// The time that deadlines are made of: the system's clock's.
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept;

  /// How many timers wait for their time.
  [[nodiscard]] std::size_t pending() const;

  // For the library.
  explicit Scheduler(IntrusivePtr<detail::TimerService> service) noexcept;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  ~Scheduler();
  [[nodiscard]] detail::TimerService& service() const noexcept { return *service_; }

 private:
  using Repeat = detail::Repeat;

  Cancelable tell(const detail::Timetable& when, const ActorRef& target, Envelope* message,
                  const ActorRef& sender, const Cancelable& with) const;
  Cancelable run_given(const detail::Timetable& when, const detail::GivenAction& action,
                       const Cancelable& with) const;

  template <class F>
  Cancelable run(const detail::Timetable& when, F&& action, const Cancelable& with) const {
    using Kept = std::decay_t<F>;
    if constexpr (alignof(Kept) > alignof(std::max_align_t)) {
      auto boxed = [kept = std::make_unique<Kept>(std::forward<F>(action))] { (*kept)(); };
      return run_given(when, detail::given_action(std::move(boxed)), with);
    } else if constexpr (std::is_function_v<std::remove_reference_t<F>>) {
      Kept pointer = action;
      return run_given(when, detail::given_action(pointer), with);
    } else {
      return run_given(when, detail::given_action(std::forward<F>(action)), with);
    }
  }

  const IntrusivePtr<detail::TimerService> service_;
};

}  // namespace kebne
