#include "tests/support/match.hpp"

#include <gtest/gtest.h>

namespace kebne::test {
namespace {

TEST(TableMatch, ExactWantsEqualText) {
  EXPECT_TRUE(matches(Match::Exact, "a; b", "a; b"));
  EXPECT_FALSE(matches(Match::Exact, "a; b", "b; a"));
}

TEST(TableMatch, SetLeavesTheOrderFree) {
  EXPECT_TRUE(matches(Match::Set, "a; b; a", "b; a; a"));
  EXPECT_FALSE(matches(Match::Set, "a; b; a", "b; b; a"));
  EXPECT_FALSE(matches(Match::Set, "a; b", "a"));
}

TEST(TableMatch, PerActorKeepsTheOrderOfEachActor) {
  EXPECT_TRUE(matches(Match::PerActor, "p.1; c.1; p.2; c.2", "c.1; c.2; p.1; p.2"));
  EXPECT_FALSE(matches(Match::PerActor, "p.1; c.1; p.2", "p.2; c.1; p.1"));
  EXPECT_FALSE(matches(Match::PerActor, "p.1; c.1", "p.1"));
}

TEST(TableMatch, PerActorLeavesItemsOfNoActorFree) {
  EXPECT_TRUE(matches(Match::PerActor, "dead(x); p.1; dead(y)", "p.1; dead(y); dead(x)"));
  EXPECT_FALSE(matches(Match::PerActor, "dead(x); p.1", "p.1; dead(y)"));
}

TEST(TableMatch, NearComparesNumbersByTheirSize) {
  EXPECT_TRUE(matches(Match::Near, "phi=1.0000001 n=5", "phi=1 n=5"));
  EXPECT_TRUE(matches(Match::Near, "-0", "0"));
  EXPECT_TRUE(matches(Match::Near, "1e3", "1000"));
  EXPECT_FALSE(matches(Match::Near, "phi=1.00001", "phi=1"));
  EXPECT_FALSE(matches(Match::Near, "-1", "1"));
  EXPECT_FALSE(matches(Match::Near, "phi=1", "psi=1"));
  EXPECT_FALSE(matches(Match::Near, "1", "1 2"));
}

TEST(TableMatch, NearTakesInfinityForAWord) {
  EXPECT_TRUE(matches(Match::Near, "infinite", "infinite"));
  EXPECT_FALSE(matches(Match::Near, "inf", "nan"));
}

TEST(TableMatch, RangeHasNoGeneralRule) { EXPECT_FALSE(matches(Match::Range, "a", "a")); }

}  // namespace
}  // namespace kebne::test
