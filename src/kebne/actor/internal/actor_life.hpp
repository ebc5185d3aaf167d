#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/internal/children.hpp"

#include <mutex>
#include <vector>

namespace kebne::detail {

// What becomes of an actor between its messages: start, failure, restart, end. All of it belongs
// to whoever owns the cell.

/// The children and the phase of guardians are touched by outside threads that spawn.
[[nodiscard]] std::unique_lock<std::mutex> lock_if_guardian(ActorCell& cell);

/// Calls `f(ActorCell*)` for each child, in the order of birth. `f` may tell it something.
template <class F>
void for_each_child(ActorCell& cell, F f) {
  if (cell.children == nullptr) return;
  if (!cell.is_guardian()) {
    for (ActorCell* c = cell.children->first; c != nullptr; c = c->next_sibling) f(c);
    return;
  }
  // Without the lock: an executor that runs in its caller would run what may spawn here. The
  // children stay, as none is erased but by this cell.
  std::vector<ActorCell*> all;
  {
    const auto guard = lock_if_guardian(cell);
    for (ActorCell* c = cell.children->first; c != nullptr; c = c->next_sibling) all.push_back(c);
  }
  for (ActorCell* c : all) f(c);
}

/// Builds the actor of a new cell and starts it.
void create(Local& l, ActorCell& cell);

/// System mail, whole batches at a time, oldest first. True: the cell has ended, hands off.
[[nodiscard]] bool run_system(Local& l, ActorCell& cell);

/// A move-only message that was forwarded goes on now: its handler has seen the last of it.
void send_forwarded(Local& l, ActorCell& cell) noexcept;

}  // namespace kebne::detail
