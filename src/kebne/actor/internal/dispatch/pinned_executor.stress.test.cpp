// Threads for one actor each: none is left behind, none is missed.
#include "kebne/actor/internal/dispatch/pinned_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "tests/support/process.hpp"
#include "tests/support/runnables.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <system_error>
#include <thread>

namespace kebne::detail {
namespace {

using test::Calls;
using test::Countdown;

TEST(PinnedExecutorStress, LeavesNoThreadBehindInManyRounds) {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  const std::size_t before = test::threads();
  PinnedThreads threads;
  for (int round = 0; round < test::stressed(10'000); ++round) {
    PinnedExecutor& executor = threads.make("test");
    executor.attach();
    executor.start();
    Calls ends{[&executor] {
      executor.detach();
      return false;
    }};
    executor.schedule(ends.runnable);
    threads.wait_for_all();  // the task is this round's own
  }

  EXPECT_EQ(test::threads(), before);
}

TEST(PinnedExecutorStress, OutlivesItsLastRunUntilTheSchedulerIsOut) {
  for (int round = 0; round < test::stressed(2'000); ++round) {
    PinnedThreads threads;
    PinnedExecutor& executor = threads.make("test");
    executor.attach();
    Calls last{[&] {
      executor.detach();
      return false;
    }};
    std::latch awake{1};
    Countdown wakes{awake};
    executor.schedule(wakes.runnable);
    awake.wait();
    std::thread outside{[&] { executor.schedule(last.runnable); }};
    threads.wait_for_all();
    outside.join();
  }
}

TEST(PinnedExecutorStress, DefersAsAWorkerAndIsNone) {
  PinnedThreads threads;
  PinnedExecutor& executor = threads.make("test");
  executor.attach();
  std::latch done{1};
  Calls looks{[&] {
    EXPECT_TRUE(local().defers);
    EXPECT_EQ(local().worker, nullptr);
    EXPECT_TRUE(executor.owns_this_thread());
    EXPECT_TRUE(threads.owns_this_thread());
    done.count_down();
    return false;
  }};
  executor.schedule(looks.runnable);
  done.wait();
  EXPECT_FALSE(executor.owns_this_thread());
  EXPECT_FALSE(threads.owns_this_thread());
  executor.detach();
}

TEST(PinnedExecutorStress, RunsInTheCallersThreadWhereNoneIsToBeHad) {
  test::threads_to_be_had = 0;
  PinnedThreads threads{&test::start_thread_if_to_be_had};
  PinnedExecutor& executor = threads.make("test");
  executor.attach();
  EXPECT_THROW(executor.start(), std::system_error);
  bool has_run = false;
  Calls ends{[&] {
    has_run = true;
    executor.detach();
    return false;
  }};

  executor.schedule(ends.runnable);

  EXPECT_TRUE(has_run);
  threads.wait_for_all();
}

TEST(PinnedExecutorStress, IsFreedThoughNobodyEverLivedThere) {
  PinnedThreads threads;
  std::latch done{1};
  Countdown task{done};
  threads.make("idle").start();
  threads.make("busy").schedule(task.runnable);
  (void)threads.make("unused");

  threads.wait_for_all();

  EXPECT_TRUE(done.try_wait());
}

}  // namespace
}  // namespace kebne::detail
