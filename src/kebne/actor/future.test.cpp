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

struct Double {
  using Reply = int;
  int value;
};
struct Later {
  using Reply = std::string;
};
struct Release {};
struct Take {
  using Reply = std::unique_ptr<int>;
};

class Server final : public Actor {
 public:
  static void behavior(On<Server>& on) {
    on.handle<&Server::twice>()
        .handle<&Server::later>()
        .handle<&Server::release>()
        .handle<&Server::take>()
        .handle<&Server::mistake>();
  }

 private:
  int twice(const Double& d) { return 2 * d.value; }
  void later(const Later&) { asker_ = sender(); }
  void release(const Release&) { asker_.tell(std::string{"at last"}); }
  std::unique_ptr<int> take(const Take&) { return std::make_unique<int>(5); }
  void mistake(const std::string& text) { reply(text.size()); }

  ActorRef asker_;
};

struct FutureTest : testing::Test {
  TestKit kit;
  ActorRef server = kit.spawn<Server>("server");

  template <class T>
  static Code failure_of(Future<T> future) {
    try {
      future.get();
    } catch (const AskFailed& failed) {
      EXPECT_EQ(failed.what(), failed.error.text);
      return failed.error.code;
    }
    ADD_FAILURE() << "there was an answer";
    return Code::Full;
  }
};

TEST_F(FutureTest, RunsTheSystemUntilTheAnswerIsThere) {
  EXPECT_EQ(kit.system().ask<Double>(server, 21).get(), 42);
  EXPECT_EQ(kit.system().ask<Double>(server, 4).wait_for(0ns).value(), 8);
}

TEST_F(FutureTest, SaysWhetherTheAnswerIsThere) {
  Future<int> answer = kit.system().ask<Double>(server, 1);
  EXPECT_FALSE(answer.is_ready());

  kit.run_until_idle();

  EXPECT_TRUE(answer.is_ready());
  EXPECT_EQ(answer.get(), 2);
}

TEST_F(FutureTest, TimesOutWhenNothingIsLeftToRunAndMayBeAskedAgain) {
  Future<std::string> answer = kit.system().ask<Later>(server);

  const Result<std::string> early = answer.wait_for(1h);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, Code::Timeout);
  EXPECT_EQ(early.error().text, "akka://test/temp/a: nothing is left to run and no answer came");
  server.tell(Release{});

  EXPECT_EQ(answer.wait_for(1h).value(), "at last");
}

TEST_F(FutureTest, ThrowsWhatWouldNeverCome) {
  EXPECT_EQ(failure_of(kit.system().ask<Later>(server)), Code::Timeout);
}

TEST_F(FutureTest, BringsWhatCanOnlyBeMoved) {
  EXPECT_EQ(*kit.system().ask<Take>(server).get(), 5);
}

TEST_F(FutureTest, MovesFromHandToHand) {
  Future<int> first = kit.system().ask<Double>(server, 1);
  Future<int> second = kit.system().ask<Double>(server, 2);
  first = std::move(second);
  Future<int> third = std::move(first);

  EXPECT_EQ(third.get(), 4);
  EXPECT_THROW(first.get(), std::logic_error);
  EXPECT_THROW(static_cast<void>(first.wait_for(0ns)), std::logic_error);
  kit.run_until_idle();
  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);  // the answer to the one given up
  EXPECT_EQ(kit.observer().dead_letters()[0].reason, DeadLetterReason::LateReply);
}

TEST_F(FutureTest, RefusesAnAnswerOfAnotherType) {
  struct Mistaken final : Actor {
    bool receive(Envelope&) override {
      reply(std::string{"two"});
      return true;
    }
  };
  const ActorRef mistaken = kit.spawn<Mistaken>("mistaken");
  const Result<int> answer = kit.system().ask<Double>(mistaken, 1).wait_for(1s);

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::WrongReplyType);
  EXPECT_NE(answer.error().text.find("the question does not name as its Reply"), std::string::npos);
  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "akka://test/temp/a");
  EXPECT_EQ(letters[0].sender, "akka://test/user/mistaken");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::WrongReplyType);
  EXPECT_EQ(failure_of(kit.system().ask<Double>(mistaken, 1)), Code::WrongReplyType);
}

TEST_F(FutureTest, FailsAtOnceWhenTheActorAskedIsDead) {
  kit.system().stop(server);
  kit.run_until_idle();

  Future<int> answer = kit.system().ask<Double>(server, 1);

  ASSERT_TRUE(answer.is_ready());
  const Result<int> result = answer.wait_for(0ns);
  EXPECT_EQ(result.error().code, Code::DeadTarget);
  EXPECT_EQ(result.error().text,
            "akka://test/user/server cannot answer kebne::(anonymous namespace)::Double: it has "
            "stopped");
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(FutureTest, FailsWhenTheActorStopsWithTheQuestionUnread) {
  Future<int> answer = kit.system().ask<Double>(server, 1);
  kit.system().stop(server);
  kit.run_until_idle();

  EXPECT_EQ(failure_of(std::move(answer)), Code::DeadTarget);
}

TEST_F(FutureTest, FailsAtOnceWhenNobodyIsAsked) {
  EXPECT_EQ(failure_of(kit.system().ask<Double>(ActorRef{}, 1)), Code::DeadTarget);
  EXPECT_EQ(failure_of(kit.system().ask<Double>(ActorRef::nobody(), 1)), Code::DeadTarget);
  EXPECT_EQ(failure_of(kit.system().ask<Double>(kit.system().dead_letters(), 1)), Code::DeadTarget);
  EXPECT_EQ(kit.observer().dead_letters().size(), 2u);  // nobody swallows his
}

TEST_F(FutureTest, FailsAtOnceWhenTheSystemHasEnded) {
  kit.system().terminate();
  kit.run_until_idle();
  TestKit other{"other"};

  EXPECT_EQ(failure_of(kit.system().ask<Double>(server, 1)), Code::Terminated);
  EXPECT_EQ(failure_of(kit.system().ask<Double>(other.spawn<Server>("s"), 1)), Code::Terminated);
}

TEST_F(FutureTest, GivesItsCellBackWhenDropped) {
  kit.run_until_idle();
  const std::int64_t before = detail::live_cells();
  {
    Future<std::string> answer = kit.system().ask<Later>(server);
    EXPECT_EQ(detail::live_cells(), before + 1);
  }
  kit.run_until_idle();
  EXPECT_EQ(detail::live_cells(), before + 1);  // the server has kept its sender

  server.tell(Release{});
  kit.run_until_idle();

  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "akka://test/temp/a");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::LateReply);
  (void)kit.system().ask<Later>(server);
  kit.run_until_idle();
  EXPECT_EQ(detail::live_cells(), before + 1);  // the newer one has taken its place
}

TEST_F(FutureTest, GivesTheCellOfAnEndBackWhenDropped) {
  const std::int64_t before = detail::live_cells();
  for (int i = 0; i < 10; ++i) (void)kit.system().when_terminated();
  EXPECT_EQ(detail::live_cells(), before);
}

TEST_F(FutureTest, TakesTheFirstOfTwoAnswers) {
  struct Twice final : Actor {
    bool receive(Envelope&) override {
      reply(1);
      reply(2);
      return true;
    }
  };
  EXPECT_EQ(kit.system().ask<Double>(kit.spawn<Twice>("twice"), 0).get(), 1);

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].reason, DeadLetterReason::LateReply);
}

TEST_F(FutureTest, AnswersIdentify) {
  const ActorIdentity identity = kit.system().ask<Identify>(server, 5).get();

  EXPECT_EQ(identity.correlation_id, 5);
  EXPECT_EQ(identity.actor, server);
  kit.system().stop(server);
  kit.run_until_idle();
  EXPECT_FALSE(kit.system().ask<Identify>(server, 5).get().actor);
}

TEST_F(FutureTest, ContinuesWithAValue) {
  Future<std::string> text = kit.system().ask<Double>(server, 4).then(
      [](Result<int> answer) { return "answer " + std::to_string(answer.value()); });

  EXPECT_EQ(text.get(), "answer 8");
}

TEST_F(FutureTest, ContinuesWithoutAValue) {
  int seen = 0;
  Future<Done> done =
      kit.system().ask<Double>(server, 4).then([&](Result<int> answer) { seen = answer.value(); });
  EXPECT_EQ(seen, 0);

  EXPECT_EQ(done.get(), Done{});
  EXPECT_EQ(seen, 8);
}

TEST_F(FutureTest, ContinuesThoughTheAnswerIsThereAlready) {
  Future<int> answer = kit.system().ask<Double>(server, 4);
  kit.run_until_idle();
  int seen = 0;

  Future<Done> done = std::move(answer).then([&](Result<int> a) { seen = a.value(); });
  EXPECT_EQ(seen, 0);  // never in the caller's own call
  kit.run_until_idle();

  EXPECT_EQ(seen, 8);
}

TEST_F(FutureTest, ContinuesAfterAFailure) {
  kit.system().stop(server);
  kit.run_until_idle();

  const Code code = kit.system()
                        .ask<Double>(server, 4)
                        .then([](Result<int> answer) { return answer.error().code; })
                        .get();

  EXPECT_EQ(code, Code::DeadTarget);
}

TEST_F(FutureTest, ContinuesInAChain) {
  const int answer = kit.system()
                         .ask<Double>(server, 1)
                         .then([](Result<int> a) { return a.value() + 1; })
                         .then([](Result<int> a) { return a.value() * 10; })
                         .then([](Result<int> a) { return std::make_unique<int>(a.value()); })
                         .then([](Result<std::unique_ptr<int>> a) { return **a + 1; })
                         .get();

  EXPECT_EQ(answer, 31);
}

TEST_F(FutureTest, PassesOnWhatAContinuationThrows) {
  Future<int> failed = kit.system().ask<Double>(server, 1).then(
      [](Result<int>) -> int { throw std::out_of_range{"far"}; });
  Result<int> seen;

  EXPECT_THROW(failed.get(), std::out_of_range);

  Future<Done> done = kit.system()
                          .ask<Double>(server, 1)
                          .then([](Result<int>) -> int { throw std::out_of_range{"far"}; })
                          .then([&](Result<int> a) { seen = std::move(a); });
  done.get();
  ASSERT_FALSE(seen);
  EXPECT_EQ(seen.error().code, Code::UserError);
  EXPECT_EQ(seen.error().text, "std::out_of_range: far");
  EXPECT_TRUE(kit.observer().failures().empty());
}

TEST_F(FutureTest, ContinuesThoughNobodyKeepsWhatFollows) {
  int seen = 0;
  {
    kit.system().ask<Double>(server, 1).then([&](Result<int> a) { seen = a.value(); });
  }
  {
    kit.system().ask<Double>(server, 1).then([&](Result<int> a) { return a.value(); });
  }
  kit.run_until_idle();

  EXPECT_EQ(seen, 2);
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(FutureTest, TellsTheObserverWhatALostContinuationThrew) {
  {
    kit.system().ask<Double>(server, 1).then([](Result<int>) { throw std::out_of_range{"far"}; });
  }
  kit.run_until_idle();

  const auto failures = kit.observer().failures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].actor, "akka://test/temp/b");
  EXPECT_EQ(failures[0].point, FailurePoint::Callback);
  EXPECT_EQ(describe_exception(failures[0].cause), "std::out_of_range: far");
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(FutureTest, ContinuesWithTheEndOfTheSystem) {
  std::vector<std::string> seen;
  Future<Done> outer = kit.system().ask<Later>(server).then(
      [&](Result<std::string> a) { seen.emplace_back(to_string(a.error().code)); });
  kit.run_until_idle();

  kit.shut_down();

  EXPECT_EQ(seen, std::vector<std::string>{"Terminated"});
  EXPECT_EQ(outer.get(), Done{});
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

/// Asks on behalf of its own asker, and waits.
class Client final : public Actor {
 public:
  explicit Client(ActorRef server) : server_{std::move(server)} {}
  bool receive(Envelope&) override {
    const ActorRef asker = sender();
    const int answer = system().ask<Double>(server_, 3).get();
    EXPECT_EQ(sender(), asker);
    reply(answer + 1);
    return true;
  }

 private:
  ActorRef server_;
};

TEST_F(FutureTest, WaitsInsideAnActor) {
  const ActorRef client = kit.spawn<Client>("client", server);

  kit.tell(client, 1);

  EXPECT_EQ(kit.expect<int>(), 7);
  EXPECT_EQ(kit.test_actor().last_sender(), client);
}

}  // namespace
}  // namespace kebne
