#include "kebne/config/dispatcher_settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t processors = 4;

Config whole(std::string_view text) {
  return Config::text(text, "app.conf").with_fallback(Config::reference());
}

DispatcherSettings read(std::string_view text, std::string_view id) {
  return DispatcherSettings::read(whole(text), id, processors);
}

std::string error_of(std::string_view text, std::string_view id = "d") {
  try {
    (void)read(text, id);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DispatcherSettings, ComeFromTheReference) {
  const DispatcherSettings plain = read("", DispatcherSettings::default_id);
  EXPECT_EQ(plain.id, "akka.actor.default-dispatcher");
  EXPECT_EQ(plain.type, "Dispatcher");
  EXPECT_EQ(plain.executor, "default-executor");
  EXPECT_EQ(plain.throughput, 30u);
  EXPECT_EQ(plain.throughput_deadline, 0ms);
  EXPECT_EQ(plain.shutdown_timeout, 1s);
  EXPECT_FALSE(plain.coalesces_sends);

  const DispatcherSettings internal = read("", DispatcherSettings::internal_id);
  EXPECT_EQ(internal.throughput, 5u);
  EXPECT_EQ(internal.priority, DispatcherSettings::Priority::High);

  const DispatcherSettings fork_join = read("", "akka.actor.default-fork-join-dispatcher");
  EXPECT_EQ(fork_join.type, "ForkJoinDispatcher");
  EXPECT_EQ(fork_join.threads, 3u);
}

TEST(DispatcherSettings, InheritWhatTheyDoNotSay) {
  const DispatcherSettings d = read(R"(
      akka.actor.default-dispatcher { throughput = 7, throughput-deadline-time = 5ms }
      d { type = PinnedDispatcher, mailbox-type = "My.Box, My.Assembly" })",
                                    "d");
  EXPECT_EQ(d.type, "PinnedDispatcher");
  EXPECT_EQ(d.throughput, 7u);
  EXPECT_EQ(d.throughput_deadline, 5ms);
  EXPECT_EQ(d.mailbox, "d");
  EXPECT_EQ(read("akka.actor.default-dispatcher.mailbox-type = X, e {}", "e").mailbox,
            "akka.actor.default-dispatcher");
  EXPECT_EQ(read("e {}", "e").mailbox, "");
}

TEST(DispatcherSettings, ThreadsAreCountedOrScaled) {
  EXPECT_EQ(read("d.dedicated-thread-pool.thread-count = 2", "d").threads, 2u);
  // Four processors times 1.0, but eight at least.
  EXPECT_EQ(read("d.executor = fork-join-executor", "d").threads, 8u);
  EXPECT_EQ(
      read("d.fork-join-executor { parallelism-min = 1, parallelism-factor = 2.5 }", "d").threads,
      10u);
  EXPECT_EQ(read("d.fork-join-executor { parallelism-min = 1, parallelism-max = 3 }", "d").threads,
            3u);
  EXPECT_EQ(read("d.fork-join-executor.parallelism-min = 40", "d").threads, 32u);
}

TEST(DispatcherSettings, ReadTheKeysOfTheirExecutors) {
  const DispatcherSettings d = read(R"(d {
      channel-executor.priority = background
      coalesce-sends = on
      shutdown-timeout = 10ms
      dedicated-thread-pool { affinity = [0, 3], threadtype = background } })",
                                    "d");
  EXPECT_EQ(d.priority, DispatcherSettings::Priority::Background);
  EXPECT_TRUE(d.coalesces_sends);
  EXPECT_EQ(d.shutdown_timeout, 10ms);
  EXPECT_EQ(d.affinity, (std::vector<std::uint32_t>{0, 3}));
}

TEST(DispatcherSettings, FollowAliases) {
  EXPECT_EQ(read("a = b, b = c, c.throughput = 3", "a").id, "c");
  EXPECT_EQ(read("a = b, b = c, c.throughput = 3", "a").throughput, 3u);
  EXPECT_TRUE(DispatcherSettings::exists(whole("a = c, c {}"), "a"));
  EXPECT_FALSE(DispatcherSettings::exists(whole("a = c"), "a"));
}

TEST(DispatcherSettings, RefuseEachMistakeWithItsPlace) {
  EXPECT_EQ(error_of("", "no.such"), "no.such: found nothing, wanted a dispatcher's section");
  EXPECT_EQ(error_of("a = b", "a"),
            "app.conf:1:5: a: found an alias of nothing (a -> b), wanted a dispatcher's section");
  EXPECT_NE(error_of("a = b, b = a", "a").find("found more than 20 aliases (a -> b -> a"),
            std::string::npos);
  EXPECT_EQ(error_of("d.throughput = 0"),
            "app.conf:1:16: d.throughput: found \"0\", wanted 1..2147483647");
  EXPECT_EQ(error_of("d.throughput-deadline-time = -5ms"),
            "app.conf:1:30: d.throughput-deadline-time: found \"-5ms\", wanted a duration "
            "such as 500ms or 5 s");
  EXPECT_EQ(error_of("d.dedicated-thread-pool.thread-count = 0"),
            "app.conf:1:40: d.dedicated-thread-pool.thread-count: found \"0\", wanted 1..32");
  EXPECT_EQ(error_of("d.dedicated-thread-pool.thread-count = 1000000"),
            "app.conf:1:40: d.dedicated-thread-pool.thread-count: found \"1000000\", wanted "
            "1..32");
  EXPECT_EQ(error_of("d.dedicated-thread-pool.threadtype = green"),
            "app.conf:1:38: d.dedicated-thread-pool.threadtype: found \"green\", wanted "
            "background or foreground");
  EXPECT_EQ(error_of("d.dedicated-thread-pool.affinity = [0, 4]"),
            "app.conf:1:36: d.dedicated-thread-pool.affinity: found 4, wanted numbers of "
            "processors, 0..3");
  EXPECT_EQ(error_of("d.fork-join-executor { parallelism-min = 9, parallelism-max = 8 }"),
            "app.conf:1:63: d.fork-join-executor.parallelism-max: found \"8\", wanted 9 or more");
  EXPECT_EQ(error_of("d.fork-join-executor.parallelism-factor = 0"),
            "app.conf:1:43: d.fork-join-executor.parallelism-factor: found \"0\", wanted more "
            "than 0, at most 1000");
  EXPECT_EQ(error_of("d.channel-executor.priority = urgent"),
            "app.conf:1:31: d.channel-executor.priority: found \"urgent\", wanted high, normal, "
            "low or background");
}

TEST(ChannelSettings, ScaleWithTheProcessors) {
  EXPECT_EQ(ChannelSettings::read(whole(""), 2).parallelism, 4u);
  EXPECT_EQ(ChannelSettings::read(whole(""), 16).parallelism, 16u);
  EXPECT_EQ(
      ChannelSettings::read(whole("akka.channel-scheduler.parallelism-max = 4"), 16).parallelism,
      4u);
  EXPECT_EQ(ChannelSettings::read(whole(""), 2).work_max, 10u);
}

}  // namespace
}  // namespace kebne
