// Compiled into a test program: each of its tests fails that leaves cells behind. A cell is left
// when a reference to it is, so this finds every count that was not given back.
#include "kebne/actor/detail/local.hpp"

#include <gtest/gtest.h>

namespace {

class CellLeaks final : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { before_ = kebne::detail::live_cells(); }
  void OnTestEnd(const testing::TestInfo&) override {
    EXPECT_EQ(kebne::detail::live_cells(), before_) << "cells that the test leaves behind";
  }

  std::int64_t before_ = 0;
};

[[maybe_unused]] const bool is_installed = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new CellLeaks);
  return true;
}();

}  // namespace
