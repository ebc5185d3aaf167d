// An actor system on its own pools: what the step executor cannot show.
#include "kebne/actor.hpp"
#include "kebne/testkit/recording_observer.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Ping {
  using Reply = int;
};

struct Answers final : Actor {
  static void behavior(On<Answers>& on) { on.handle<&Answers::ping>(); }
  int ping(const Ping&) { return 7; }
};

/// Says when the last share of it is given up.
class ObserverWithEnd final : public Observer {
 public:
  explicit ObserverWithEnd(std::promise<std::vector<std::string>>& end) : end_{end} {}
  ~ObserverWithEnd() override { end_.set_value(recording_.misuses()); }
  void on_failure(const FailureReport& report) override { recording_.on_failure(report); }
  void on_dead_letter(const DeadLetterReport& r) override { recording_.on_dead_letter(r); }
  void on_unhandled(const UnhandledReport& report) override { recording_.on_unhandled(report); }
  void on_misuse(std::string_view text) override { recording_.on_misuse(text); }

 private:
  RecordingObserver recording_;
  std::promise<std::vector<std::string>>& end_;
};

/// A sanitizer starts a thread of its own with the first one.
std::size_t threads_without_system() {
  std::thread{[] {}}.join();
  return test::threads();
}

TEST(ActorSystemThreads, StartsNoneBeforeSomethingIsSpawned) {
  const std::size_t before = threads_without_system();
  ActorSystem system{"demo", {.workers = 2}};

  EXPECT_EQ(test::threads(), before);
}

TEST(ActorSystemThreads, HasAsManyAsItsOptionsSayAndOneOfItsOwn) {
  const std::size_t before = threads_without_system();
  ActorSystem system{"demo", {.workers = 3}};
  const ActorRef a = system.spawn<Answers>("a");
  EXPECT_EQ(test::threads(), before + 4);  // one for the guardians

  system.stop(a);
  system.terminate().get();

  EXPECT_EQ(test::threads(), before + 4);
}

TEST(ActorSystemThreads, EndAndLeaveNothingBehind) {
  { ActorSystem warm_up{"demo"}; }
  const std::size_t threads = threads_without_system();
  const std::size_t descriptors = test::open_descriptors();

  for (int i = 0; i < 100; ++i) {
    ActorSystem system{"demo", {.workers = 2}};
    const ActorRef a = system.spawn<Answers>("a");
    if (i % 3 == 0) {
      EXPECT_EQ(system.ask<Ping>(a).get(), 7);
    }
    if (i % 3 == 1) system.terminate();
  }

  EXPECT_EQ(test::threads(), threads);
  EXPECT_EQ(test::open_descriptors(), descriptors);
}

TEST(ActorSystemThreads, DestructorWaitsForTheEnd) {
  bool ended = false;
  {
    ActorSystem system{"demo", {.workers = 2, .observer = std::make_shared<RecordingObserver>()}};
    for (int i = 0; i < 100; ++i) system.spawn<Answers>("").tell(Ping{});
    system.register_on_termination([&] { ended = true; });
  }
  EXPECT_TRUE(ended);
}

TEST(ActorSystemThreads, TwoSystemsTalkToEachOther) {
  ActorSystem one{"one", {.workers = 1}};
  ActorSystem two{"two", {.workers = 1}};
  const ActorRef there = two.spawn<Answers>("a");

  EXPECT_EQ(one.ask<Ping>(there).get(), 7);
  EXPECT_EQ(two.ask<Ping>(one.spawn<Answers>("a")).get(), 7);
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

TEST(ActorSystemThreads, DestroyedByItsOwnActorReportsItAndStillEnds) {
  std::promise<std::vector<std::string>> end;
  std::promise<void> callbacks_ran;
  const std::size_t before = threads_without_system();
  auto system = std::make_unique<ActorSystem>(
      "inside", SystemOptions{.workers = 2, .observer = std::make_shared<ObserverWithEnd>(end)});
  system->register_on_termination([&] { callbacks_ran.set_value(); });

  system->spawn<Owner>("owner", &system).tell(Ping{});

  EXPECT_EQ(end.get_future().get(),
            std::vector<std::string>{
                "system inside is destroyed by akka://inside/user/owner, which it would have to "
                "wait for: it terminates without being waited for"});
  callbacks_ran.get_future().get();
  EXPECT_EQ(system, nullptr);
  while (test::threads() != before) std::this_thread::yield();  // the one that waited ends too
}

TEST(ActorSystemThreads, DestroyedByAnActorOfAnotherSystemIsWaitedFor) {
  bool ended = false;
  auto inner = std::make_unique<ActorSystem>("inner", SystemOptions{.workers = 1});
  inner->register_on_termination([&] { ended = true; });
  inner->spawn<Answers>("a");
  {
    ActorSystem outer{"outer", {.workers = 1}};
    const ActorRef owner = outer.spawn<Owner>("owner", &inner);
    owner.tell(Ping{});
    outer.ask<Identify>(owner).get();
    EXPECT_TRUE(ended);
  }
  EXPECT_EQ(inner, nullptr);
}

TEST(ActorSystemThreads, CompleteFuturesThatWaitInOtherThreads) {
  struct Mute final : Actor {
    bool receive(Envelope&) override { return true; }
  };
  ActorSystem system{"demo", {.workers = 2}};
  const ActorRef mute = system.spawn<Mute>("mute");
  Future<int> answer = system.ask<Ping>(mute);
  system.ask<Identify>(mute).get();  // so the question has been read
  std::future<Code> waiter = std::async(std::launch::async, [&] {
    try {
      answer.get();
    } catch (const AskFailed& failed) {
      return failed.error.code;
    }
    return Code::Full;
  });

  system.terminate().get();

  EXPECT_EQ(waiter.get(), Code::Terminated);
}

}  // namespace
}  // namespace kebne
