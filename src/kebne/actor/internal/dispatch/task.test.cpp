#include "kebne/actor/detail/task.hpp"

#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/actor/internal/dispatch/task_executor.hpp"
#include "kebne/base/observer.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

/// Keeps the texts of what tasks threw.
struct Heard final : TaskSink {
  std::vector<std::string> texts;
  std::uint32_t source = TaskSources::add(this);

  Heard() = default;
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() { TaskSources::remove(source); }

  void task_failed(const std::exception_ptr& cause) noexcept override {
    texts.push_back(describe_exception(cause));
  }
};

/// Counts its copies that exist.
struct Counted {
  explicit Counted(int* n) noexcept : alive{n} { ++*alive; }
  Counted(const Counted& other) noexcept : alive{other.alive} { ++*alive; }
  Counted(Counted&& other) noexcept : alive{other.alive} { ++*alive; }
  ~Counted() { --*alive; }
  int* alive;
};

/// Its move may throw, so it does not lie in the node.
struct ThrowsWhenMoved {
  ThrowsWhenMoved() = default;
  ThrowsWhenMoved(const ThrowsWhenMoved&) = default;
  ThrowsWhenMoved(ThrowsWhenMoved&&) noexcept(false) { throw std::runtime_error{"stays"}; }
};

template <class F>
void run(F&& f, std::uint32_t source = 0) {
  StepExecutor executor;
  executor.schedule(*make_task(local(), source, std::forward<F>(f)));
  EXPECT_EQ(executor.run_until_idle(), 1u);
}

TEST(Task, CallsItsFunctionOnceAndDestroysIt) {
  int alive = 0;
  int calls = 0;
  run([counted = Counted{&alive}, &calls] { ++calls; });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(alive, 0);
}

TEST(Task, TakesWhatCanOnlyBeMovedAndWhatIsLarge) {
  int sum = 0;
  run([&sum, one = std::make_unique<int>(1)] { sum += *one; });
  std::array<int, 100> large{};
  large[99] = 10;
  run([&sum, large] { sum += large[99]; });
  run([&sum, large, one = std::make_unique<int>(100)] { sum += *one; });
  struct alignas(64) Aligned {
    int value = 1'000;
  };
  run([&sum, aligned = Aligned{}] {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&aligned) % 64, 0u);
    sum += aligned.value;
  });
  EXPECT_EQ(sum, 1'111);
}

TEST(Task, IsNotMadeWhenItsFunctionCannotBeMoved) {
  const auto make = [](auto&& f) { (void)make_task(local(), 0, std::forward<decltype(f)>(f)); };
  auto stays = [stays = std::make_unique<ThrowsWhenMoved>(), value = ThrowsWhenMoved{}] {};
  static_assert(!fits_task<decltype(stays)>);

  EXPECT_THROW(make(std::move(stays)), std::runtime_error);
}

TEST(Task, TellsItsSourceWhatItThrewAndDestroysItsFunctionAllTheSame) {
  Heard heard;
  int alive = 0;
  run([counted = Counted{&alive}] { throw std::runtime_error{"small"}; }, heard.source);
  run([counted = Counted{&alive},
       large = std::array<int, 100>{}] { throw std::runtime_error{"large"}; },
      heard.source);
  EXPECT_EQ(heard.texts,
            (std::vector<std::string>{"std::runtime_error: small", "std::runtime_error: large"}));
  EXPECT_EQ(alive, 0);
}

TEST(Task, PrintsWhatItThrewWhenItsSourceIsGone) {
  std::uint32_t source = 0;
  {
    const Heard heard;
    source = heard.source;
  }
  testing::internal::CaptureStderr();
  run([] { throw std::runtime_error{"late"}; }, source);
  run([] { throw std::runtime_error{"nobody's"}; });
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_NE(printed.find("late"), std::string::npos) << printed;
  EXPECT_NE(printed.find("nobody's"), std::string::npos) << printed;
}

TEST(Task, LeavesItsWorkerAlive) {
  Heard heard;
  std::latch done{2};
  PoolExecutor pool{"test", 1};
  pool.schedule(*make_task(local(), heard.source, [&done] {
    done.count_down();
    throw std::runtime_error{"one"};
  }));
  pool.schedule(*make_task(local(), heard.source, [&done] { done.count_down(); }));

  done.wait();
  pool.shut_down();

  EXPECT_EQ(heard.texts.size(), 1u);
}

TEST(Task, KnowsItsSourceAndItsPlace) {
  Local& l = local();
  Task* first = Task::of(make_task(l, 7, [] {}));
  Task* second = Task::of(make_task(l, 8, [] {}));
  EXPECT_EQ(first->source, 7u);
  EXPECT_EQ(second->source, 8u);
  EXPECT_EQ(second->place, (first->place + 1u) % TaskPages::capacity);
  StepExecutor executor;
  executor.schedule(first->runnable);
  executor.schedule(second->runnable);
  executor.run_until_idle();
}

TEST(Task, MayRemoveItsSinkFromWithin) {
  struct Leaves final : TaskSink {
    std::uint32_t source = TaskSources::add(this);
    void task_failed(const std::exception_ptr&) noexcept override { TaskSources::remove(source); }
  };
  Leaves leaves;
  run([] { throw 1; }, leaves.source);
  testing::internal::CaptureStderr();
  run([] { throw 2; }, leaves.source);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("int"), std::string::npos);
}

TEST(Task, HasNoSinkThatIsRemovedWhileItTells) {
  struct Slow final : TaskSink {
    std::latch entered{1};
    std::latch may_leave{1};
    std::atomic<bool> has_left{false};
    void task_failed(const std::exception_ptr&) noexcept override {
      entered.count_down();
      may_leave.wait();
      has_left = true;
    }
  };
  Slow slow;
  const std::uint32_t source = TaskSources::add(&slow);
  std::thread teller{[&] { task_failed(source, std::make_exception_ptr(1)); }};
  slow.entered.wait();
  std::thread opener{[&] { slow.may_leave.count_down(); }};

  TaskSources::remove(source);

  EXPECT_TRUE(slow.has_left);
  teller.join();
  opener.join();
}

TEST(Task, WaitsBehindOthersOfItsWorker) {
  std::string text;
  std::latch done{1};
  PoolExecutor pool{"test", 1};
  pool.schedule(*make_task(local(), 0, [&] {
    Local& l = local();
    for (const char c : {'a', 'b', 'c'}) {
      schedule_on(l, pool, *make_task(l, 0, [&text, c] { text += c; }));
    }
    schedule_on(l, pool, *make_task(l, 0, [&done] { done.count_down(); }));
  }));

  done.wait();

  EXPECT_EQ(text, "abc");
}

TEST(TaskExecutor, RunsEachInATaskOfItsOwnUntilItIsFinished) {
  StepExecutor pool;
  TaskExecutor tasks{pool};
  std::latch done{5};
  test::Countdown thrice{done, 3};
  test::Countdown twice{done, 2};
  tasks.schedule(thrice.runnable);
  tasks.schedule(twice.runnable);
  EXPECT_EQ(pool.ready(), 2u);

  EXPECT_EQ(pool.run_until_idle(), 5u);

  EXPECT_TRUE(done.try_wait());
}

TEST(TaskExecutor, BelongsToItsPool) {
  StepExecutor steps;
  TaskExecutor stepped{steps};
  EXPECT_TRUE(stepped.runs_in_caller());
  std::latch done{1};
  test::Countdown task{done};
  stepped.schedule(task.runnable);
  EXPECT_TRUE(stepped.run_one());
  EXPECT_FALSE(stepped.run_one());
  EXPECT_FALSE(stepped.owns_this_thread());
}

}  // namespace
}  // namespace kebne::detail
