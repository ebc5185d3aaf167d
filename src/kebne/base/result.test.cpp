#include "kebne/base/result.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kebne {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail(Code::OutOfRange, "odd");
  return n / 2;
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(half(8).value(), 4);
  ASSERT_FALSE(half(7));
  EXPECT_EQ(half(7).error().code, Code::OutOfRange);
  EXPECT_EQ(half(7).error().text, "odd");
}

TEST(Result, MayHoldNothingButSuccess) {
  const Result<void> good;
  const Result<void> bad = fail(Code::Full, "full");

  EXPECT_TRUE(good);
  EXPECT_EQ(bad.error().code, Code::Full);
}

TEST(Code, HasAName) {
  EXPECT_EQ(to_string(Code::BadSyntax), "BadSyntax");
  EXPECT_EQ(to_string(Code::OutOfRange), "OutOfRange");
  EXPECT_EQ(to_string(Code::Timeout), "Timeout");
  EXPECT_EQ(to_string(Code::DeadTarget), "DeadTarget");
  EXPECT_EQ(to_string(Code::WrongReplyType), "WrongReplyType");
  EXPECT_EQ(to_string(Code::UserError), "UserError");
  EXPECT_EQ(to_string(Code::Terminated), "Terminated");
  EXPECT_EQ(to_string(Code::Full), "Full");
}

}  // namespace
}  // namespace kebne
