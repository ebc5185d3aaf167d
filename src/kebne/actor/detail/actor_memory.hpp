#pragma once

#include "kebne/actor/detail/actor_cell.hpp"

#include <cstddef>

namespace kebne::detail {

/// Where an actor object lives. On cache lines of its own, because its worker writes it with every
/// message; from the pools of the thread that builds it, where it fits.
enum class ActorMemory : std::uint8_t {
  Line,  ///< one line, from the pool of envelopes
  Cell,  ///< up to three lines, from the pool of cells
  Heap,  ///< what is larger
};

/// Room for the cell's actor object, which is remembered in the cell. Throws `std::bad_alloc`.
[[nodiscard]] void* allocate_actor(ActorCell& cell, std::size_t size, std::size_t alignment);

/// Gives the room back; the object in it is destroyed, or was never built.
void free_actor(ActorCell& cell) noexcept;

/// Destroys the cell's actor object, if there is one.
void destroy_actor(ActorCell& cell) noexcept;

}  // namespace kebne::detail
