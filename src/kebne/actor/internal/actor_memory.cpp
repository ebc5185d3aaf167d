#include "kebne/actor/detail/actor_memory.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/local.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace kebne::detail {
namespace {

constexpr std::size_t line = 64;

#ifdef KEBNE_PLAIN_POOL
constexpr bool uses_pools = false;  // so that sanitizers see the exact size
#else
constexpr bool uses_pools = true;
#endif

ActorMemory kind_for(std::size_t size, std::size_t alignment) noexcept {
  if (!uses_pools || alignment > line) return ActorMemory::Heap;
  if (size <= sizeof(Envelope)) return ActorMemory::Line;
  return size <= sizeof(ActorCell) ? ActorMemory::Cell : ActorMemory::Heap;
}

NodePool& pool_of(Local& l, ActorMemory kind) noexcept {
  return kind == ActorMemory::Line ? l.envelopes : l.cells;
}

}  // namespace

void* allocate_actor(ActorCell& cell, std::size_t size, std::size_t alignment) {
  const ActorMemory kind = kind_for(size, alignment);
  if (kind == ActorMemory::Heap) {
    const std::size_t whole = std::max(alignment, line);
    cell.actor_memory = ::operator new (size, std::align_val_t{whole});
    cell.memory_owner = static_cast<std::uint16_t>(whole);
  } else {
    Node* node = pool_of(local(), kind).take();
    cell.actor_memory = node;
    cell.memory_owner = node->owner;
  }
  cell.memory_kind = static_cast<std::uint8_t>(kind);
  return cell.actor_memory;
}

void free_actor(ActorCell& cell) noexcept {
  void* memory = std::exchange(cell.actor_memory, nullptr);
  const auto kind = static_cast<ActorMemory>(cell.memory_kind);
  if (kind == ActorMemory::Heap) {
    ::operator delete (memory, std::align_val_t{cell.memory_owner});
    return;
  }
  Node* node = new (memory) Node{};
  node->owner = cell.memory_owner;
  pool_of(local(), kind).give(node);
}

void destroy_actor(ActorCell& cell) noexcept {
  Actor* actor = std::exchange(cell.actor, nullptr);
  if (actor == nullptr) return;
  actor->~Actor();
  free_actor(cell);
}

}  // namespace kebne::detail
