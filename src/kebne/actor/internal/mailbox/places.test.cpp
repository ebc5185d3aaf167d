#include "kebne/actor/internal/mailbox/places.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace kebne::detail {
namespace {

using namespace std::chrono_literals;

const Timeout never{0ns};

/// Until so many senders are blocked.
void await_waiting(const Places& places, std::uint32_t n) {
  while (places.waiting() != n) std::this_thread::yield();
}

TEST(Places, AreAsManyAsTheCapacity) {
  Places places{2};
  EXPECT_TRUE(places.try_reserve());
  EXPECT_TRUE(places.reserve(never));
  EXPECT_FALSE(places.try_reserve());
  EXPECT_FALSE(places.reserve(never));

  places.release_one();

  EXPECT_TRUE(places.try_reserve());
  EXPECT_FALSE(places.try_reserve());
}

TEST(Places, AreWaitedForNoLongerThanTheTimeGiven) {
  Places places{1};
  ASSERT_TRUE(places.try_reserve());

  EXPECT_FALSE(places.reserve({1ms}));
  EXPECT_FALSE(places.reserve({-1ms}));
  EXPECT_EQ(places.waiting(), 0u);
}

TEST(Places, CanBeOverdrawnByTheOwner) {
  Places places{1};
  ASSERT_TRUE(places.try_reserve());
  places.overdraw();

  places.release_one();
  EXPECT_FALSE(places.try_reserve());
  places.release_one();
  EXPECT_TRUE(places.try_reserve());
}

TEST(Places, LetABlockedSenderGoOnWhenOneIsReleased) {
  Places places{1};
  ASSERT_TRUE(places.try_reserve());
  std::atomic<bool> got{false};
  std::thread sender{[&] { got = places.reserve(Timeout::infinite()); }};
  await_waiting(places, 1);

  places.release_one();
  sender.join();

  EXPECT_TRUE(got);
  EXPECT_FALSE(places.try_reserve());
  EXPECT_EQ(places.waiting(), 0u);
}

TEST(Places, LetABlockedSenderGoOnOnlyWhenWhatWasOverdrawnIsBack) {
  Places places{1};
  ASSERT_TRUE(places.try_reserve());
  places.overdraw();
  std::atomic<bool> got{false};
  std::thread sender{[&] { got = places.reserve(Timeout::infinite()); }};
  await_waiting(places, 1);

  places.release_one();
  EXPECT_FALSE(got);
  places.release_one();
  sender.join();

  EXPECT_TRUE(got);
}

TEST(Places, KeepNobodyOnceTheyAreClosed) {
  Places places{1};
  ASSERT_TRUE(places.try_reserve());
  std::atomic<int> went_on{0};
  const auto send = [&] { went_on += places.reserve(Timeout::infinite()) ? 1 : 0; };
  std::thread one{send};
  std::thread other{send};
  await_waiting(places, 2);

  places.close();
  one.join();
  other.join();

  EXPECT_EQ(went_on, 2);
  EXPECT_TRUE(places.try_reserve());
  EXPECT_TRUE(places.reserve(never));
}

}  // namespace
}  // namespace kebne::detail
