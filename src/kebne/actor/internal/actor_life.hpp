#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/base/observer.hpp"

#include <exception>
#include <mutex>

namespace kebne::detail {

// What becomes of an actor between its messages: start, failure, restart, end. All of it belongs
// to whoever owns the cell.

/// The children and the phase of guardians are touched by outside threads that spawn.
[[nodiscard]] std::unique_lock<std::mutex> lock_if_guardian(ActorCell& cell);

/// Builds the actor of a new cell and starts it.
void create(Local& l, ActorCell& cell);

/// The actor stops handling mail until its parent has decided.
void fail(Local& l, ActorCell& cell, std::exception_ptr cause, FailurePoint point) noexcept;

/// System mail, whole batches at a time, oldest first. True: the cell has ended, hands off.
[[nodiscard]] bool run_system(Local& l, ActorCell& cell);

/// A move-only message that was forwarded goes on now: its handler has seen the last of it.
void send_forwarded(Local& l, ActorCell& cell) noexcept;

}  // namespace kebne::detail
