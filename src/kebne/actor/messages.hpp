#pragma once

#include "kebne/actor/actor_ref.hpp"

#include <cstdint>
#include <exception>

namespace kebne {

/// Stops its receiver when everything told before it has been handled.
struct PoisonPill {
  using SuppressedWhenDead = void;
};

/// Makes its receiver fail with `ActorKilled`; its supervisor decides, by default to stop it.
struct Kill {};

/// Makes its receiver fail with `IntentionalActorRestart`; its supervisor decides, by default to
/// restart it.
struct IntentionalRestart {};

/// Whom `Identify` reached.
struct ActorIdentity {
  std::int64_t correlation_id;
  ActorRef actor;
};

/// Asks any actor for its reference; answered by the library.
struct Identify {
  using NotInfluenceReceiveTimeout = void;
  using Reply = ActorIdentity;
  std::int64_t correlation_id = 0;
};

/// A watched actor has stopped. Comes exactly once for each watch; one that somebody made up, or
/// forwarded to an actor that does not watch, is dropped. Who leaves it unhandled fails with
/// `DeathPact`.
struct Terminated {
  using SuppressedWhenDead = void;
  ActorRef actor;
  bool existence_confirmed = true;  ///< false: it was gone when the watch began
  bool address_terminated = false;  ///< its whole node is lost, and it with it
};

/// What a supervisor was handling when it failed by escalating: `pre_restart` sees it. Its sender
/// is the child.
struct Failed {
  ActorRef child;
  std::exception_ptr cause;
};

/// Comes when an actor has got nothing for as long as its receive timeout; from itself. See
/// `Timers::set_receive_timeout`.
struct ReceiveTimeout {};

namespace detail {

template <>
inline constexpr bool is_special<PoisonPill> = true;
template <>
inline constexpr bool is_special<Kill> = true;
template <>
inline constexpr bool is_special<IntentionalRestart> = true;
template <>
inline constexpr bool is_special<Identify> = true;
template <>
inline constexpr bool is_special<Terminated> = true;

}  // namespace detail
}  // namespace kebne
