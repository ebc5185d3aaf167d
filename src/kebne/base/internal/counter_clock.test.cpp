#include "kebne/base/internal/counter_clock.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace kebne::detail {
namespace {

constexpr std::int64_t us = 1'000;
constexpr std::int64_t ms = 1'000'000;

/// A machine whose counter makes 2.5 ticks a nanosecond unless told otherwise.
struct FakeMachine {
  std::uint64_t ticks = 1'000'000;
  std::int64_t wall = 1'700'000'000 * std::int64_t{1'000'000'000};
  std::int64_t monotonic = 5'000'000;
  bool has_counter = true;
  std::uint64_t interruption = 0;  ///< ticks, inside of the next exact reading
  int exact_readings = 0;
  int counter_readings = 0;

  void pass(std::int64_t ns) {
    wall += ns;
    monotonic += ns;
    ticks += static_cast<std::uint64_t>(ns * 5 / 2);
  }
  std::uint64_t counter() {
    ++counter_readings;
    return ticks;
  }
  ExactReading read() {
    ++exact_readings;
    ExactReading reading{wall, monotonic, ticks, 0, has_counter};
    pass(40);
    ticks += std::exchange(interruption, 0);
    reading.after = ticks;
    return reading;
  }
};

struct Subject {
  FakeMachine machine;
  CounterRate rate;
  CounterClock clock;

  std::int64_t now() { return clock.now(machine, rate); }
  /// Until the rate is known.
  void learn() {
    for (int i = 0; i < 3; ++i) {
      (void)now();
      machine.pass(11 * ms);
    }
    (void)now();
  }
};

TEST(CounterClock, ReadsExactlyUntilTheRateIsKnown) {
  Subject s;

  for (int i = 0; i < 20; ++i) {
    const std::int64_t exact = s.machine.wall;
    ASSERT_EQ(s.now(), exact);
    s.machine.pass(ms / 2);
  }

  EXPECT_EQ(s.rate.get(), 0u);
  EXPECT_EQ(s.machine.exact_readings, 20);
  EXPECT_EQ(s.machine.counter_readings, 0);
}

TEST(CounterClock, TakesTheCounterBetweenExactReadings) {
  Subject s;
  s.learn();
  s.machine.exact_readings = 0;

  for (int i = 0; i < 99; ++i) {
    s.machine.pass(us);
    const std::int64_t lag = s.machine.wall - s.now();
    ASSERT_GE(lag, 0);
    ASSERT_LE(lag, 300);
  }

  EXPECT_EQ(s.machine.exact_readings, 0);
}

TEST(CounterClock, ReadsExactlyAgainAfterAHundredMicroseconds) {
  Subject s;
  s.learn();
  s.machine.exact_readings = 0;

  s.machine.pass(101 * us);
  const std::int64_t exact = s.machine.wall;

  EXPECT_EQ(s.now(), exact);
  EXPECT_EQ(s.machine.exact_readings, 1);
}

TEST(CounterClock, SeesThatTheClockWasSet) {
  for (const std::int64_t jump : {3'600'000 * ms, -3'600'000 * ms}) {
    Subject s;
    s.learn();

    s.machine.wall += jump;
    s.machine.pass(101 * us);
    const std::int64_t exact = s.machine.wall;

    EXPECT_EQ(s.now(), exact);
  }
}

TEST(CounterClock, DoesNotRunBackWhenTheClockIsSlewed) {
  for (const std::int64_t ppm : {-500, 500}) {
    Subject s;
    s.learn();
    std::int64_t last = s.now();

    for (int i = 0; i < 10'000; ++i) {
      s.machine.pass(2 * us);
      s.machine.wall += 2 * us * ppm / 1'000'000;
      const std::int64_t now = s.now();
      ASSERT_GE(now, last);
      ASSERT_LE(now, s.machine.wall);
      last = now;
    }
  }
}

TEST(CounterClock, ReadsExactlyWhenTheCounterHasGoneBack) {
  Subject s;
  s.learn();
  s.machine.pass(us);

  s.machine.ticks -= 100'000;
  const std::int64_t exact = s.machine.wall;

  EXPECT_EQ(s.now(), exact);
  s.machine.pass(us);
  EXPECT_LE(s.machine.wall - s.now(), 300);
}

TEST(CounterClock, GoesOnWhenTheCounterWrapsRound) {
  Subject s;
  s.machine.ticks = std::uint64_t{0} - 60'000'000;
  s.learn();
  ASSERT_NE(s.rate.get(), 0u);
  s.machine.ticks = std::uint64_t{0} - 1'000;
  (void)s.now();
  s.machine.exact_readings = 0;

  s.machine.pass(50 * us);

  EXPECT_LE(s.machine.wall - s.now(), 300);
  EXPECT_EQ(s.machine.exact_readings, 0);
  EXPECT_LT(s.machine.ticks, 1'000'000u);
}

TEST(CounterClock, DoesNotStartFromAReadingThatWasInterrupted) {
  Subject s;
  s.learn();
  s.machine.pass(101 * us);
  s.machine.interruption = 100'000;
  (void)s.now();

  s.machine.pass(us);
  const std::int64_t exact = s.machine.wall;

  EXPECT_EQ(s.now(), exact);
}

TEST(CounterClock, IsExactWithoutACounter) {
  Subject s;
  s.machine.has_counter = false;

  s.learn();
  const std::int64_t exact = s.machine.wall;

  EXPECT_EQ(s.now(), exact);
  EXPECT_EQ(s.rate.get(), 0u);
  EXPECT_EQ(s.machine.counter_readings, 0);
}

TEST(CounterRate, IsAFiveHundredthLow) {
  Subject s;

  s.learn();

  EXPECT_NEAR(static_cast<double>(s.rate.get()) / 4294967296.0, 0.4 * 0.998, 1e-5);
}

TEST(CounterRate, DoesNotBelieveASpanInWhichTheMachineSlept) {
  Subject s;
  (void)s.now();
  s.machine.pass(11 * ms);
  s.machine.ticks += 1'000'000'000;  // the counter went on, the monotonic clock did not

  (void)s.now();
  s.machine.pass(11 * ms);
  (void)s.now();
  EXPECT_EQ(s.rate.get(), 0u);

  s.machine.pass(11 * ms);
  (void)s.now();
  EXPECT_NEAR(static_cast<double>(s.rate.get()) / 4294967296.0, 0.4 * 0.998, 1e-5);
}

TEST(CounterRate, StartsAgainWhenTheCounterHasGoneBack) {
  Subject s;
  (void)s.now();
  s.machine.pass(11 * ms);
  s.machine.ticks = 5;

  s.learn();

  EXPECT_NEAR(static_cast<double>(s.rate.get()) / 4294967296.0, 0.4 * 0.998, 1e-5);
}

TEST(CounterRate, GivesAnInterruptedReadingUpForABetterOne) {
  Subject s;
  s.machine.interruption = 50'000'000;

  s.learn();
  (void)s.now();

  EXPECT_NEAR(static_cast<double>(s.rate.get()) / 4294967296.0, 0.4 * 0.998, 1e-5);
}

}  // namespace
}  // namespace kebne::detail
