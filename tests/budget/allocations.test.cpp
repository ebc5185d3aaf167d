// This program counts every allocation: in the steady state a message costs none.
#include "tests/budget/rally.hpp"
#include "tests/support/counting_new.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace kebne::test {
namespace {

/// Allocations in 1,000,000 messages after a warm-up.
template <class Player>
std::uint64_t allocations_in_play(std::uint32_t throughput, int balls) {
  Rally<Player> rally{throughput};
  rally.play(balls, 200'000 / balls);
  const std::uint64_t before = allocations();
  EXPECT_GE(rally.play(balls, 1'000'000 / balls), 1'000'000u);
  return allocations() - before;
}

TEST(Allocations, AreCounted) {
  const std::uint64_t before = allocations();
  int* volatile kept = new int{1};  // a pair that nobody sees may be left out
  delete kept;
  EXPECT_EQ(allocations(), before + 1);
}

TEST(Allocations, NonePerMessageInTheSteadyState) {
  for (const std::uint32_t throughput : {1u, 30u, 300u}) {
    EXPECT_EQ(allocations_in_play<RawPlayer>(throughput, 1'000), 0u) << throughput;
    EXPECT_EQ(allocations_in_play<TablePlayer>(throughput, 1'000), 0u) << throughput;
  }
}

TEST(Allocations, NonePerMessageOfASinglePair) {
  EXPECT_EQ(allocations_in_play<RawPlayer>(30, 1), 0u);
  EXPECT_EQ(allocations_in_play<TablePlayer>(30, 1), 0u);
}

}  // namespace
}  // namespace kebne::test
