#include "kebne/base/detail/node_pool.hpp"

#include "kebne/base/random.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <unordered_set>
#include <vector>

namespace kebne::detail {
namespace {

using test::stressed;

constexpr std::uint32_t threads = 4;

struct Crossing {
  std::unique_ptr<NodePoolRegistry> registry{new NodePoolRegistry{}};
  std::deque<NodePool> pools;
  std::atomic<Node*> mail[threads] = {};  ///< a stack for each thread, that others fill

  Crossing() {
    for (std::uint16_t i = 0; i < threads; ++i) {
      registry->pools[i] = &pools.emplace_back(64u, i, *registry);
    }
  }

  void send(std::uint32_t to, Node* node) {
    node->next = mail[to].load(std::memory_order_relaxed);
    while (!mail[to].compare_exchange_weak(node->next, node, std::memory_order_release)) {
    }
  }
  /// Frees what was sent to `self`, and checks that nobody else has touched it.
  std::uint64_t receive(std::uint32_t self) {
    std::uint64_t n = 0;
    Node* node = mail[self].exchange(nullptr, std::memory_order_acquire);
    for (; node != nullptr; ++n) {
      Node* next = node->next;
      EXPECT_EQ(node->word, node->type * std::uint64_t{3});
      pools[self].give(node);
      node = next;
    }
    return n;
  }
};

TEST(NodePoolStress, BringsEveryNodeHomeThoughOthersFreeIt) {
  Crossing crossing;
  const int each = stressed(400'000);
  std::atomic<std::uint64_t> received{0};
  [[maybe_unused]] const std::uint64_t slabs_before = NodePool::live_slabs();

  std::vector<std::thread> all;
  for (std::uint32_t t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      SeededRandom dice{t};
      std::uint64_t mine = 0;
      for (int i = 0; i < each; ++i) {
        Node* node = crossing.pools[t].take();
        EXPECT_EQ(node->owner, t);
        node->type = static_cast<std::uint32_t>(dice.next());
        node->word = node->type * std::uint64_t{3};
        crossing.send(static_cast<std::uint32_t>(dice.next() % threads), node);
        if (i % 50 == 0) mine += crossing.receive(t);
        if (i % 10'000 == 0) {
          crossing.pools[t].flush();
          crossing.pools[t].trim();
        }
        if (i % 5'000 == 0) crossing.pools[(t + 1) % threads].trim_inbox();
      }
      received.fetch_add(mine);
    });
  }
  for (std::thread& thread : all) thread.join();
  for (std::uint32_t t = 0; t < threads; ++t) received.fetch_add(crossing.receive(t));

  EXPECT_EQ(received.load(), std::uint64_t{threads} * static_cast<std::uint64_t>(each));
#ifndef KEBNE_PLAIN_POOL
  // Each node of each slab is there once: so many can be taken before a pool needs another slab.
  constexpr std::uint64_t nodes_of_a_slab = (64 * 1024 - 64) / 64;
  for (NodePool& pool : crossing.pools) pool.flush();
  const std::uint64_t slabs = NodePool::live_slabs();
  std::unordered_set<Node*> seen;
  for (NodePool& pool : crossing.pools) {
    const std::uint64_t now = NodePool::live_slabs();
    for (Node* node = pool.take(); NodePool::live_slabs() == now; node = pool.take()) {
      EXPECT_TRUE(seen.insert(node).second);
    }
  }
  EXPECT_EQ(seen.size(), (slabs - slabs_before) * nodes_of_a_slab);
#endif
}

}  // namespace
}  // namespace kebne::detail
