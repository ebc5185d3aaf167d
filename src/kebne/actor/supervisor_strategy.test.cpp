#include "kebne/actor/supervisor_strategy.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using Log = std::vector<std::string>;

template <class E>
std::exception_ptr thrown(E error) {
  return std::make_exception_ptr(std::move(error));
}

TEST(SupervisorStrategy, AsksTheFirstRuleThatApplies) {
  const SupervisorStrategy strategy = OneForOne{}
                                          .on<std::out_of_range>(Directive::Resume)
                                          .on<std::logic_error>(Directive::Stop)
                                          .on<std::exception>(Directive::Escalate);

  EXPECT_EQ(strategy.decide(thrown(std::out_of_range{""})), Directive::Resume);
  EXPECT_EQ(strategy.decide(thrown(std::invalid_argument{""})), Directive::Stop);
  EXPECT_EQ(strategy.decide(thrown(std::runtime_error{""})), Directive::Escalate);
}

TEST(SupervisorStrategy, LetsFunctionsLookAtTheError) {
  const SupervisorStrategy strategy =
      AllForOne{}.on<int>([](int n) { return n > 0 ? Directive::Resume : Directive::Stop; });

  EXPECT_EQ(strategy.decide(thrown(1)), Directive::Resume);
  EXPECT_EQ(strategy.decide(thrown(-1)), Directive::Stop);
}

TEST(SupervisorStrategy, DecidesByDefaultWhereNoRuleApplies) {
  const SupervisorStrategy strategy = OneForOne{}.on<int>(Directive::Resume);

  EXPECT_EQ(strategy.decide(thrown(ActorKilled{})), Directive::Stop);
  EXPECT_EQ(strategy.decide(thrown(5u)), Directive::Restart);
  EXPECT_EQ(strategy.otherwise(Directive::Escalate).decide(thrown(ActorKilled{})),
            Directive::Escalate);
}

TEST(SupervisorStrategy, PassesOnWhatARuleThrows) {
  const auto decide = [](int) -> Directive { throw std::runtime_error{"decider"}; };
  const SupervisorStrategy strategy = OneForOne{}.on<int>(decide).otherwise(Directive::Resume);

  EXPECT_THROW((void)strategy.decide(thrown(1)), std::runtime_error);
}

TEST(SupervisorStrategy, RefusesLimitsThatMeanNothing) {
  const auto text_of = [](const OneForOne& limits) -> std::string {
    try {
      (void)SupervisorStrategy{limits};
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(text_of({.max_retries = -2}),
            "supervisor strategy: max_retries: found -2, wanted -1 (no limit) or more");
  EXPECT_EQ(text_of({.within = 0s}),
            "supervisor strategy: within: found 0 ns, wanted more than 0, or nothing");
  EXPECT_EQ(text_of({.max_retries = 0, .within = 1ns}), "accepted");
}

/// Fails with what it is told.
class Fragile : public Actor {
 public:
  bool receive(Envelope& e) override {
    if (const auto* text = e.get_if<std::string>()) throw std::runtime_error{*text};
    reply(1);
    return true;
  }
};

/// Makes one child, and supervises it as it is told.
class Parent final : public Actor {
 public:
  Parent(ActorRef* child, const SupervisorStrategy& strategy)
      : child_{child}, strategy_{strategy} {}
  void pre_start() override { *child_ = spawn<Fragile>("child"); }
  bool receive(Envelope&) override { return true; }
  SupervisorStrategy supervision() const override { return strategy_; }

 private:
  ActorRef* child_;
  SupervisorStrategy strategy_;
};

struct Supervised : testing::Test {
  ActorRef child;
  TestKit kit;

  Log failures() {
    Log out;
    for (const auto& f : kit.observer().failures()) {
      out.push_back(f.actor.substr(f.actor.rfind('/')) + " " + std::string{to_string(f.point)} +
                    " on " + f.message + ", " + f.outcome + ": " + describe_exception(f.cause));
    }
    return out;
  }
};

TEST_F(Supervised, EscalatesWhatItsStrategyThrows) {
  kit.spawn<Parent>("parent", &child, OneForOne{}.on<std::runtime_error>([](const auto&) {
    return throw std::logic_error{"decider"}, Directive::Stop;
  }));
  kit.run_until_idle();
  child.tell(std::string{"oops"});
  kit.run_until_idle();

  EXPECT_EQ(failures(),
            (Log{"/child handler on std::string, undecided: std::runtime_error: oops",
                 "/parent strategy on kebne::Failed, restart: std::logic_error: decider"}));
}

TEST_F(Supervised, PropsDecideBeforeTheClass) {
  kit.system().spawn(props<Parent>(&child, SupervisorStrategy::stopping())
                         .with_strategy(OneForOne{}.otherwise(Directive::Resume)),
                     "parent");
  kit.run_until_idle();
  child.tell(std::string{"oops"});

  kit.tell(child, 1);
  EXPECT_EQ(kit.expect<int>(), 1);
  EXPECT_EQ(failures(), Log{"/child handler on std::string, resume: std::runtime_error: oops"});
}

TEST_F(Supervised, EndsTheSystemWhenAGuardianFails) {
  auto executor = std::make_shared<StepExecutor>();
  auto observer = std::make_shared<RecordingObserver>();
  ActorSystem system{"s",
                     {.observer = observer,
                      .executor = executor,
                      .guardian_strategy = "mine",
                      .strategy_types = {{"mine", OneForOne{}.otherwise(Directive::Escalate)}}}};
  system.spawn<Fragile>("a").tell(std::string{"oops"});
  executor->run_until_idle();

  EXPECT_TRUE(system.is_terminated());
  ASSERT_EQ(observer->failures().size(), 2u);
  EXPECT_EQ(observer->failures()[0].outcome, "escalate");
  EXPECT_EQ(observer->failures()[1].actor, "akka://s/user");
  EXPECT_EQ(observer->failures()[1].outcome, "stop");
}

TEST(GuardianStrategy, IsKnownByName) {
  const auto text_of = [](const char* name) -> std::string {
    try {
      ActorSystem system{
          "s",
          Config::text(std::string{"akka.actor.guardian-supervisor-strategy = \""} + name + "\"")};
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(text_of("Akka.Actor.DefaultSupervisorStrategy"), "accepted");
  EXPECT_EQ(text_of("Akka.Actor.StoppingSupervisorStrategy, Akka"), "accepted");
  EXPECT_EQ(text_of("Nonsense"),
            "akka.actor.guardian-supervisor-strategy: found \"Nonsense\", wanted "
            "\"Akka.Actor.DefaultSupervisorStrategy\", \"Akka.Actor.StoppingSupervisorStrategy\", "
            "or a name registered in SystemOptions::strategy_types");
}

TEST(SupervisorStrategy, WritesToTheLogByLevel) {
  const auto logged = [](const SupervisorStrategy& strategy) {
    auto sink = std::make_shared<RecordingSink>();
    auto executor = std::make_shared<StepExecutor>();
    ActorRef child;
    ActorSystem system{"s",
                       {.executor = executor, .logging = {.sinks = {sink}, .dead_letters = 0}}};
    system.spawn<Parent>("parent", &child, strategy);
    executor->run_until_idle();
    child.tell(std::string{"oops"});
    executor->run_until_idle();
    Log out;
    for (const LogEvent& event : sink->take()) {
      out.push_back(std::string{to_string(event->level())} + " " + event->message());
    }
    return out;
  };
  EXPECT_EQ(logged(OneForOne{}.otherwise(Directive::Resume)),
            Log{"WARNING oops [handler threw on std::string: resume]"});
  EXPECT_EQ(logged(OneForOne{}.otherwise(Directive::Stop)),
            Log{"ERROR oops [handler threw on std::string: stop]"});
  EXPECT_EQ(logged(OneForOne{}.logging(false)), Log{});
}

}  // namespace
}  // namespace kebne
