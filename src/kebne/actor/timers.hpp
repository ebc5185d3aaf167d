#pragma once

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/envelope.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kebne {

namespace detail {

/// What is told more than once is shared by those who get it.
template <class T>
concept Repeatable = Message<Kept<T>> && std::is_copy_constructible_v<Kept<T>>;

}  // namespace detail

/// An actor's own timers, by name, `timers().once("retry", 5s, Retry{})`, and its receive timeout.
///
/// A message comes without a sender. A timer of the same name takes the place of the one before.
/// When a timer is cancelled or replaced, no message of it is handled any more, though it be in the
/// mailbox already. All timers with names end when the actor restarts or stops.
///
/// To be used by the actor itself only, in its constructor, handlers and hooks. A delay is 0 or
/// more, an interval more than 0, otherwise `std::invalid_argument` is thrown, also when the time
/// cannot be represented; further errors are those of `Scheduler`.
class Timers {
 public:
  using Duration = std::chrono::nanoseconds;

  /// Tells once, after `delay`.
  template <class T>
  requires Message<detail::Kept<T>>
  void once(std::string_view key, Duration delay, T&& message) const {
    start(key, {detail::Repeat::Once, delay}, boxed(std::forward<T>(message)));
  }

  /// Tells at a fixed rate, first after `initial_delay`: the next time is `interval` after the last
  /// one was due, and what a stall has kept back is made up for. A handler that takes the message
  /// by value gets a copy.
  template <detail::Repeatable T>
  void repeatedly(std::string_view key, Duration initial_delay, Duration interval,
                  T&& message) const {
    start(key, {detail::Repeat::FixedRate, initial_delay, interval},
          boxed(std::forward<T>(message)));
  }
  template <detail::Repeatable T>
  void repeatedly(std::string_view key, Duration interval, T&& message) const {
    repeatedly(key, interval, interval, std::forward<T>(message));
  }

  /// The same with a fixed delay: the next time is `delay` after the message was told.
  template <detail::Repeatable T>
  void with_fixed_delay(std::string_view key, Duration initial_delay, Duration delay,
                        T&& message) const {
    start(key, {detail::Repeat::FixedDelay, initial_delay, delay}, boxed(std::forward<T>(message)));
  }
  template <detail::Repeatable T>
  void with_fixed_delay(std::string_view key, Duration delay, T&& message) const {
    with_fixed_delay(key, delay, delay, std::forward<T>(message));
  }

  /// Whether messages of this timer are to come.
  [[nodiscard]] bool is_active(std::string_view key) const noexcept;

  /// Nothing happens when there is no such timer.
  void cancel(std::string_view key) const noexcept;
  void cancel_all() const noexcept;

  /// Tells the actor a `ReceiveTimeout` when it has handled nothing for `time`, and again after
  /// each such time. Messages whose type says `using NotInfluenceReceiveTimeout = void;` do not
  /// count. It stays over a restart. A new value takes the place of the old one, and the time
  /// begins anew. When a bounded mailbox has no place for it, it makes a dead letter and is tried
  /// again after the same time, or 1 ms if that is longer. Throws `std::invalid_argument` for less
  /// than 0; less than 1 us counts as 1 us.
  void set_receive_timeout(Duration time) const;
  void cancel_receive_timeout() const noexcept;

  /// Empty: there is none.
  [[nodiscard]] std::optional<Duration> receive_timeout() const noexcept;

  // For the library.
  explicit Timers(detail::ActorCell& cell) noexcept : cell_{&cell} {}

 private:
  template <class T>
  [[nodiscard]] static Envelope* boxed(T&& message) {
    using M = detail::Kept<T>;
    return detail::make_boxed<M>(detail::local(), detail::make_box<M>(std::forward<T>(message)));
  }
  void start(std::string_view key, const detail::Timetable& when, Envelope* message) const;

  detail::ActorCell* cell_;
};

}  // namespace kebne
