#include "kebne/config/scheduler_settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

using namespace std::chrono_literals;

SchedulerSettings read(std::string_view text) {
  return SchedulerSettings::read(Config::text(text, "app.conf").with_fallback(Config::reference()));
}

std::string error_of(std::string_view text) {
  try {
    (void)read(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SchedulerSettings, ComeFromTheReference) {
  const SchedulerSettings settings = read("");
  EXPECT_EQ(settings.tick_duration, 10ms);
  EXPECT_EQ(settings.ticks_per_wheel, 512u);
  EXPECT_EQ(settings.shutdown_timeout, 5s);
}

TEST(SchedulerSettings, AreRead) {
  const SchedulerSettings settings = read(
      "akka.scheduler { tick-duration = 1h, ticks-per-wheel = 1073741824, shutdown-timeout = 1s }");
  EXPECT_EQ(settings.tick_duration, 1h);
  EXPECT_EQ(settings.ticks_per_wheel, 1u << 30);
  EXPECT_EQ(settings.shutdown_timeout, 1s);
}

TEST(SchedulerSettings, HaveLimits) {
  EXPECT_EQ(error_of("akka.scheduler.tick-duration = 9ms"),
            "app.conf:1:32: akka.scheduler.tick-duration: found \"9ms\", wanted 10 ms or more");
  EXPECT_EQ(error_of("akka.scheduler.ticks-per-wheel = 0"),
            "app.conf:1:34: akka.scheduler.ticks-per-wheel: found \"0\", wanted 1..1073741824");
  EXPECT_NE(error_of("akka.scheduler.ticks-per-wheel = -1"), "no error");
  EXPECT_NE(error_of("akka.scheduler.ticks-per-wheel = 1073741825"), "no error");
}

TEST(SchedulerSettings, KnowOneImplementation) {
  EXPECT_EQ(error_of("akka.scheduler.implementation = "
                     "\"Akka.Actor.HashedWheelTimerScheduler, Akka\""),
            "no error");
  EXPECT_EQ(error_of("akka.scheduler.implementation = HashedWheelTimerScheduler"), "no error");
  EXPECT_EQ(error_of("akka.scheduler.implementation = Other"),
            "app.conf:1:33: akka.scheduler.implementation: found \"Other\", wanted "
            "Akka.Actor.HashedWheelTimerScheduler");
}

}  // namespace
}  // namespace kebne
