#include "kebne/base/base64_name.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace kebne {
namespace {

TEST(Base64Name, CountsThroughTheDigits) {
  std::string digits;
  for (std::uint64_t n = 0; n < 64; ++n) digits += base64_name(n);

  EXPECT_EQ(digits, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+~");
}

TEST(Base64Name, PutsTheLeastSignificantDigitFirst) {
  EXPECT_EQ(base64_name(64), "ab");
  EXPECT_EQ(base64_name(65), "bb");
  EXPECT_EQ(base64_name(4096), "aab");
}

TEST(Base64Name, NeedsElevenDigitsAtMost) {
  EXPECT_EQ(base64_name(std::numeric_limits<std::uint64_t>::max()), "~~~~~~~~~~p");
  EXPECT_EQ(base64_name(std::numeric_limits<std::uint64_t>::max()).size(), base64_name_max);
}

TEST(Base64Name, WritesNothingBeyondItsDigits) {
  char to[] = "????";

  EXPECT_EQ(write_base64(65, to), 2u);
  EXPECT_STREQ(to, "bb??");
}

}  // namespace
}  // namespace kebne
