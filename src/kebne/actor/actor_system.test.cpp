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

using Log = std::vector<std::string>;
using namespace std::chrono_literals;

struct Ping {};

struct Question {
  using Reply = int;
};

struct Idle final : Actor {};

/// What `call` throws as an `E`; a failure of the test when it throws nothing.
template <class E, class F>
std::string text_of(F call) {
  try {
    call();
  } catch (const E& e) {
    return e.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(ActorSystem, BeginsAtItsNameAddressAndGuardians) {
  TestKit kit{"demo-1"};

  EXPECT_EQ(kit.system().name(), "demo-1");
  EXPECT_EQ(kit.system().address().to_string(), "akka://demo-1");
  EXPECT_EQ(kit.system().root_guardian().path().to_string(), "akka://demo-1/");
  EXPECT_EQ(kit.system().user_guardian().path().to_string(), "akka://demo-1/user");
  EXPECT_EQ(kit.system().system_guardian().path().to_string(), "akka://demo-1/system");
  EXPECT_EQ(kit.system().dead_letters().path().to_string(), "akka://demo-1/deadLetters");
  EXPECT_FALSE(kit.system().is_terminated());
}

TEST(ActorSystem, RefusesNamesThatAreNotAllowed) {
  const auto refusal = [](std::string name) {
    return text_of<NameError>([&] { ActorSystem{std::move(name)}; });
  };

  EXPECT_EQ(refusal(""), "actor system name: expected a name, got none");
  EXPECT_EQ(refusal("a b"),
            "actor system name \"a b\": ' ' at position 1; expected ASCII letters, digits, and '-' "
            "but not first");
  EXPECT_EQ(refusal("-a"),
            "actor system name \"-a\": '-' at position 0; expected ASCII letters, digits, and '-' "
            "but not first");
}

TEST(ActorSystem, RefusesOptionsOutsideTheirLimits) {
  const auto refusal = [](SystemOptions options) {
    return text_of<ConfigError>([&] { ActorSystem{"demo", std::move(options)}; });
  };

  EXPECT_EQ(refusal({.throughput = 0}), "throughput: found 0, wanted 1 or more");
  EXPECT_EQ(refusal({.workers = 33}), "workers: found 33, wanted 0 (as many as processors) to 32");
}

TEST(ActorSystem, CountsItsUptimeOnItsClock) {
  auto clock = std::make_shared<VirtualClock>();
  clock->advance(7s);
  ActorSystem system{"demo", {.clock = clock, .executor = std::make_shared<StepExecutor>()}};
  EXPECT_EQ(system.uptime(), 0ns);

  clock->advance(1500ms);

  EXPECT_EQ(system.uptime(), 1500ms);
}

TEST(ActorSystem, CompletesItsEndWhenAllHasStopped) {
  TestKit kit;
  Future<Done> before = kit.system().when_terminated();
  EXPECT_FALSE(before.is_ready());

  Future<Done> end = kit.system().terminate();
  EXPECT_FALSE(end.is_ready());
  EXPECT_FALSE(kit.system().is_terminated());
  kit.run_until_idle();

  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_TRUE(before.is_ready());
  EXPECT_EQ(end.get(), Done{});
  EXPECT_EQ(kit.system().when_terminated().get(), Done{});
  EXPECT_EQ(kit.system().terminate().get(), Done{});
}

TEST(ActorSystem, EndsQuietlyWhenNobodyKeepsTheFuture) {
  TestKit kit;

  kit.system().terminate();
  (void)kit.system().when_terminated();
  kit.run_until_idle();

  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(ActorSystem, ContinuesAfterItsEnd) {
  TestKit kit;
  bool ran = false;

  Future<Done> after =
      kit.system().terminate().then([&](Result<Done> end) { ran = end.has_value(); });
  kit.run_until_idle();

  EXPECT_TRUE(ran);
  EXPECT_EQ(after.get(), Done{});
}

TEST(ActorSystem, RunsTerminationCallbacksLastOneFirst) {
  TestKit kit;
  Log log;
  Future<Done> end = kit.system().when_terminated();
  kit.system().register_on_termination([&] {
    log.push_back("first");
    EXPECT_FALSE(end.is_ready());
  });
  kit.system().register_on_termination([&] { log.push_back("second"); });
  kit.system().register_on_termination([&] {
    log.push_back("third");
    kit.system().register_on_termination([&] { log.push_back("registered meanwhile"); });
  });

  kit.system().terminate();
  EXPECT_TRUE(log.empty());
  kit.run_until_idle();

  EXPECT_EQ(log, (Log{"third", "registered meanwhile", "second", "first"}));
}

TEST(ActorSystem, TellsTheObserverWhatACallbackThrew) {
  TestKit kit;
  bool next_ran = false;
  kit.system().register_on_termination([&] { next_ran = true; });
  kit.system().register_on_termination([] { throw std::runtime_error{"no"}; });

  kit.system().terminate();
  kit.run_until_idle();

  const auto failures = kit.observer().failures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].actor, "akka://test/");
  EXPECT_EQ(failures[0].point, FailurePoint::Callback);
  EXPECT_EQ(failures[0].outcome, "none");
  EXPECT_EQ(describe_exception(failures[0].cause), "std::runtime_error: no");
  EXPECT_TRUE(next_ran);
  EXPECT_TRUE(kit.system().is_terminated());
}

TEST(ActorSystem, RefusesACallbackThatWouldNeverRun) {
  TestKit kit;
  kit.system().terminate();
  kit.run_until_idle();

  EXPECT_EQ(text_of<SystemTerminating>([&] { kit.system().register_on_termination([] {}); }),
            "system test: it has ended, the termination callback would never run");
}

TEST(ActorSystem, RefusesToSpawnOnceItTerminates) {
  TestKit kit;
  kit.system().terminate();
  const auto spawn = [&] { kit.spawn<Idle>("late"); };
  const std::string text = "akka://test/user is terminating: cannot spawn \"late\"";
  kit.executor().run_until_idle();

  EXPECT_EQ(text_of<SystemTerminating>(spawn), text);
  EXPECT_EQ(text_of<SystemTerminating>([&] { kit.spawn<Idle>(""); }),
            "akka://test/user is terminating: cannot spawn \"\"");
}

struct Farewell final : Actor {
  Farewell(Log* log, std::string text) : log_{log}, text_{std::move(text)} {}
  void post_stop() override { log_->push_back(text_); }

 private:
  Log* log_;
  std::string text_;
};

TEST(ActorSystem, StopsUserActorsBeforeItsCallbacks) {
  Log log;
  TestKit kit;
  kit.spawn<Farewell>("a", &log, "a");
  kit.spawn<Farewell>("b", &log, "b");
  kit.system().register_on_termination([&] { log.push_back("callback"); });
  kit.run_until_idle();

  kit.system().terminate();
  kit.run_until_idle();

  EXPECT_EQ(log, (Log{"a", "b", "callback"}));
}

TEST(ActorSystem, EndsWhenTheUserGuardianIsStopped) {
  Log log;
  TestKit kit;
  kit.spawn<Farewell>("a", &log, "a");
  kit.run_until_idle();

  kit.system().stop(kit.system().user_guardian());
  kit.run_until_idle();

  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_EQ(log, Log{"a"});
}

TEST(ActorSystem, GoesOnWhenTheSystemGuardianIsStoppedAndThenEndsAsUsual) {
  Log log;
  TestKit kit;
  kit.system().stop(kit.system().system_guardian());
  kit.run_until_idle();
  EXPECT_FALSE(kit.system().is_terminated());
  kit.spawn<Farewell>("a", &log, "a");
  kit.run_until_idle();

  kit.system().terminate();
  kit.run_until_idle();

  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_EQ(log, Log{"a"});
}

TEST(ActorSystem, TerminatesOnceHoweverOftenItIsAsked) {
  TestKit kit;
  int ran = 0;
  kit.system().register_on_termination([&] { ++ran; });

  kit.system().terminate();
  kit.system().stop(kit.system().user_guardian());
  kit.system().terminate();
  kit.run_until_idle();
  kit.system().terminate();
  kit.run_until_idle();

  EXPECT_EQ(ran, 1);
}

TEST(ActorSystem, StopsRunningActorsInItsDestructor) {
  Log log;
  {
    TestKit kit;
    kit.spawn<Farewell>("a", &log, "a");
    kit.run_until_idle();
  }
  EXPECT_EQ(log, Log{"a"});
}

TEST(ActorSystem, LeavesRefsThatOutliveIt) {
  TestKit kit;
  const ActorRef ref = kit.spawn<Idle>("a");
  kit.run_until_idle();
  const ActorPath path = ref.path();

  kit.shut_down();
  ref.tell(Ping{});

  EXPECT_EQ(ref.path().to_serialization_format(), path.to_serialization_format());
  EXPECT_EQ(path.to_string(), "akka://test/user/a");
  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "akka://test/user/a");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::Stopped);
}

TEST(ActorSystem, TurnsUnreadMailIntoDeadLettersAtItsEnd) {
  TestKit kit{{.throughput = 1}};
  const ActorRef ref = kit.spawn<Idle>("a");
  for (int i = 0; i < 10; ++i) ref.tell(Ping{});

  kit.shut_down();

  const auto letters = kit.observer().dead_letters();
  EXPECT_FALSE(letters.empty());
  EXPECT_EQ(letters.size() + kit.observer().unhandled().size(), 10u);
  for (const auto& letter : letters) EXPECT_EQ(letter.recipient, "akka://test/user/a");
}

struct Mute final : Actor {
  bool receive(Envelope&) override { return true; }
};

TEST(ActorSystem, CompletesEveryOpenQuestionAtItsEnd) {
  TestKit kit;
  const ActorRef mute = kit.spawn<Mute>("mute");
  std::vector<Future<int>> open;
  for (int i = 0; i < 3; ++i) open.push_back(kit.system().ask<Question>(mute));
  kit.run_until_idle();

  kit.shut_down();

  for (Future<int>& answer : open) {
    ASSERT_TRUE(answer.is_ready());
    const Result<int> result = answer.wait_for(0ns);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::Terminated);
  }
}

TEST(ActorSystem, MakesDeadLettersOfWhatItsDeadLettersAreTold) {
  TestKit kit;

  kit.system().dead_letters().tell(Ping{});

  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "akka://test/deadLetters");
  EXPECT_EQ(letters[0].sender, "");
  EXPECT_EQ(letters[0].message, "kebne::(anonymous namespace)::Ping");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::NoRecipient);
}

TEST(ActorSystem, SharesAProcessWithOthers) {
  TestKit one{"same"};
  TestKit two{"same"};
  const ActorRef a = one.spawn<Idle>("a");
  const ActorRef b = two.spawn<Idle>("a");

  one.shut_down();
  two.run_until_idle();
  b.tell(Ping{});
  two.run_until_idle();

  EXPECT_NE(a, b);
  EXPECT_EQ(a.path(), b.path());
  EXPECT_FALSE(two.system().is_terminated());
  EXPECT_EQ(two.observer().unhandled().size(), 1u);
  EXPECT_TRUE(one.observer().unhandled().empty());
}

TEST(ActorSystem, GivesEveryActorAUidOfItsOwn) {
  std::vector<std::uint32_t> uids;
  for (int i = 0; i < 3; ++i) {  // a later system may lie where an earlier one did
    TestKit kit;
    const std::uint32_t first = kit.spawn<Idle>("a").path().uid();
    const std::uint32_t second = kit.spawn<Idle>("b").path().uid();
    EXPECT_NE(first, 0u);
    EXPECT_NE(first, second);
    uids.push_back(first);
  }
  EXPECT_EQ(uids[0], uids[1]);  // the same seed, so the same course
  EXPECT_EQ(uids[1], uids[2]);
}

/// Destroys its own system.
struct Owner final : Actor {
  explicit Owner(std::unique_ptr<ActorSystem>* system) : system_{system} {}
  bool receive(Envelope&) override {
    system_->reset();
    return true;
  }

 private:
  std::unique_ptr<ActorSystem>* system_;
};

TEST(ActorSystem, DestroyedByItsOwnActorReportsItAndEndsWhenStepped) {
  auto executor = std::make_shared<StepExecutor>();
  auto observer = std::make_shared<RecordingObserver>();
  auto system = std::make_unique<ActorSystem>(
      "inside", SystemOptions{.observer = observer, .executor = executor});
  bool ended = false;
  system->register_on_termination([&] { ended = true; });
  system->spawn<Owner>("owner", &system).tell(Ping{});

  executor->run_until_idle();

  EXPECT_EQ(system, nullptr);
  EXPECT_TRUE(ended);
  EXPECT_EQ(observer->misuses(),
            Log{"system inside is destroyed by akka://inside/user/owner, which it would have to "
                "wait for: it terminates without being waited for"});
  EXPECT_EQ(observer.use_count(), 1);  // the system itself is gone
}

}  // namespace
}  // namespace kebne
