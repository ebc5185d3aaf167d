#pragma once

#include "kebne/base/detail/atomic.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/node.hpp"

#include <cstdint>
#include <cstdlib>

namespace kebne::detail {

class NodePool;

/// The pools of one node size in the process, by owner id.
struct NodePoolRegistry {
  static constexpr std::uint32_t max_owners = 65'536;
  std::atomic<NodePool*> pools[max_owners];
};

/// How much of its nodes a pool has in hand.
struct NodePoolLimits {
  std::uint32_t batch = 64;  ///< so many go home at once, or are carved from new memory
  std::int64_t keep = 4096;  ///< so many stay at hand when the owner is parked; at least 2
};

/// Fixed-size, line-aligned nodes for one thread. Nodes that other threads free come home in
/// batches through an inbox.
///
/// `take`, `give`, `flush` and `trim` are for the owning thread, `trim_inbox` and `waiting` for
/// any. A pool outlives its thread: the next new thread adopts it. With `KEBNE_PLAIN_POOL` each
/// node comes from `malloc`, so that sanitizers see every one.
class NodePool {
 public:
  NodePool(std::uint32_t node_size, std::uint16_t id, NodePoolRegistry& peers,
           NodePoolLimits limits = {});
  NodePool(const NodePool&) = delete;
  NodePool& operator=(const NodePool&) = delete;
  ~NodePool();

  /// A node whose `owner` is set; the rest is undefined. Throws `std::bad_alloc`.
  [[nodiscard]] Node* take() {
#ifdef KEBNE_PLAIN_POOL
    return plain_take();
#else
    if (KEBNE_UNLIKELY(free_ == nullptr)) refill();
    Node* node = free_;
    free_ = node->next;
    --count_;
    return node;
#endif
  }

  void give(Node* node) noexcept {
#ifdef KEBNE_PLAIN_POOL
    std::free(node);
#else
    if (KEBNE_LIKELY(node->owner == id_)) {
      node->next = free_;
      free_ = node;
      ++count_;
    } else {
      give_foreign(node);
    }
#endif
  }

  /// Sends partial batches home. Before the thread sleeps: what it holds belongs to others.
  void flush() noexcept;

  /// Keeps at most `limits.keep` nodes at hand and gives the memory of unused slabs back to the
  /// system.
  void trim() noexcept;

  /// Sorts the inbox of an owner that does not look after it, and gives whole slabs back.
  void trim_inbox() noexcept;

  /// Whether `trim_inbox` is worth it. About.
  [[nodiscard]] bool overflows() const noexcept { return waiting() > limits_.keep; }

  /// What its nodes carry as `owner`.
  [[nodiscard]] std::uint16_t id() const noexcept { return id_; }

  /// Nodes in the inbox, about.
  [[nodiscard]] std::int64_t waiting() const noexcept {
    return inbox_count_.load(std::memory_order_relaxed);
  }

  /// Slabs of all pools that hold memory now, 64 KiB each.
  [[nodiscard]] static std::uint64_t live_slabs() noexcept;

 private:
  struct Chain {
    Node* head = nullptr;
    Node* tail = nullptr;
    std::uint32_t count = 0;
  };
  static constexpr std::uint32_t page = 256;
  struct ChainPage {
    Chain chains[page];
  };

  struct Slabs;

  void refill();
  Node* plain_take();
  void give_foreign(Node* node) noexcept;
  void send_home(std::uint16_t owner, Chain& chain) noexcept;

  Node* free_ = nullptr;
  std::int64_t count_ = 0;
  std::uint32_t size_;
  std::uint16_t id_;
  const NodePoolLimits limits_;
  NodePoolRegistry& peers_;
  // Both owned. They are no `std::unique_ptr`, as <memory> would lengthen every user's compilation.
  ChainPage* away_[NodePoolRegistry::max_owners / page] = {};
  Slabs* const slabs_;

  // Written by other threads, so on a line of their own.
  alignas(64) Atomic<Node*> inbox_{nullptr};
  Atomic<std::int64_t> inbox_count_{0};
};

}  // namespace kebne::detail
