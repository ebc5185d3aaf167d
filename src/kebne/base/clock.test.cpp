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

}  // namespace
}  // namespace kebne
