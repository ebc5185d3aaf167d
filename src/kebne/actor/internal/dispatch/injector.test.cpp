#include "kebne/actor/internal/dispatch/injector.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace kebne::detail {
namespace {

struct InjectorTest : testing::Test {
  Injector injector;
  std::array<Runnable, 10> runnables{};

  /// The runnables from `first` on.
  void push(std::size_t first, std::size_t n) {
    for (std::size_t i = first; i < first + n; ++i) injector.push(runnables[i]);
  }
  std::vector<std::size_t> pop_some(std::size_t most) {
    std::vector<std::size_t> numbers;
    const std::lock_guard guard{injector.lock};
    injector.pop_some(most, [&](const Runnable& r) {
      numbers.push_back(static_cast<std::size_t>(&r - runnables.data()));
    });
    return numbers;
  }
  std::size_t ready() {
    const std::lock_guard guard{injector.lock};
    return injector.ready();
  }
};

using Numbers = std::vector<std::size_t>;

TEST_F(InjectorTest, GivesTheOldestFirstWhateverWasTakenBefore) {
  push(0, 4);
  EXPECT_EQ(pop_some(2), (Numbers{0, 1}));
  push(4, 3);  // behind those that are in order already
  EXPECT_EQ(pop_some(1), (Numbers{2}));
  EXPECT_EQ(pop_some(5), (Numbers{3}));  // what came later is turned only when these are gone
  EXPECT_EQ(pop_some(5), (Numbers{4, 5, 6}));
  EXPECT_EQ(pop_some(5), Numbers{});
}

TEST_F(InjectorTest, PopsOneByOne) {
  push(0, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::lock_guard guard{injector.lock};
    EXPECT_EQ(injector.pop(), &runnables[i]);
  }
  const std::lock_guard guard{injector.lock};
  EXPECT_EQ(injector.pop(), nullptr);
}

TEST_F(InjectorTest, SaysHowManyCanBeTakenAtOnce) {
  EXPECT_EQ(ready(), 0u);
  push(0, 3);
  EXPECT_EQ(ready(), 3u);
  push(3, 2);
  EXPECT_EQ(ready(), 3u);
  EXPECT_EQ(pop_some(2).size(), 2u);
  EXPECT_EQ(ready(), 1u);
  EXPECT_EQ(pop_some(2).size(), 1u);
  EXPECT_EQ(ready(), 2u);
}

TEST_F(InjectorTest, IsEmptyWhenNothingWaitsInEitherPlace) {
  EXPECT_TRUE(injector.empty());
  push(0, 2);
  EXPECT_FALSE(injector.empty());
  EXPECT_EQ(pop_some(1), (Numbers{0}));
  EXPECT_FALSE(injector.empty());
  EXPECT_EQ(pop_some(1), (Numbers{1}));
  EXPECT_TRUE(injector.empty());
}

TEST_F(InjectorTest, CountsUpToALimit) {
  EXPECT_EQ(injector.count(100), 0u);
  push(0, 4);
  EXPECT_EQ(pop_some(1).size(), 1u);
  push(4, 3);

  EXPECT_EQ(injector.count(100), 6u);
  EXPECT_EQ(injector.count(5), 5u);
  EXPECT_EQ(injector.count(2), 2u);
  EXPECT_EQ(pop_some(10), (Numbers{1, 2, 3}));
}

}  // namespace
}  // namespace kebne::detail
