#pragma once

#include "kebne/base/detail/atomic.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/node.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace kebne::detail {

class NodePool;

/// The pools of one node size in the process, by owner id.
struct NodePoolRegistry {
  static constexpr std::uint32_t max_owners = 65'536;
  std::atomic<NodePool*> pools[max_owners];
};

/// Fixed-size, line-aligned nodes for one thread. Nodes that other threads free come home in
/// batches through an inbox.
///
/// `take`, `give`, `flush` and `trim` are for the owning thread, `trim_inbox` and `waiting` for
/// any. A pool outlives its thread: the next new thread adopts it. With `KEBNE_PLAIN_POOL` each
/// node comes from `malloc`, so that sanitizers see every one.
class NodePool {
 public:
  static constexpr std::uint32_t batch = 64;
  static constexpr std::int64_t keep = 4096;  ///< nodes a parked owner keeps at hand

  NodePool(std::uint32_t node_size, std::uint16_t id, NodePoolRegistry& peers);
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

  /// Keeps at most `keep` nodes at hand and gives the memory of unused slabs back to the system.
  void trim() noexcept;

  /// Sorts the inbox of an owner that does not look after it, and gives whole slabs back.
  void trim_inbox() noexcept;

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

  void refill();
  Node* plain_take();
  void give_foreign(Node* node) noexcept;
  void send_home(std::uint16_t owner, Chain& chain) noexcept;
  struct Slabs;

  Node* free_ = nullptr;
  std::int64_t count_ = 0;
  std::uint32_t size_;
  std::uint16_t id_;
  NodePoolRegistry& peers_;
  std::unique_ptr<ChainPage> away_[NodePoolRegistry::max_owners / page];

  // Written by other threads, so on a line of their own.
  alignas(64) Atomic<Node*> inbox_{nullptr};
  Atomic<std::int64_t> inbox_count_{0};

  alignas(64) const std::unique_ptr<Slabs> slabs_;
};

}  // namespace kebne::detail
