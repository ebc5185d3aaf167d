#pragma once

#include <cstddef>
#include <cstdint>

namespace kebne::detail {

/// Head of everything that lives in a `NodePool`.
///
/// `owner` is written once, when the node is carved from its slab, and must survive reuse: whoever
/// builds an object over a node passes it along. The other fields are the user's.
struct Node {
  Node* next;
  std::uint64_t word;
  std::uint32_t type;
  std::uint16_t owner;
  std::uint8_t kind;
  std::uint8_t flags;
};
static_assert(sizeof(Node) == 24 && offsetof(Node, owner) == 20);

/// Turns a newest-first chain into an oldest-first one.
[[nodiscard]] inline Node* reverse(Node* newest) noexcept {
  Node* out = nullptr;
  while (newest != nullptr) {
    Node* older = newest->next;
    newest->next = out;
    out = newest;
    newest = older;
  }
  return out;
}

}  // namespace kebne::detail
