#pragma once

#include "kebne/actor/actor.hpp"
#include "kebne/actor/around_hooks.hpp"
#include "kebne/actor/internal/extras.hpp"

#include <exception>

namespace kebne::detail::hooks {

// The hooks of a cell's actor, by way of what stands around them.

[[nodiscard]] inline AroundHooks* around(const ActorCell& cell) noexcept {
  return (cell.ways & ActorCell::Around) != 0 ? cell.extras->around : nullptr;
}

inline void pre_start(ActorCell& cell) {
  if (AroundHooks* a = around(cell)) return a->around_pre_start(*cell.actor);
  cell.actor->pre_start();
}

inline void post_stop(ActorCell& cell) {
  if (AroundHooks* a = around(cell)) return a->around_post_stop(*cell.actor);
  cell.actor->post_stop();
}

inline void pre_restart(ActorCell& cell, const std::exception_ptr& cause, const Envelope* message) {
  if (AroundHooks* a = around(cell)) return a->around_pre_restart(*cell.actor, cause, message);
  cell.actor->pre_restart(cause, message);
}

inline void post_restart(ActorCell& cell, const std::exception_ptr& cause) {
  if (AroundHooks* a = around(cell)) return a->around_post_restart(*cell.actor, cause);
  cell.actor->post_restart(cause);
}

}  // namespace kebne::detail::hooks
