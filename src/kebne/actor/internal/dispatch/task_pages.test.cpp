#include "kebne/actor/detail/task_pages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace kebne::detail {
namespace {

using Lines = std::vector<TaskPages::Line>;

/// As of two threads; used by one here.
struct TaskPagesTest : testing::Test {
  static constexpr NodePoolLimits limits{.batch = 1, .keep = 4};
  std::unique_ptr<NodePoolRegistry> registry{new NodePoolRegistry{}};
  NodePool my_pool{TaskPages::page_size, 0, *registry, limits};
  NodePool their_pool{TaskPages::page_size, 1, *registry, limits};
  TaskPages mine{my_pool};
  TaskPages theirs{their_pool};

  TaskPagesTest() {
    registry->pools[0] = &my_pool;
    registry->pools[1] = &their_pool;
  }
  static Lines take(TaskPages& pages, std::size_t n) {
    Lines taken;
    while (taken.size() < n) taken.push_back(pages.take());
    return taken;
  }
  static void give(TaskPages& pages, const Lines& taken) {
    for (const TaskPages::Line line : taken) pages.give(line);
  }
};

TEST_F(TaskPagesTest, GivesEachLineOnceAndAligned) {
  const Lines taken = take(theirs, 3'000);

  std::set<std::byte*> seen;
  for (const TaskPages::Line line : taken) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(line.at) % TaskPages::line, 0u);
    seen.insert(line.at);
  }
  EXPECT_EQ(seen.size(), taken.size());
  give(theirs, taken);
  theirs.settle();
}

#ifndef KEBNE_PLAIN_POOL  // there each line is a block of malloc's

TEST_F(TaskPagesTest, LaysTheLinesOfAPageOneBehindTheOther) {
  const Lines taken = take(mine, 2 * TaskPages::capacity);

  for (std::size_t i = 1; i < taken.size(); ++i) {
    if (i == TaskPages::capacity) continue;  // the next page is anywhere
    EXPECT_EQ(taken[i].at - taken[i - 1].at, static_cast<std::ptrdiff_t>(TaskPages::line)) << i;
  }
  give(mine, taken);
}

TEST_F(TaskPagesTest, StaysInOrderWhenOthersGiveTheLinesBackInAny) {
  for (int round = 0; round < 100; ++round) {
    const Lines taken = take(mine, 3 * TaskPages::capacity);
    for (std::size_t i = 0; i < taken.size(); i += 2) theirs.give(taken[i]);
    for (std::size_t i = 1; i < taken.size(); i += 2) mine.give(taken[i]);
  }

  const Lines taken = take(mine, TaskPages::capacity);

  for (std::size_t i = 1; i < taken.size(); ++i) {
    EXPECT_EQ(taken[i].at - taken[i - 1].at, static_cast<std::ptrdiff_t>(TaskPages::line)) << i;
  }
  give(mine, taken);
}

TEST_F(TaskPagesTest, GivesAPageBackWithItsLastLine) {
  const Lines taken = take(theirs, TaskPages::capacity);

  for (std::size_t i = 1; i < taken.size(); ++i) mine.give(taken[i]);
  mine.settle();
  EXPECT_EQ(their_pool.waiting(), 0);
  theirs.give(taken[0]);
  theirs.settle();

  EXPECT_EQ(take(theirs, 1)[0].at, taken[0].at);  // the page is used anew
}

TEST_F(TaskPagesTest, SendsAPageOfAnotherThreadHome) {
  give(mine, take(theirs, TaskPages::capacity));

  EXPECT_EQ(their_pool.waiting(), 1);
}

TEST_F(TaskPagesTest, TellsWhatItHasOfOneBeforeItTurnsToAnother) {
  const Lines taken = take(theirs, 2 * TaskPages::capacity);

  for (std::size_t i = 0; i < TaskPages::capacity; ++i) {
    mine.give(taken[i]);
    mine.give(taken[TaskPages::capacity + i]);
  }
  mine.settle();

  EXPECT_EQ(their_pool.waiting(), 2);
}

TEST_F(TaskPagesTest, GivesTheMemoryOfABurstBack) {
  const std::uint64_t before = NodePool::live_slabs();
  give(theirs, take(mine, 200'000));
  theirs.settle();
  EXPECT_GE(NodePool::live_slabs(), before + 190);

  my_pool.trim();

  EXPECT_LE(NodePool::live_slabs(), before + 4);
}

#endif

}  // namespace
}  // namespace kebne::detail
