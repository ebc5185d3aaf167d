#include "kebne/base/clock.hpp"

#include <gtest/gtest.h>

namespace kebne {
namespace {

TEST(SystemClock, NeverGoesBack) {
  const SystemClock clock;
  auto last = clock.now();
  bool has_moved = false;

  for (int i = 0; i < 100'000 || !has_moved; ++i) {
    const auto now = clock.now();
    ASSERT_GE(now, last);
    has_moved |= now > last;
    last = now;
  }
}

TEST(SystemClock, IsOneForTheProcess) {
  const SystemClock one;
  const SystemClock two;

  const auto first = one.now();
  const auto second = two.now();

  EXPECT_LE(first, second);
  EXPECT_LE(second, one.now());
}

TEST(SystemClock, TellsTheWallTime) {
  const SystemClock clock;
  constexpr std::chrono::milliseconds unsure{1};

  for (int i = 0; i < 500'000; ++i) {  // longer than it takes to learn how fast the counter is
    const auto before = std::chrono::system_clock::now();
    const auto wall = clock.wall();
    const auto after = std::chrono::system_clock::now();
    ASSERT_GE(wall, before - unsure);
    ASSERT_LE(wall, after + unsure);
  }
}

}  // namespace
}  // namespace kebne
