// Futures of a system on its own pools: threads that really wait.
#include "kebne/actor.hpp"
#include "kebne/base/detail/node_pool.hpp"
#include "kebne/testkit/recording_observer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

struct Question {
  using Reply = int;
  int value;
};

/// Answers when the gate is open.
class Gated final : public Actor {
 public:
  static void behavior(On<Gated>& on) { on.handle<&Gated::answer>(); }
  explicit Gated(std::latch* gate) : gate_{gate} {}

 private:
  int answer(const Question& q) {
    gate_->wait();
    return q.value + 1;
  }
  std::latch* gate_;
};

TEST(FutureThreads, TimesOutAndBringsTheAnswerLater) {
  std::latch gate{1};
  ActorSystem system{"demo", {.workers = 1}};
  Future<int> answer = system.ask<Question>(system.spawn<Gated>("gated", &gate), 6);

  for (const auto limit : {-5ns, 0ns, 1ns, 100'000ns}) {
    const Result<int> early = answer.wait_for(limit);
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().code, Code::Timeout);
    EXPECT_EQ(early.error().text, "akka://demo/temp/a: no answer in time");
  }
  gate.count_down();

  EXPECT_EQ(answer.wait_for(std::chrono::nanoseconds::max()).value(), 7);
}

TEST(FutureThreads, WakeAThreadThatSleeps) {
  std::latch gate{1};
  ActorSystem system{"demo", {.workers = 1}};
  Future<int> answer = system.ask<Question>(system.spawn<Gated>("gated", &gate), 6);
  (void)answer.wait_for(1ms);  // the mark of a sleeper is left behind
  std::future<int> sleeper = std::async(std::launch::async, [&] { return answer.get(); });

  gate.count_down();

  EXPECT_EQ(sleeper.get(), 7);
}

TEST(FutureThreads, ContinueOnAThreadOfTheSystem) {
  std::latch gate{1};
  ActorSystem system{"demo", {.workers = 1}};
  Future<int> answer = system.ask<Question>(system.spawn<Gated>("gated", &gate), 6);
  (void)answer.wait_for(1ms);
  Future<std::thread::id> there =
      std::move(answer).then([](Result<int>) { return std::this_thread::get_id(); });

  gate.count_down();

  EXPECT_NE(there.get(), std::this_thread::get_id());
}

#ifndef KEBNE_PLAIN_POOL

TEST(FutureThreads, GiveTheMemoryOfABurstBack) {
  std::latch gate{1};
  const std::uint64_t before = detail::NodePool::live_slabs();
  {
    ActorSystem system{"demo", {.workers = 1, .observer = std::make_shared<RecordingObserver>()}};
    const ActorRef gated = system.spawn<Gated>("gated", &gate);
    Future<int> first = system.ask<Question>(gated, 1);
    for (int i = 0; i < 100'000; ++i) gated.tell(PoisonPill{});
    EXPECT_GE(detail::NodePool::live_slabs(), before + 50);
    gate.count_down();
    EXPECT_EQ(first.get(), 2);
  }
  EXPECT_LE(detail::NodePool::live_slabs(), before + 30);
}

#endif

}  // namespace
}  // namespace kebne
