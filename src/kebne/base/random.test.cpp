#include "kebne/base/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace kebne {
namespace {

TEST(SeededRandom, FollowsThePublishedSequence) {
  SeededRandom random{1234567};  // test vector of the SplitMix64 reference code

  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(SeededRandom, RepeatsItselfForOneSeedOnly) {
  SeededRandom a{1};
  SeededRandom b{1};
  SeededRandom c{2};

  const std::uint64_t first = a.next();

  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
}

TEST(SystemRandom, FillsAll64Bits) {
  SystemRandom random;
  std::set<std::uint64_t> seen;
  std::uint64_t ones = 0;
  std::uint64_t zeros = 0;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t n = random.next();
    seen.insert(n);
    ones |= n;
    zeros |= ~n;
  }

  EXPECT_EQ(seen.size(), 200u);
  EXPECT_EQ(std::popcount(ones), 64);
  EXPECT_EQ(std::popcount(zeros), 64);
}

}  // namespace
}  // namespace kebne
