#include "kebne/config/core_settings.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;

CoreSettings read(std::string_view text) {
  return CoreSettings::read(Config::text(text, "app.conf").with_fallback(Config::reference()));
}

std::string error_of(std::string_view text) {
  try {
    (void)read(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CoreSettings, ComeFromTheReference) {
  const CoreSettings settings = read("");

  EXPECT_EQ(settings.throughput, 30u);
  EXPECT_EQ(settings.workers, 0u);
  EXPECT_TRUE(settings.ask_timeout.is_infinite());
  EXPECT_EQ(settings.creation_timeout.after, 20s);
  EXPECT_EQ(settings.loglevel, LogLevel::Info);
  EXPECT_EQ(settings.stdout_loglevel, LogLevel::Warning);
  EXPECT_EQ(settings.loggers, (std::vector<std::string>{"Akka.Event.DefaultLogger"}));
  EXPECT_EQ(settings.logger_startup_timeout, 5s);
  EXPECT_EQ(settings.log_dead_letters, 10u);
  EXPECT_FALSE(settings.log_dead_letters_during_shutdown);
  EXPECT_EQ(settings.log_dead_letters_suspend_duration.after, 5min);
  EXPECT_FALSE(settings.debug.unhandled);
}

TEST(CoreSettings, TakeWhatTheUserSays) {
  const CoreSettings settings = read(R"(akka {
    loglevel = debug
    stdout-loglevel = "OFF"
    log-dead-letters = on
    actor.default-dispatcher.throughput = 1
    actor.debug { unhandled = on, event-stream = true }
    actor.ask-timeout = 10s
  }
  kebne.default-pool.workers = 32)");

  EXPECT_EQ(settings.loglevel, LogLevel::Debug);
  EXPECT_EQ(settings.stdout_loglevel, LogLevel::Off);
  EXPECT_EQ(settings.log_dead_letters, CoreSettings::all_dead_letters);
  EXPECT_EQ(settings.throughput, 1u);
  EXPECT_EQ(settings.workers, 32u);
  EXPECT_EQ(settings.ask_timeout.after, 10s);
  EXPECT_TRUE(settings.debug.unhandled);
  EXPECT_TRUE(settings.debug.event_stream);
  EXPECT_FALSE(settings.debug.receive);
}

TEST(CoreSettings, DeadLettersMayBeOffOrCounted) {
  EXPECT_EQ(read("akka.log-dead-letters = off").log_dead_letters, 0u);
  EXPECT_EQ(read("akka.log-dead-letters = 25").log_dead_letters, 25u);
}

TEST(CoreSettings, RefuseEachMistakeWithItsPlace) {
  EXPECT_EQ(error_of("akka.actor.default-dispatcher.throughput = 0"),
            "app.conf:1:44: akka.actor.default-dispatcher.throughput: found \"0\", wanted "
            "1..2147483647");
  EXPECT_EQ(error_of("akka.actor.default-dispatcher.throughput = many"),
            "app.conf:1:44: akka.actor.default-dispatcher.throughput: found \"many\", wanted a "
            "whole number 0..4294967295");
  EXPECT_EQ(error_of("kebne.default-pool.workers = 33"),
            "app.conf:1:30: kebne.default-pool.workers: found \"33\", wanted 0..32");
  EXPECT_EQ(
      error_of("akka {\n  loglevel = VERBOSE\n}"),
      "app.conf:2:14: akka.loglevel: found \"VERBOSE\", wanted DEBUG, INFO, WARNING, ERROR or "
      "OFF");
  EXPECT_EQ(error_of("akka.log-dead-letters = some"),
            "app.conf:1:25: akka.log-dead-letters: found \"some\", wanted on, off, or how many of "
            "them");
  EXPECT_EQ(
      error_of("akka.logger-startup-timeout = infinite"),
      "app.conf:1:31: akka.logger-startup-timeout: found \"infinite\", wanted a duration such "
      "as 500ms or 5 s");
  EXPECT_EQ(error_of("akka.loggers = console"),
            "app.conf:1:16: akka.loggers: found \"console\", wanted a list");
  EXPECT_EQ(error_of("akka.actor.debug = on"),
            "app.conf:1:20: akka.actor.debug.receive: found \"on\" on the way to this key, wanted "
            "on, off, true, false, yes or no");
}

TEST(CoreSettings, HaveNoDefaultsOfTheirOwn) {
  EXPECT_THROW((void)CoreSettings::read(Config::text("akka.loglevel = INFO")), ConfigError);
}

}  // namespace
}  // namespace kebne
