// Handing work to an executor costs no allocation, whichever executor it is.
#include "kebne/actor/detail/task.hpp"
#include "kebne/actor/internal/dispatch/channel_executor.hpp"
#include "kebne/actor/internal/dispatch/pinned_executor.hpp"
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/actor/internal/dispatch/task_executor.hpp"
#include "kebne/base/detail/node_pool.hpp"
#include "tests/support/counting_new.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <latch>
#include <memory>
#include <thread>
#include <utility>

namespace kebne::test {
namespace {

using detail::local;

/// What a task of 40 bytes does: counts, and the last one says so.
struct Counts {
  std::atomic<int>* left;
  std::latch* done;
  std::array<std::uint64_t, 3> more;

  void operator()() const noexcept {
    if (left->fetch_sub(1) == 1) done->count_down();
  }
};
static_assert(sizeof(Counts) == detail::Task::room && detail::fits_task<Counts>);

/// Allocations of `n` tasks, some of which wait at a time: a longer queue makes the node pools
/// grow.
std::uint64_t allocations_of_tasks(Executor& executor, int n) {
  std::atomic<int> left{n};
  std::latch done{1};
  const std::uint64_t before = allocations();
  for (int i = 0; i < n; ++i) {
    while (i - (n - left.load()) > 1'000) std::this_thread::yield();
    detail::schedule_on(local(), executor,
                        *detail::make_task(local(), 0, Counts{&left, &done, {}}));
  }
  done.wait();
  return allocations() - before;
}

/// Allocations of one runnable that is scheduled `n` times, and runs twice each time.
std::uint64_t allocations_of_one(Executor& executor, int n) {
  std::atomic<int> runs{0};
  Calls again{[&runs] { return runs.fetch_add(1) % 2 == 0; }};
  const std::uint64_t before = allocations();
  for (int i = 1; i <= n; ++i) {
    executor.schedule(again.runnable);
    while (runs.load() != 2 * i) std::this_thread::yield();
  }
  return allocations() - before;
}

/// They live longer than the threads that may still be in them.
using Guests = std::deque<Calls>;

/// As many runnables as there are threads meet.
void meet(Executor& executor, int threads, Guests& guests) {
  std::latch meeting{threads};
  std::latch done{threads};
  for (int i = 0; i < threads; ++i) {
    executor.schedule(guests
                          .emplace_back([&meeting, &done] {
                            meeting.arrive_and_wait();
                            done.count_down();
                            return false;
                          })
                          .runnable);
  }
  done.wait();
}

/// Starts the threads and makes their pools. Who comes to the second meeting has given back the
/// node of the first, if it came in one: that was this thread's.
void warm_up(Executor& executor, int threads, Guests& guests) {
  meet(executor, threads, guests);
  meet(executor, threads, guests);
  allocations_of_tasks(executor, 10'000);
}

void expect_none(Executor& executor, int threads, Guests& guests, const char* name) {
  warm_up(executor, threads, guests);
  EXPECT_EQ(allocations_of_tasks(executor, 1'000'000), 0u) << name;
  EXPECT_EQ(allocations_of_one(executor, 1'000), 0u) << name;
}

TEST(TaskAllocations, NoneWhateverTheExecutor) {
  Guests guests;
  detail::PoolExecutor pool{"test", 2};
  expect_none(pool, 2, guests, "pool");
  detail::TaskExecutor tasks{pool};
  expect_none(tasks, 2, guests, "task");
  detail::ChannelScheduler scheduler{pool, {.parallelism = 2}};
  detail::ChannelExecutor channel{scheduler, DispatcherSettings::Priority::Normal};
  expect_none(channel, 2, guests, "channel");
  detail::PinnedThreads threads;
  detail::PinnedExecutor& pinned = threads.make("test");
  pinned.attach();
  expect_none(pinned, 1, guests, "pinned");
  pinned.detach();
}

TEST(TaskAllocations, NoneWhenPagesGoHome) {
  constexpr detail::NodePoolLimits limits{.batch = 1, .keep = 64};
  const auto registry = std::make_unique<detail::NodePoolRegistry>();
  detail::NodePool my_pool{detail::TaskPages::page_size, 0, *registry, limits};
  detail::NodePool their_pool{detail::TaskPages::page_size, 1, *registry, limits};
  registry->pools[0] = &my_pool;
  registry->pools[1] = &their_pool;
  detail::TaskPages mine{my_pool};
  detail::TaskPages theirs{their_pool};
  theirs.give(theirs.take());  // the first slab
  const std::uint64_t before = allocations();

  for (std::uint32_t i = 0; i < 4 * detail::TaskPages::capacity; ++i) mine.give(theirs.take());

  EXPECT_EQ(allocations(), before);
}

TEST(TaskAllocations, OneForWhatIsTooLargeForItsNode) {
  Guests guests;
  detail::PoolExecutor pool{"test", 1};
  expect_none(pool, 1, guests, "pool");
  std::latch done{1};
  const std::uint64_t before = allocations();
  pool.schedule(*detail::make_task(local(), 0, [&done, large = std::array<char, 64>{}] {
    (void)large;
    done.count_down();
  }));
  done.wait();
  EXPECT_EQ(allocations(), before + 1);
}

}  // namespace
}  // namespace kebne::test
