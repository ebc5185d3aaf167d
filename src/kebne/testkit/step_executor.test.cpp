#include "kebne/testkit/step_executor.hpp"

#include "kebne/actor.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kebne {
namespace {

/// Writes its letter each time it runs, `times` times in all.
struct Letter {
  Runnable runnable;
  char letter;
  int times;
  std::string* text;

  Letter(char c, int n, std::string* to) : letter{c}, times{n}, text{to} {
    runnable.run = [](Runnable* r, detail::Local&) noexcept {
      auto* self = reinterpret_cast<Letter*>(r);  // the runnable is its first member
      *self->text += self->letter;
      return --self->times > 0;
    };
  }
};

TEST(StepExecutor, RunsInTheOrderOfSchedulingAndRequeuesWhatIsNotFinished) {
  StepExecutor executor;
  std::string text;
  Letter a{'a', 3, &text};
  Letter b{'b', 1, &text};
  Letter c{'c', 2, &text};
  for (Letter* l : {&a, &b, &c}) executor.schedule(l->runnable);

  EXPECT_EQ(executor.ready(), 3u);
  EXPECT_TRUE(executor.run_one());
  EXPECT_EQ(text, "a");
  EXPECT_EQ(executor.run_at_most(2), 2u);
  EXPECT_EQ(executor.run_until_idle(), 3u);

  EXPECT_EQ(text, "abcaca");
  EXPECT_FALSE(executor.run_one());
}

std::string drawn_order(std::uint64_t seed) {
  StepExecutor executor{seed};
  std::string text;
  std::vector<std::unique_ptr<Letter>> letters;
  for (char c = 'a'; c <= 'h'; ++c) {
    letters.push_back(std::make_unique<Letter>(c, 2, &text));
    executor.schedule(letters.back()->runnable);
  }
  executor.run_until_idle();
  return text;
}

TEST(StepExecutor, DrawsTheSameOrderFromTheSameSeed) {
  EXPECT_EQ(drawn_order(0), "abcdefghabcdefgh");
  EXPECT_EQ(drawn_order(7), drawn_order(7));
  EXPECT_NE(drawn_order(7), drawn_order(8));
  EXPECT_NE(drawn_order(7), drawn_order(0));
}

TEST(StepExecutor, TellsCoursesApart) {
  const auto trace = [](std::uint64_t seed, int times) {
    StepExecutor executor{seed};
    std::string text;
    Letter a{'a', times, &text};
    Letter b{'b', 1, &text};
    executor.schedule(a.runnable);
    executor.schedule(b.runnable);
    EXPECT_EQ(executor.steps(), 0u);
    executor.run_until_idle();
    EXPECT_EQ(executor.steps(), static_cast<std::uint64_t>(times) + 1);
    return executor.trace();
  };
  EXPECT_EQ(trace(7, 9), trace(7, 9));
  EXPECT_NE(trace(7, 9), trace(8, 9));
  EXPECT_NE(trace(7, 9), trace(7, 8));
}

TEST(StepExecutor, MayRunAheadOfWhoeverSchedules) {
  const auto has_run_ahead = [](std::uint64_t seed) {
    StepExecutor executor{seed};
    executor.run_ahead_by_seed();
    std::string text;
    Letter a{'a', 1, &text};
    executor.schedule(a.runnable);
    const bool ran = !text.empty();
    executor.run_until_idle();
    EXPECT_EQ(text, "a");
    return ran;
  };
  EXPECT_FALSE(has_run_ahead(0));
  int ran = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) ran += has_run_ahead(seed) ? 1 : 0;
  EXPECT_GT(ran, 0);
  EXPECT_LT(ran, 100);
}

TEST(StepExecutor, OwnsTheThreadOnlyWhileItSteps) {
  struct Asks final : Actor {
    explicit Asks(StepExecutor* executor) : executor_{executor} {}
    bool receive(Envelope&) override {
      EXPECT_TRUE(executor_->owns_this_thread());
      return true;
    }
    StepExecutor* executor_;
  };
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"demo", {.executor = executor}};
  system.spawn<Asks>("asks", executor.get()).tell(1);
  EXPECT_FALSE(executor->owns_this_thread());
  executor->run_until_idle();
  EXPECT_FALSE(executor->owns_this_thread());
}

TEST(StepExecutor, ServesSeveralSystems) {
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem one{"one", {.executor = executor}};
  ActorSystem two{"two", {.executor = executor}};
  one.terminate();
  two.terminate();

  executor->run_until_idle();

  EXPECT_TRUE(one.is_terminated());
  EXPECT_TRUE(two.is_terminated());
}

}  // namespace
}  // namespace kebne
