#pragma once

#include "kebne/actor/actor_system.hpp"

#include <chrono>
#include <utility>

namespace kebne {

namespace detail {

[[nodiscard]] Future<bool> stop_and_await(RefCell* target, std::chrono::nanoseconds timeout,
                                          Envelope* message);

}  // namespace detail

/// Tells an actor a `PoisonPill`, and says whether it has stopped: true as soon as it has, or had
/// before; false when `timeout` has passed, and it may stop later. Any thread.
///
/// Throws `std::invalid_argument` for an empty reference, nobody's, and a timeout below 0, and
/// `SystemTerminating` when the actor's system has ended.
[[nodiscard]] Future<bool> graceful_stop(const ActorRef& target, std::chrono::nanoseconds timeout);

/// The same with a message of the user's that makes the actor stop.
template <class T>
requires Message<detail::Kept<T>>
[[nodiscard]] Future<bool> graceful_stop(const ActorRef& target, std::chrono::nanoseconds timeout,
                                         T&& message) {
  return detail::stop_and_await(
      target.cell(), timeout,
      detail::make_envelope<detail::Kept<T>>(detail::local(), std::forward<T>(message)));
}

}  // namespace kebne
