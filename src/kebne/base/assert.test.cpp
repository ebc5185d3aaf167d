#include "kebne/base/assert.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace kebne::detail {
namespace {

// A death test of its own process: forking one with threads is not safe.
struct AssertDeathTest : testing::Test {
  AssertDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(AssertDeathTest, EndsTheProcessWithTheContractAndThePlace) {
  EXPECT_DEATH(assertion_failed("some.cpp", 7, "a < b"),
               "kebne: broken contract: a < b \\(some.cpp:7\\)");
}

TEST_F(AssertDeathTest, SaysWhereTheThreadIs) {
  EXPECT_DEATH(
      {
        set_whereabouts([]() noexcept { std::fputs("while at it\n", stderr); });
        assertion_failed("some.cpp", 7, "a < b");
      },
      "broken contract.*\n.*while at it");
}

#if defined(KEBNE_ASSERTS) || !defined(NDEBUG)
TEST_F(AssertDeathTest, ChecksInTestBuilds) {
  KEBNE_ASSERT(1 + 1 == 2);
  EXPECT_DEATH(KEBNE_ASSERT(1 + 1 == 3), "broken contract: 1 \\+ 1 == 3");
}
#else
TEST_F(AssertDeathTest, ChecksNothingInReleaseBuilds) { KEBNE_ASSERT(1 + 1 == 3); }
#endif

}  // namespace
}  // namespace kebne::detail
