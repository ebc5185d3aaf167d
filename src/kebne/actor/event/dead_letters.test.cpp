#include "kebne/actor/event/dead_letters.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;

struct Note {};

class Deaf final : public Actor {};

/// A system that logs dead letters into `sink`, and `gone`, who has stopped.
struct Letters {
  explicit Letters(LoggingOptions options) : kit{kit_options(std::move(options))} {
    kit.run_until_idle();
    kit.system().stop(gone);
    kit.run_until_idle();
  }
  TestKit::Options kit_options(LoggingOptions options) {
    options.sinks = {sink};
    return {.name = "s", .logging = std::move(options)};
  }
  void tell(int times) {
    for (int i = 0; i < times; ++i) gone.tell(Note{});
    kit.run_until_idle();
  }

  std::shared_ptr<RecordingSink> sink = std::make_shared<RecordingSink>();
  TestKit kit;
  ActorRef gone = kit.spawn<Deaf>("gone");
};

TEST(DeadLetterLog, SaysWhoLostWhat) {
  Letters letters{{}};
  letters.gone.tell(Note{}, letters.kit.spawn<Deaf>("from"));
  letters.kit.run_until_idle();

  const auto events = letters.sink->take();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]->level(), LogLevel::Info);
  EXPECT_EQ(events[0]->source(), "akka://s/user/gone");
  EXPECT_EQ(events[0]->message(),
            "Message [kebne::(anonymous namespace)::Note] from [akka://s/user/from] to "
            "[akka://s/user/gone] was not delivered. [1] dead letters encountered. If this is not "
            "an expected behavior then [akka://s/user/gone] may have terminated unexpectedly. This "
            "logging can be turned off or adjusted with configuration settings "
            "'akka.log-dead-letters' and 'akka.log-dead-letters-during-shutdown'.");
}

TEST(DeadLetterLog, FallsSilentAfterTheLimit) {
  Letters letters{{.dead_letters = 3, .dead_letters_suspend = std::nullopt}};

  letters.tell(7);

  const auto messages = letters.sink->take_messages();
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[1].find("no more"), std::string::npos);
  EXPECT_NE(messages[2].find("[3] dead letters encountered, no more dead letters will be logged."),
            std::string::npos);
}

TEST(DeadLetterLog, BeginsAnewWhenTheSilenceIsOver) {
  Letters letters{{.dead_letters = 2, .dead_letters_suspend = 5min}};
  letters.tell(3);
  auto messages = letters.sink->take_messages();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_NE(messages[1].find("no more dead letters will be logged in next [00:05:00]"),
            std::string::npos);

  letters.kit.clock().advance(299s);
  letters.tell(1);
  EXPECT_TRUE(letters.sink->take().empty());

  letters.kit.clock().advance(1s);
  letters.tell(1);
  messages = letters.sink->take_messages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("[1] dead letters"), std::string::npos);
}

TEST(DeadLetterLog, HasNoLimitWithoutOne) {
  Letters letters{{.dead_letters = std::nullopt}};
  letters.tell(25);
  EXPECT_EQ(letters.sink->take().size(), 25u);
}

TEST(DeadLetterLog, SaysNothingWhenItIsOff) {
  Letters letters{{.dead_letters = 0}};
  letters.tell(2);
  EXPECT_TRUE(letters.sink->take().empty());
  EXPECT_EQ(letters.kit.observer().dead_letters().size(), 2u);
}

TEST(DeadLetterLog, LogsWhatIsDropped) {
  Letters letters{{}};
  letters.kit.system().event_stream().publish(
      Dropped{AnyPayload::of(Note{}), "The queue is full", {}, letters.gone});
  letters.kit.run_until_idle();

  const auto messages = letters.sink->take_messages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("without sender to [akka://s/user/gone] was dropped. The queue is "
                             "full. [1] dead letters encountered."),
            std::string::npos)
      << messages[0];
}

/// Leaves mail behind when its system ends.
struct Ending : testing::TestWithParam<bool> {};

TEST_P(Ending, IsLoggedIfAskedFor) {
  Letters letters{{.dead_letters_during_shutdown = GetParam()}};
  const ActorRef last = letters.kit.spawn<Deaf>("last");
  letters.kit.run_until_idle();
  letters.kit.system().terminate();
  letters.kit.executor().run_at_most(2);  // root, /user
  last.tell(Note{});

  letters.kit.run_until_idle();

  EXPECT_EQ(letters.sink->take().size(), GetParam() ? 1u : 0u);
}

INSTANTIATE_TEST_SUITE_P(During, Ending, testing::Bool());

TEST(AnyPayloadTest, KeepsAMessageAsItWas) {
  const AnyPayload payload = AnyPayload::of(std::string{"a text that is too long to be inline"});
  const AnyPayload copy = payload;

  ASSERT_NE(copy.get_if<std::string>(), nullptr);
  EXPECT_EQ(copy.get_if<std::string>(), payload.get_if<std::string>());
  EXPECT_EQ(*copy.get_if<std::string>(), "a text that is too long to be inline");
  EXPECT_FALSE(copy.holds<Note>());
  EXPECT_EQ(copy.type_name(), "std::string");
}

TEST(AnyPayloadTest, CarriesMoveOnlyMessages) {
  const AnyPayload payload = AnyPayload::of(std::make_unique<int>(5));
  ASSERT_TRUE(payload.holds<std::unique_ptr<int>>());
  EXPECT_EQ(**payload.get_if<std::unique_ptr<int>>(), 5);
}

TEST(AnyPayloadTest, IsEmptyByDefault) {
  EXPECT_FALSE(AnyPayload{});
  EXPECT_EQ(AnyPayload{}.type_name(), "");
}

TEST(DeadLetterEvents, DoNotBreedMoreOfTheirKind) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().event_stream().subscribe<DeadLetter>(probe.ref());
  kit.system().stop(probe.ref());  // its subscription ends a little later

  ActorRef{}.tell(Note{});
  kit.spawn<Deaf>("x");
  kit.system().dead_letters().tell(Note{});
  kit.run_until_idle();
  probe.ref().tell(DeadLetter{AnyPayload::of(Note{}), {}, {}});

  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

}  // namespace
}  // namespace kebne
