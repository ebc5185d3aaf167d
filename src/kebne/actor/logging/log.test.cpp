#include "kebne/actor/logging/log.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

/// Prints, and counts how often.
struct Counted {
  int* times;
};

struct Sour {};

/// A system whose log a test reads.
struct Logged {
  explicit Logged(LoggingOptions options = {.level = LogLevel::Debug}) {
    options.sinks = {sink};
    kit = std::make_unique<TestKit>(TestKit::Options{.name = "s", .logging = std::move(options)});
    log = std::make_unique<Log>(kit->system().log("src"));
  }
  std::vector<std::string> messages() {
    kit->run_until_idle();
    return sink->take_messages();
  }
  LogEvent only() {
    kit->run_until_idle();
    auto events = sink->take();
    if (events.size() != 1) throw std::runtime_error{"wanted one record"};
    return events.front();
  }

  std::shared_ptr<RecordingSink> sink = std::make_shared<RecordingSink>();
  std::unique_ptr<TestKit> kit;
  std::unique_ptr<Log> log;
};

struct LogTest : testing::Test, Logged {};

}  // namespace
}  // namespace kebne

template <>
struct fmt::formatter<kebne::Counted> : fmt::formatter<int> {
  auto format(const kebne::Counted& c, fmt::format_context& context) const {
    return fmt::formatter<int>::format(++*c.times, context);
  }
};
template <>
struct fmt::formatter<kebne::Sour> : fmt::formatter<int> {
  auto format(const kebne::Sour&, fmt::format_context& context) const -> decltype(context.out()) {
    throw std::runtime_error{"sour"};
  }
};

namespace kebne {
namespace {

using namespace std::chrono_literals;

TEST_F(LogTest, FormatsNumbersLater) {
  log->info("{} of {:.1f} is {}", 1, 2.0, true);
  const LogEvent event = only();
  EXPECT_EQ(event->message(), "1 of 2.0 is true");
  EXPECT_EQ(event->format(), "{} of {:.1f} is {}");
}

TEST_F(LogTest, FormatsOtherArgumentsAtOnce) {
  int times = 0;
  {
    const std::string gone = "text";
    log->info("{} {} {}", gone, std::string_view{gone}, Counted{&times});
  }
  EXPECT_EQ(times, 1);
  EXPECT_EQ(messages(), std::vector<std::string>{"text text 1"});
}

TEST_F(LogTest, TakesMoreNumbersThanARecordHasRoomFor) {
  log->info("{}{}{}{}{}{}{}{}{}{}{}{}", 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
  EXPECT_EQ(messages(), std::vector<std::string>{"123456789101112"});
}

TEST_F(LogTest, DoesNothingBelowTheLevel) {
  Logged info{{.level = LogLevel::Info}};
  int times = 0;
  info.log->debug("{}", Counted{&times});
  EXPECT_EQ(times, 0);
  EXPECT_FALSE(info.log->is_enabled(LogLevel::Debug));
  EXPECT_TRUE(info.messages().empty());
}

TEST_F(LogTest, IsOffAtLevelOff) {
  Logged off{{.level = LogLevel::Off}};
  off.log->error("x");
  off.log->at(LogLevel::Off, "x");
  off.log->text(LogLevel::Off, "x");
  log->at(LogLevel::Off, "x");
  EXPECT_TRUE(off.messages().empty());
  EXPECT_TRUE(messages().empty());
}

TEST_F(LogTest, SaysSoWhenAnArgumentCannotBeFormatted) {
  log->info("a {} b", Sour{});
  EXPECT_EQ(messages(),
            std::vector<std::string>{"a {} b [an argument could not be formatted: sour]"});
}

TEST_F(LogTest, CarriesTheCause) {
  log->error(std::make_exception_ptr(std::runtime_error{"why"}), "it broke {} times", 2);
  const LogEvent event = only();
  EXPECT_EQ(event->level(), LogLevel::Error);
  EXPECT_EQ(event->message(), "it broke 2 times");
  EXPECT_EQ(describe_exception(event->cause()), "std::runtime_error: why");
}

TEST_F(LogTest, CarriesTheFieldsOfItsContext) {
  const Log order = log->with("order", 7).with("who", "ann");
  log->info("plain");
  order.info("full");
  order.message(LogLevel::Info, "{Item} {@Count}", {"pen", 3});
  kit->run_until_idle();
  const auto events = sink->take();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_TRUE(events[0]->fields().empty());
  EXPECT_EQ(events[1]->fields(), (std::vector<LogField>{{"order", 7}, {"who", "ann"}}));
  EXPECT_EQ(events[1]->source(), "src (akka://s)");
  EXPECT_EQ(events[2]->message(), "pen 3");
  EXPECT_EQ(events[2]->fields(),
            (std::vector<LogField>{{"order", 7}, {"who", "ann"}, {"Item", "pen"}, {"Count", 3}}));
}

struct Speak {};
class Speaker final : public Actor {
 public:
  static void behavior(On<Speaker>& on) { on.handle<&Speaker::speak>(); }

 private:
  void speak(const Speak&) { log().with("n", 1).warning("{}", 5); }
};

TEST_F(LogTest, NamesTheActorAlsoWithAContext) {
  kit->spawn<Speaker>("speaker").tell(Speak{});
  const LogEvent event = only();
  EXPECT_EQ(event->source(), "akka://s/user/speaker");
  EXPECT_EQ(event->address(), "akka://s");
  EXPECT_EQ(event->fields().size(), 1u);
}

TEST_F(LogTest, TakesItsTimeFromTheClock) {
  kit->clock().advance(90s);
  log->info("x");
  EXPECT_EQ(only()->time_ns(), 90'000'000'000);
}

TEST_F(LogTest, KeepsARecordAfterItsActorAndItsSystem) {
  kit->spawn<Speaker>("speaker").tell(Speak{});
  const LogEvent event = only();
  log.reset();
  kit->shut_down();
  EXPECT_EQ(event->source(), "akka://s/user/speaker");
  EXPECT_EQ(event->message(), "5");
}

TEST_F(LogTest, SaysNothingAfterTheEndOfItsSystem) {
  Log late = *log;
  log.reset();
  kit->shut_down();
  late.error("x");
  EXPECT_FALSE(late.is_enabled(LogLevel::Error));
  EXPECT_TRUE(sink->take().empty());
}

TEST_F(LogTest, IsPublishedByLevel) {
  Probe errors = kit->probe();
  Probe all = kit->probe();
  kit->system().event_stream().subscribe<LogError>(errors.ref());
  kit->system().event_stream().subscribe<LogEvent>(all.ref());

  log->debug("d");
  log->warning("w");
  log->error("e");

  EXPECT_EQ(errors.expect<LogError>()->message(), "e");
  errors.expect_none();
  EXPECT_EQ(all.expect<LogDebug>()->message(), "d");
  EXPECT_EQ(all.expect<LogWarning>()->message(), "w");
  EXPECT_EQ(all.expect<LogError>()->message(), "e");
}

TEST_F(LogTest, LeavesOutWhatAFilterExcludes) {
  Logged filtered{{.filters = {LogFilter::source_starts_with("akka://s/user/noisy"),
                               LogFilter::message_contains("secret")}}};
  filtered.kit->spawn<Speaker>("noisy-one").tell(Speak{});
  filtered.kit->spawn<Speaker>("quiet").tell(Speak{});
  filtered.log->info("a secret word");
  filtered.log->info("a word");
  EXPECT_EQ(filtered.messages(), (std::vector<std::string>{"a word", "5"}));
}

TEST_F(LogTest, MatchesFiltersAsTheirNamesSay) {
  log->info("one two");
  const LogEvent event = only();
  EXPECT_TRUE(LogFilter::source_equals("src (akka://s)").excludes(*event));
  EXPECT_FALSE(LogFilter::source_equals("src").excludes(*event));
  EXPECT_TRUE(LogFilter::source_ends_with("(akka://s)").excludes(*event));
  EXPECT_FALSE(LogFilter::source_ends_with("src").excludes(*event));
  EXPECT_TRUE(LogFilter::source_contains("c (").excludes(*event));
  EXPECT_TRUE(LogFilter::message_starts_with("one").excludes(*event));
  EXPECT_FALSE(LogFilter::message_starts_with("two").excludes(*event));
}

}  // namespace
}  // namespace kebne
