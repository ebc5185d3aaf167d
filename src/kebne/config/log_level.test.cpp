#include "kebne/config/log_level.hpp"

#include <gtest/gtest.h>

namespace kebne {
namespace {

TEST(LogLevel, ReadsWhatItPrints) {
  for (const LogLevel level :
       {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Off}) {
    EXPECT_EQ(log_level(to_string(level)), level);
  }
}

TEST(LogLevel, TakesSmallLettersButNoOtherWords) {
  EXPECT_EQ(log_level("warning"), LogLevel::Warning);
  EXPECT_EQ(log_level("WARN"), std::nullopt);
  EXPECT_EQ(log_level(""), std::nullopt);
}

}  // namespace
}  // namespace kebne
