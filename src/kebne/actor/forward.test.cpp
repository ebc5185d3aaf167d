// Forwarding what can only be moved: there is one of it, so it must leave its handler first.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Job {
  std::unique_ptr<int> value;
};
struct Question {
  using Reply = int;
  std::unique_ptr<int> value;
};

Job job(int value) { return {std::make_unique<int>(value)}; }

/// Does with a job what the test says.
class Router final : public Actor {
 public:
  using Rule = std::function<void(Router&, const Job&)>;
  static void behavior(On<Router>& on) { on.handle<&Router::route>(); }
  explicit Router(Rule rule) : rule_{std::move(rule)} {}

 private:
  void route(const Job& j) { rule_(*this, j); }
  Rule rule_;
};

/// Takes the jobs out of their envelopes.
class Sink final : public Actor {
 public:
  static void behavior(On<Sink>& on) { on.handle<&Sink::take>(); }
  explicit Sink(std::vector<int>* taken) : taken_{taken} {}

 private:
  void take(Job j) { taken_->push_back(*j.value); }
  std::vector<int>* taken_;
};

struct Forward : testing::Test {
  TestKit kit;
  Probe asker = kit.probe("asker");
  Probe target = kit.probe("target");

  void route(Router::Rule rule) {
    asker.send(kit.spawn<Router>("router", std::move(rule)), job(5));
    kit.run_until_idle();
  }
};

TEST_F(Forward, KeepsAMoveOnlyMessageUntilItsHandlerReturns) {
  std::vector<int> taken;
  const ActorRef sink = kit.spawn<Sink>("sink", &taken);
  kit.run_until_idle();
  route([&](Router& router, const Job& j) {
    router.forward(sink);
    kit.run_until_idle();  // everybody else
    ASSERT_NE(j.value, nullptr);
    EXPECT_EQ(*j.value, 5);
    EXPECT_TRUE(taken.empty());
  });

  EXPECT_EQ(taken, std::vector<int>{5});
}

TEST_F(Forward, KeepsTheSenderWhereItIsAndWhereItGoes) {
  route([&](Router& router, const Job&) {
    router.forward(target.ref());
    EXPECT_EQ(router.sender(), asker.ref());
    router.reply(std::string{"on its way"});
  });

  EXPECT_EQ(*target.expect<Job>().value, 5);
  EXPECT_EQ(target.last_sender(), asker.ref());
  EXPECT_EQ(asker.expect<std::string>(), "on its way");
  target.expect_none();
}

TEST_F(Forward, RefusesASecondReceiverOfAMoveOnlyMessage) {
  Probe second = kit.probe("second");
  route([&](Router& router, const Job&) {
    router.forward(target.ref());
    try {
      router.forward(second.ref());
      ADD_FAILURE() << "it was forwarded twice";
    } catch (const std::logic_error& e) {
      EXPECT_EQ(std::string{e.what()},
                "kebne::(anonymous namespace)::Job was forwarded already, and can only be moved: "
                "it has one receiver");
    }
  });

  EXPECT_EQ(*target.expect<Job>().value, 5);
  second.expect_none();
  target.expect_none();
}

TEST_F(Forward, ForwardsThoughTheHandlerThrows) {
  route([&](Router& router, const Job&) {
    router.forward(target.ref());
    throw std::runtime_error{"oops"};
  });

  EXPECT_EQ(*target.expect<Job>().value, 5);
  EXPECT_EQ(target.last_sender(), asker.ref());
  ASSERT_EQ(kit.observer().failures().size(), 1u);
  EXPECT_EQ(kit.observer().failures()[0].outcome, "restart");
}

TEST_F(Forward, ForwardsThoughTheHandlerStopsItsActor) {
  route([&](Router& router, const Job&) {
    router.forward(target.ref());
    router.stop();
  });

  EXPECT_EQ(*target.expect<Job>().value, 5);
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(Forward, MakesADeadLetterForWhoeverHasStopped) {
  kit.system().stop(target.ref());
  kit.run_until_idle();
  route([&](Router& router, const Job&) { router.forward(target.ref()); });

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  const auto letter = kit.observer().dead_letters()[0];
  EXPECT_EQ(letter.recipient, "akka://test/user/target");
  EXPECT_EQ(letter.sender, "akka://test/user/asker");
  EXPECT_EQ(letter.reason, DeadLetterReason::Stopped);
}

TEST_F(Forward, MakesADeadLetterForNoOne) {
  route([](Router& router, const Job&) { router.forward(ActorRef{}); });

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].sender, "akka://test/user/asker");
  EXPECT_EQ(kit.observer().dead_letters()[0].reason, DeadLetterReason::NoRecipient);
}

TEST_F(Forward, ForwardsToItself) {
  int times = 0;
  route([&](Router& router, const Job& j) {
    EXPECT_EQ(*j.value, 5);
    if (++times == 1) {
      router.forward(router.self());
    } else {
      router.forward(target.ref());
    }
  });

  EXPECT_EQ(times, 2);
  EXPECT_EQ(*target.expect<Job>().value, 5);
  EXPECT_EQ(target.last_sender(), asker.ref());
}

/// Adds one.
class Answers final : public Actor {
 public:
  static void behavior(On<Answers>& on) { on.handle<&Answers::answer>(); }

 private:
  int answer(Question q) { return *q.value + 1; }
};

/// Knows somebody who answers.
class Desk final : public Actor {
 public:
  static void behavior(On<Desk>& on) { on.handle<&Desk::pass_on>(); }
  explicit Desk(ActorRef expert) : expert_{std::move(expert)} {}

 private:
  void pass_on(const Question&) { forward(expert_); }
  ActorRef expert_;
};

TEST_F(Forward, HandsTheQuestionOfAnAskOn) {
  const ActorRef desk = kit.spawn<Desk>("desk", kit.spawn<Answers>("answers"));

  EXPECT_EQ(kit.system().ask<Question>(desk, std::make_unique<int>(41)).get(), 42);
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

/// Fails at every job, and gives it up in one of the hooks of its restart.
class GivesUp final : public Actor {
 public:
  enum Hook { PreRestart, PostRestart };
  static void behavior(On<GivesUp>& on) { on.handle<&GivesUp::fail>(); }
  GivesUp(ActorRef to, Hook hook) : to_{std::move(to)}, hook_{hook} {}
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    if (hook_ == PreRestart) {
      forward(to_);
      EXPECT_EQ(*message->get_if<Job>()->value, 5);
      EXPECT_THROW(forward(to_), std::logic_error);
    }
    Actor::pre_restart(cause, message);
  }
  void post_restart(const std::exception_ptr&) override {
    if (hook_ == PostRestart) forward(to_);
  }

 private:
  void fail(const Job&) { throw std::runtime_error{"oops"}; }

  ActorRef to_;
  Hook hook_;
};

TEST_F(Forward, HandsOnTheMessageThatFailedInTheHooksOfARestart) {
  for (const auto hook : {GivesUp::PreRestart, GivesUp::PostRestart}) {
    const ActorRef gives_up = kit.spawn<GivesUp>("", target.ref(), hook);
    for (int i = 0; i < 3; ++i) {
      asker.send(gives_up, job(5));
      EXPECT_EQ(*target.expect<Job>().value, 5);
      EXPECT_EQ(target.last_sender(), asker.ref());
      target.expect_none();
    }
  }
}

}  // namespace
}  // namespace kebne
