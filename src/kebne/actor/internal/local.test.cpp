#include "kebne/actor/detail/local.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <set>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

TEST(Local, OfAThreadThatEndedIsAdoptedByTheNext) {
  const Local* mine = &local();
  std::set<const Local*> seen;
  for (int i = 0; i < 50; ++i) {
    std::thread{[&] { seen.insert(&local()); }}.join();
  }

  EXPECT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen.count(mine), 0u);
}

TEST(Local, IsEachLivingThreadsOwn) {
  constexpr int threads = 8;
  std::latch all_have{threads};
  std::vector<const Local*> seen(threads);
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      seen[i] = &local();
      all_have.arrive_and_wait();
    });
  }
  for (std::thread& thread : running) thread.join();

  EXPECT_EQ(std::set<const Local*>(seen.begin(), seen.end()).size(), seen.size());
}

}  // namespace
}  // namespace kebne::detail
