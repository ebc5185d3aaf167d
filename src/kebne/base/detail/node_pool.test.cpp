#include "kebne/base/detail/node_pool.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace kebne::detail {
namespace {

/// Two pools of 64-byte nodes, as of two threads; used by one thread here.
struct NodePoolTest : testing::Test {
  std::unique_ptr<NodePoolRegistry> registry{new NodePoolRegistry{}};
  NodePool mine{64, 0, *registry};
  NodePool theirs{64, 1, *registry};

  NodePoolTest() {
    registry->pools[0] = &mine;
    registry->pools[1] = &theirs;
  }
  static std::vector<Node*> take(NodePool& pool, int n) {
    std::vector<Node*> nodes;
    for (int i = 0; i < n; ++i) nodes.push_back(pool.take());
    return nodes;
  }
  static void give(NodePool& pool, const std::vector<Node*>& nodes) {
    for (Node* node : nodes) pool.give(node);
  }
};

TEST_F(NodePoolTest, GivesAlignedNodesThatKnowTheirOwner) {
  const std::vector<Node*> nodes = take(theirs, 3'000);

  EXPECT_EQ(std::set<Node*>(nodes.begin(), nodes.end()).size(), nodes.size());
  for (const Node* node : nodes) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(node) % 64, 0u);
    EXPECT_EQ(node->owner, 1u);
  }
  give(theirs, nodes);
}

#ifndef KEBNE_PLAIN_POOL  // there each node is a block of malloc's

TEST_F(NodePoolTest, ReusesWhatCameBackLast) {
  Node* node = mine.take();
  mine.give(node);

  EXPECT_EQ(mine.take(), node);

  mine.give(node);
}

TEST_F(NodePoolTest, SendsOthersNodesHomeInBatches) {
  const std::vector<Node*> nodes = take(theirs, NodePoolLimits{}.batch + 1);

  for (std::uint32_t i = 0; i + 1 < NodePoolLimits{}.batch; ++i) mine.give(nodes[i]);
  EXPECT_EQ(theirs.waiting(), 0);
  mine.give(nodes[NodePoolLimits{}.batch - 1]);
  EXPECT_EQ(theirs.waiting(), NodePoolLimits{}.batch);
  mine.give(nodes[NodePoolLimits{}.batch]);
  mine.flush();

  EXPECT_EQ(theirs.waiting(), NodePoolLimits{}.batch + 1);
}

TEST_F(NodePoolTest, TakesWhatHasComeHomeBeforeNewMemory) {
  const std::vector<Node*> nodes = take(theirs, 512);
  const std::uint64_t slabs = NodePool::live_slabs();
  give(mine, nodes);
  mine.flush();

  std::vector<Node*> again = take(theirs, 512);

  EXPECT_EQ(NodePool::live_slabs(), slabs);
  EXPECT_EQ(theirs.waiting(), 0);
  give(theirs, again);
}

TEST_F(NodePoolTest, KeepsAFewNodesAndGivesTheRestOfABurstBack) {
  const std::uint64_t before = NodePool::live_slabs();
  give(mine, take(mine, 200'000));
  EXPECT_GE(NodePool::live_slabs(), before + 190);

  mine.trim();

  EXPECT_LE(NodePool::live_slabs(), before + 4);
  give(mine, take(mine, 10'000));  // and it still works
  mine.trim();
  EXPECT_LE(NodePool::live_slabs(), before + 4);
}

TEST_F(NodePoolTest, SortsTheInboxOfAnOwnerThatSleeps) {
  const std::uint64_t before = NodePool::live_slabs();
  give(mine, take(theirs, 200'000));
  mine.flush();

  theirs.trim_inbox();

  EXPECT_EQ(theirs.waiting(), 0);
  EXPECT_LE(NodePool::live_slabs(), before + 1);
}

TEST_F(NodePoolTest, ReservesNothingForANodeSizeOfItsOwn) {
  NodePool cells{192, 0, *registry};
  const std::uint64_t before = NodePool::live_slabs();
  const std::vector<Node*> nodes = take(cells, 341);  // (65536 - 64) / 192
  EXPECT_EQ(NodePool::live_slabs(), before + 1);

  Node* one_more = cells.take();

  EXPECT_EQ(NodePool::live_slabs(), before + 2);
  cells.give(one_more);
  give(cells, nodes);
}

#endif

}  // namespace
}  // namespace kebne::detail
