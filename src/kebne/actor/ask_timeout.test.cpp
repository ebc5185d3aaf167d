#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

struct When {
  using Reply = std::string;
};
struct Now {};

/// Answers when it is told to.
class Slow final : public Actor {
 public:
  static void behavior(On<Slow>& on) { on.handle<&Slow::when>().handle<&Slow::now>(); }

 private:
  void when(const When&) { askers_.emplace_back(sender()); }
  void now(const Now&) {
    for (const ActorRef& asker : std::exchange(askers_, {})) asker.tell(std::string{"now"});
  }
  std::vector<ActorRef> askers_;
};

struct AskTimeoutTest : testing::Test {
  TestKit kit;
  ActorRef slow = kit.spawn<Slow>("slow");

  std::size_t pending() { return kit.system().scheduler().pending(); }
};

TEST_F(AskTimeoutTest, FailsTheQuestionAndSaysWhoDidNotAnswerWhat) {
  auto answer = kit.system().ask<When>(50ms, slow);
  EXPECT_EQ(pending(), 1u);
  kit.advance(50ms - 1ns);
  EXPECT_FALSE(answer.is_ready());
  kit.advance(1ns);
  ASSERT_TRUE(answer.is_ready());
  EXPECT_EQ(pending(), 0u);
  try {
    answer.get();
    ADD_FAILURE();
  } catch (const AskTimeout& timeout) {
    EXPECT_EQ(timeout.error.code, Code::Timeout);
    EXPECT_STREQ(timeout.what(),
                 "akka://test/user/slow did not answer kebne::(anonymous namespace)::When within "
                 "50 ms; akka://test/temp/a has asked");
  }
}

TEST_F(AskTimeoutTest, IsTakenBackByTheAnswer) {
  auto answer = kit.system().ask<When>(50ms, slow);
  slow.tell(Now{});
  kit.run_until_idle();
  EXPECT_EQ(pending(), 0u);
  EXPECT_EQ(answer.get(), "now");
}

TEST_F(AskTimeoutTest, IsTakenBackWhenNobodyWaits) {
  { auto dropped = kit.system().ask<When>(50ms, slow); }
  EXPECT_EQ(pending(), 0u);
}

TEST_F(AskTimeoutTest, MakesADeadLetterOfALateAnswer) {
  auto answer = kit.system().ask<When>(50ms, slow);
  kit.advance(60ms);
  slow.tell(Now{});
  kit.run_until_idle();
  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].reason, DeadLetterReason::LateReply);
  EXPECT_THROW(answer.get(), AskTimeout);
}

TEST_F(AskTimeoutTest, OfTheSystemHoldsForAskWithoutOne) {
  auto clock = std::make_shared<VirtualClock>();
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.ask_timeout = 100ms, .clock = clock, .executor = executor}};
  EXPECT_EQ(system.settings().ask_timeout, std::chrono::nanoseconds{100ms});
  const ActorRef target = system.spawn<Slow>("slow");
  auto by_default = system.ask<When>(target);
  auto longer = system.ask<When>(1s, target);
  auto endless = system.ask<When>(0s, target);
  executor->run_until_idle();
  clock->advance(100ms);
  EXPECT_TRUE(by_default.is_ready());
  EXPECT_FALSE(longer.is_ready());
  EXPECT_EQ(system.scheduler().pending(), 1u);
  target.tell(Now{});
  executor->run_until_idle();
  EXPECT_EQ(endless.get(), "now");
}

TEST_F(AskTimeoutTest, ComesFromTheConfiguration) {
  const auto of = [](const char* text) {
    return SystemOptions::from(Config::text(std::string{"akka.actor.ask-timeout = "} + text))
        .ask_timeout;
  };
  EXPECT_EQ(of("100ms"), std::chrono::nanoseconds{100ms});
  EXPECT_EQ(of("infinite"), std::nullopt);
  EXPECT_EQ(SystemOptions::from(Config{}).ask_timeout, std::nullopt);
}

TEST_F(AskTimeoutTest, RefusesLessThanNothing) {
  EXPECT_THROW((void)kit.system().ask<When>(-1ms, slow), std::invalid_argument);
  EXPECT_THROW((ActorSystem{"s", {.ask_timeout = -1ms}}), ConfigError);
  EXPECT_EQ(pending(), 0u);
}

TEST_F(AskTimeoutTest, ThatNeverComesIsNone) {
  kit.advance(1ns);
  auto answer = kit.system().ask<When>(std::chrono::nanoseconds::max(), slow);
  EXPECT_EQ(pending(), 0u);
  slow.tell(Now{});
  EXPECT_EQ(answer.get(), "now");
}

TEST_F(AskTimeoutTest, OfADeadOrEmptyTargetIsNotWaitedFor) {
  kit.system().stop(slow);
  kit.run_until_idle();
  auto dead = kit.system().ask<When>(50ms, slow);
  auto nobody = kit.system().ask<When>(50ms, ActorRef{});
  EXPECT_TRUE(dead.is_ready());
  EXPECT_TRUE(nobody.is_ready());
  EXPECT_EQ(pending(), 0u);
}

TEST_F(AskTimeoutTest, GivesWayToTheEndOfTheSystem) {
  auto answer = kit.system().ask<When>(50ms, slow);
  kit.system().terminate();
  kit.run_until_idle();
  EXPECT_EQ(answer.wait_for(0ns).error().code, Code::Terminated);
  auto late = kit.system().ask<When>(50ms, slow);
  EXPECT_TRUE(late.is_ready());
}

TEST_F(AskTimeoutTest, KeepsTheOrderOfDeadlines) {
  std::vector<Future<std::string>> answers;
  for (int i = 0; i < 100; ++i) answers.push_back(kit.system().ask<When>(1ms * (100 - i), slow));
  EXPECT_EQ(pending(), 100u);
  kit.advance(40ms);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(answers[i].is_ready(), i >= 60) << i;
}

}  // namespace
}  // namespace kebne
