#include "kebne/testkit/latch.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::failure_of;

TEST(TestLatch, OpensWhenItIsCountedDown) {
  TestLatch latch{2};
  std::thread other{[&] {
    latch.count_down();
    latch.count_down();
    latch.count_down();
  }};
  latch.ready();
  other.join();
  EXPECT_TRUE(latch.is_open());

  latch.reset();
  EXPECT_FALSE(latch.is_open());
  EXPECT_EQ(failure_of([&] { latch.ready(1ms); }),
            "latch: wanted it to open in 0.001 s, 1 are left to count down");
  latch.open();
  latch.ready(std::chrono::nanoseconds::max());
}

TEST(TestBarrier, LetsAllGoOnTogetherAgainAndAgain) {
  constexpr int rounds = 50;
  TestBarrier barrier{3};
  std::atomic<int> arrived{0};
  const auto run = [&] {
    for (int round = 1; round <= rounds; ++round) {
      arrived.fetch_add(1);
      barrier.await();
      EXPECT_GE(arrived.load(), 3 * round);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(run);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(arrived.load(), 3 * rounds);
}

TEST(TestBarrier, IsBrokenForAllWhenOneWaitsInVain) {
  TestBarrier barrier{3};
  TestLatch failed;
  std::thread other{[&] {
    EXPECT_THROW(barrier.await(), ExpectationFailed);
    failed.count_down();
  }};
  EXPECT_THROW(barrier.await(1ms), ExpectationFailed);
  EXPECT_EQ(failure_of([&] { barrier.await(); }),
            "barrier: it is broken, somebody has waited in vain");
  failed.ready();
  other.join();

  barrier.reset();
  EXPECT_EQ(failure_of([&] { barrier.await(1ms); }),
            "barrier: wanted 3 to come in 0.001 s, 1 came");
  EXPECT_THROW(TestBarrier{0}, std::invalid_argument);
}

}  // namespace
}  // namespace kebne
