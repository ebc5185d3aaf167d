// This program is built with counted atomics: what a message costs in read-modify-writes of
// mailboxes, node pools and reference counts.
#include "kebne/base/detail/atomic.hpp"
#include "tests/budget/rally.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>

namespace kebne::test {
namespace {

/// Read-modify-writes a message, of 1,000,000 after a warm-up.
template <class Player>
double cost(const char* name, std::uint32_t throughput, int balls) {
  Rally<Player> rally{throughput};
  rally.play(balls, 100'000 / balls);
  const std::uint64_t before = detail::atomic_rmw_count;
  const std::uint64_t messages = rally.play(balls, 1'000'000 / balls);
  const auto count = static_cast<double>(detail::atomic_rmw_count - before);
  const double per_message = count / static_cast<double>(messages);
  std::printf("%-6s throughput %3u, %4d in flight: %.3f read-modify-writes a message\n", name,
              throughput, balls, per_message);
  return per_message;
}

TEST(AtomicsBudget, IsAboutOneAMessageWhenBusy) {
  for (const double each :
       {cost<RawPlayer>("raw", 300, 1'000), cost<TablePlayer>("table", 300, 1'000)}) {
    EXPECT_LE(each, 1.05);
    EXPECT_GE(each, 0.99);  // the push itself; less means that nothing was counted
  }
}

TEST(AtomicsBudget, IsAboutThreeAMessageForASinglePair) {
  for (const double each : {cost<RawPlayer>("raw", 30, 1), cost<TablePlayer>("table", 30, 1)}) {
    EXPECT_LE(each, 3.1);
    EXPECT_GE(each, 1.9);  // the push, and letting go
  }
}

}  // namespace
}  // namespace kebne::test
