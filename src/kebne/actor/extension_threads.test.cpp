// Extensions, asked for by many threads at once.
#include "kebne/actor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace kebne {
namespace {

std::atomic<int> made{0};

/// Fails for the first two who try.
struct Shared {
  Shared() {
    if (made.fetch_add(1) < 2) throw std::runtime_error{"not yet"};
  }
};

TEST(ExtensionThreads, GetTheSameOne) {
  constexpr int threads = 8;
  ActorSystem system{"s"};
  std::latch start{threads};
  std::atomic<int> failed{0};
  std::vector<Shared*> seen(threads);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&, i] {
      start.arrive_and_wait();
      for (;;) {
        try {
          seen[static_cast<std::size_t>(i)] = &system.extension<Shared>();
          return;
        } catch (const std::runtime_error&) {
          ++failed;
        }
      }
    });
  }
  for (std::thread& t : all) t.join();

  EXPECT_EQ(failed, 2);
  EXPECT_EQ(made, 3);
  for (Shared* shared : seen) EXPECT_EQ(shared, seen.front());
}

}  // namespace
}  // namespace kebne
