// Answers and timeouts of questions that race on real threads.
#include "kebne/actor.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::CountingObserver;
using test::stressed;

struct Echo {
  using Reply = int;
  int value;
};

class Answers final : public Actor {
 public:
  static void behavior(On<Answers>& on) { on.handle<&Answers::echo>(); }

 private:
  int echo(const Echo& e) { return e.value; }
};

TEST(AskTimeoutStress, EachQuestionHasOneOutcome) {
  const int each = stressed(3000);
  const auto observer = std::make_shared<CountingObserver>();
  ActorSystem system{
      "s", {.workers = 2, .observer = observer, .logging = {.loggers = {}, .dead_letters = 0}}};
  const ActorRef actor = system.spawn<Answers>("answers");
  std::atomic<int> answers{0};
  std::atomic<int> timeouts{0};
  std::atomic<int> dropped{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < each; ++i) {
        auto answer = system.ask<Echo>(std::chrono::microseconds{1 + i % 40}, actor, i);
        if (i % 5 == 0) {
          dropped.fetch_add(1);
          continue;
        }
        try {
          EXPECT_EQ(answer.get(), i);
          answers.fetch_add(1);
        } catch (const AskTimeout&) {
          timeouts.fetch_add(1);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answers.load() + timeouts.load() + dropped.load(), 4 * each);
  EXPECT_EQ(system.scheduler().pending(), 0u);
}

TEST(AskTimeoutStress, QuestionsMayBePutWhileTheSystemEnds) {
  for (int round = stressed(200); round > 0; --round) {
    const auto observer = std::make_shared<CountingObserver>();
    ActorSystem system{
        "s", {.workers = 1, .observer = observer, .logging = {.loggers = {}, .dead_letters = 0}}};
    const ActorRef actor = system.spawn<Answers>("answers");
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        for (bool is_over = false; !is_over;) {
          const Result<int> answer =
              system.ask<Echo>(std::chrono::seconds{100}, actor, 1).wait_for(100s);
          is_over = !answer && answer.error().code == Code::Terminated;
        }
      });
    }
    (void)system.terminate().get();
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace kebne
