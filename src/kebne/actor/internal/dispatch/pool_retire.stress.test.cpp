// A pool whose threads end when nobody needs them, and start again: nothing is lost on the way.
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "tests/support/process.hpp"
#include "tests/support/runnables.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

using test::Calls;
using test::Countdown;

DedicatedThreadPoolSettings short_lived(std::uint32_t threads) {
  return {.name = "test", .threads = threads, .shutdown_timeout = std::chrono::milliseconds{1}};
}

void run_one(PoolExecutor& pool) {
  std::latch done{1};
  Countdown task{done};
  pool.schedule(task.runnable);
  done.wait();
}

/// Or for the moment in which that is decided, perhaps against it.
void wait_for_retirement(const PoolExecutor& pool) {
  while (pool.is_started()) std::this_thread::yield();
}

/// The threads of the process without those of a pool.
std::size_t threads_now() {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  return test::threads();
}

void wait_for_threads(std::size_t left) {
  while (test::threads() != left) std::this_thread::yield();
}

/// The pool is awake at the end, and would retire at once if nobody were attached.
void expect_started_by_one(PoolExecutor& pool) {
  pool.attach();
  run_one(pool);
  EXPECT_TRUE(pool.is_started());
  pool.detach();
}

TEST(PoolRetireStress, EndsItsThreadsAndStartsThemAgain) {
  const std::size_t before = threads_now();
  PoolExecutor pool{short_lived(3)};
  for (int round = 0; round < 3; ++round) {
    expect_started_by_one(pool);
    wait_for_threads(before);
    EXPECT_FALSE(pool.is_started());
  }
}

TEST(PoolRetireStress, KeepsItsThreadsAsLongAsSomebodyIsAttached) {
  PoolExecutor inhabited{short_lived(2)};
  PoolExecutor empty{short_lived(2)};
  inhabited.attach();
  inhabited.attach();
  inhabited.detach();
  run_one(inhabited);
  for (int round = 0; round < 5; ++round) {
    run_one(empty);
    wait_for_retirement(empty);
    EXPECT_TRUE(inhabited.is_started());
  }

  inhabited.detach();

  wait_for_retirement(inhabited);
}

TEST(PoolRetireStress, KeepsItsThreadsAsLongAsOneRuns) {
  PoolExecutor busy{short_lived(2)};
  PoolExecutor empty{short_lived(2)};
  std::atomic<bool> is_over{false};
  Calls runs{[&] {
    while (!is_over) std::this_thread::yield();
    return false;
  }};
  busy.schedule(runs.runnable);
  for (int round = 0; round < 5; ++round) {
    run_one(empty);
    wait_for_retirement(empty);
    EXPECT_TRUE(busy.is_started());
  }

  is_over = true;

  wait_for_retirement(busy);
}

TEST(PoolRetireStress, RunsInTheCallersThreadWhenNoneIsToBeHadAgain) {
  const std::size_t before = threads_now();
  test::threads_to_be_had = 2;
  auto settings = short_lived(2);
  settings.start_thread = &test::start_thread_if_to_be_had;
  PoolExecutor pool{settings};
  run_one(pool);
  wait_for_threads(before);

  run_one(pool);
  EXPECT_FALSE(pool.is_started());
  EXPECT_THROW(pool.start(), std::system_error);
  test::threads_to_be_had = 1;
  expect_started_by_one(pool);
}

TEST(PoolRetireStress, ShutsDownWhateverStateItIsIn) {
  for (int round = 0; round < test::stressed(200); ++round) {
    PoolExecutor pool{short_lived(1 + static_cast<std::uint32_t>(round % 3))};
    run_one(pool);
    if (round % 2 == 0) wait_for_retirement(pool);
    std::latch done{1};
    Countdown last{done};
    std::thread outside{[&] { pool.schedule(last.runnable); }};
    pool.shut_down();
    outside.join();
    EXPECT_TRUE(done.try_wait());
  }
}

/// Schedules in the moment in which the threads of its pool are about to leave, or a little before
/// or after, and comes and goes as an inhabitant.
void visit(PoolExecutor& pool, int rounds, std::uint32_t draw) {
  std::atomic<int> runs{0};
  Calls task{[&] {
    runs.fetch_add(1);
    return false;
  }};
  Calls twice{[&, again = false]() mutable {
    const bool more = again = !again;
    if (!more) runs.fetch_add(1);  // from here on it may be scheduled anew, and run elsewhere
    return more;
  }};
  for (int round = 0; round < rounds; ++round) {
    draw = draw * 1'664'525 + 1'013'904'223;
    const std::uint32_t most = 1u << (draw >> 24) % 20;
    for (std::uint32_t i = 0; i < most && pool.is_started(); ++i) {
      if (draw % 3 == 0) std::this_thread::yield();
    }
    if (draw % 5 == 0) pool.attach();
    pool.schedule(task.runnable);
    pool.schedule(twice.runnable);
    while (runs.load() != 2 * (round + 1)) std::this_thread::yield();
    if (draw % 5 == 0) pool.detach();
  }
}

TEST(PoolRetireStress, LosesNothingThatIsScheduledWhileItRetires) {
  constexpr std::uint32_t pools = 6;
  std::deque<PoolExecutor> all;
  for (std::uint32_t i = 0; i < pools; ++i) all.emplace_back(short_lived(1 + i % 3));
  std::vector<std::thread> visitors;
  for (std::uint32_t i = 0; i < 2 * pools; ++i) {
    visitors.emplace_back(
        [&pool = all[i / 2], i] { visit(pool, test::stressed(300), 77 * i + 1); });
  }
  for (std::thread& visitor : visitors) visitor.join();
  for (PoolExecutor& pool : all) wait_for_retirement(pool);
}

}  // namespace
}  // namespace kebne::detail
