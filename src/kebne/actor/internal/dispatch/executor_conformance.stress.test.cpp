// What every executor that several threads may use has in common.
#include "kebne/actor/detail/task.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"
#include "kebne/actor/internal/dispatch/channel_executor.hpp"
#include "kebne/actor/internal/dispatch/pinned_executor.hpp"
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/actor/internal/dispatch/task_executor.hpp"
#include "kebne/testkit/calling_thread_executor.hpp"
#include "tests/support/process.hpp"
#include "tests/support/runnables.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

using test::Calls;
using test::Countdown;

/// An executor with all that it needs to run.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Executor& executor() = 0;
  virtual void shut_down() { executor().shut_down(); }
};

DedicatedThreadPoolSettings pool_settings() {
  return {.name = "test", .threads = 2, .start_thread = &test::start_thread_if_to_be_had};
}

struct Pool final : Subject {
  PoolExecutor pool{pool_settings()};
  Executor& executor() override { return pool; }
};

struct RetiringPool final : Subject {
  PoolExecutor pool{[] {
    auto settings = pool_settings();
    settings.shutdown_timeout = std::chrono::milliseconds{1};
    return settings;
  }()};
  Executor& executor() override { return pool; }
};

struct Pinned final : Subject {
  PinnedThreads threads{&test::start_thread_if_to_be_had};
  PinnedExecutor& pinned = threads.make("test");
  Pinned() { pinned.attach(); }
  ~Pinned() override { pinned.detach(); }
  Executor& executor() override { return pinned; }
};

struct Tasks final : Subject {
  PoolExecutor pool{pool_settings()};
  TaskExecutor tasks{pool};
  Executor& executor() override { return tasks; }
  void shut_down() override { pool.shut_down(); }
};

struct Channel final : Subject {
  PoolExecutor pool{pool_settings()};
  ChannelScheduler scheduler{pool, {.parallelism = 2}};
  ChannelExecutor channel{scheduler, DispatcherSettings::Priority::Low};
  Executor& executor() override { return channel; }
  void shut_down() override { pool.shut_down(); }
};

/// With a loop that is posted to.
struct Context final : Subject {
  std::atomic<std::uint32_t> posted{0};
  std::atomic<bool> is_over{false};
  SynchronizationContext context{[this] { post(); }};
  std::optional<std::thread> loop;

  Context() {
    loop.emplace([this] {
      while (!is_over) {
        posted.wait(0);
        posted = 0;
        context.run_until_idle();
      }
    });
  }
  ~Context() override { end_loop(); }
  void post() {
    posted = 1;
    posted.notify_one();
  }
  void end_loop() {
    if (!loop) return;
    is_over = true;
    post();
    loop->join();
    loop.reset();
  }
  Executor& executor() override { return context; }
  void shut_down() override {
    end_loop();
    context.shut_down();
  }
};

struct CallingThread final : Subject {
  CallingThreadExecutor calling;
  Executor& executor() override { return calling; }
};

struct Kind {
  const char* name;
  std::unique_ptr<Subject> (*make)();
  bool has_threads;
};

template <class S>
std::unique_ptr<Subject> make() {
  return std::make_unique<S>();
}

class ExecutorConformanceStress : public testing::TestWithParam<Kind> {
 protected:
  ExecutorConformanceStress() { test::threads_to_be_had = 1'000'000; }
  std::unique_ptr<Subject> subject() { return GetParam().make(); }
};

TEST_P(ExecutorConformanceStress, RunsEachOnceForEachScheduling) {
  constexpr int threads = 4;
  const int each = test::stressed(2'000);
  const auto s = subject();
  std::latch done{threads * each};
  std::vector<std::deque<Countdown>> all(threads);
  std::vector<std::thread> outside;
  for (auto& mine : all) {
    outside.emplace_back([&] {
      for (int i = 0; i < each; ++i) s->executor().schedule(mine.emplace_back(done).runnable);
    });
  }
  for (std::thread& thread : outside) thread.join();

  done.wait();
  s->shut_down();

  for (const auto& mine : all) {
    for (const Countdown& task : mine) EXPECT_EQ(task.times, 0);
  }
}

TEST_P(ExecutorConformanceStress, RunsAgainWhatIsNotFinishedBehindTheOthers) {
  const auto s = subject();
  std::latch done{1};
  std::atomic<bool> other_has_run{false};
  Calls other{[&] {
    other_has_run = true;
    return false;
  }};
  Calls waits{[&] {
    if (!other_has_run) return true;
    done.count_down();
    return false;
  }};
  Calls begins{[&] {
    s->executor().schedule(waits.runnable);
    s->executor().schedule(other.runnable);
    return false;
  }};
  s->executor().schedule(begins.runnable);

  done.wait();
  s->shut_down();
}

TEST_P(ExecutorConformanceStress, RunsWhatIsLeftAndEndsItsThreadsWhenItShutsDown) {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  const std::size_t before = test::threads();
  const int tasks = test::stressed(2'000);
  std::latch done{tasks * 2};
  std::deque<Countdown> all;
  const auto s = subject();
  for (int i = 0; i < tasks; ++i) s->executor().schedule(all.emplace_back(done, 2).runnable);

  s->shut_down();

  EXPECT_TRUE(done.try_wait());
  EXPECT_EQ(test::threads(), before);
}

TEST_P(ExecutorConformanceStress, RunsInTheCallersThreadOnceItIsShutDown) {
  const auto s = subject();
  std::latch done{1};
  Countdown first{done};
  s->executor().schedule(first.runnable);
  done.wait();
  s->shut_down();
  std::thread::id ran_on;
  Calls late{[&, again = true]() mutable {
    ran_on = std::this_thread::get_id();
    return std::exchange(again, false);
  }};

  s->executor().schedule(late.runnable);

  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST_P(ExecutorConformanceStress, LosesNothingThatIsScheduledWhileItShutsDown) {
  for (int round = 0; round < test::stressed(100); ++round) {
    constexpr int tasks = 100;
    std::latch done{tasks};
    std::deque<Countdown> all;
    for (int i = 0; i < tasks; ++i) all.emplace_back(done);
    const auto s = subject();
    s->executor().start();
    std::thread outside{[&] {
      for (Countdown& task : all) s->executor().schedule(task.runnable);
    }};
    if (round % 2 == 0) std::this_thread::yield();
    s->shut_down();
    outside.join();
    EXPECT_TRUE(done.try_wait()) << "round " << round;
  }
}

TEST_P(ExecutorConformanceStress, GoesOnAfterATaskThatThrows) {
  struct Counts final : TaskSink {
    std::atomic<int> failures{0};
    void task_failed(const std::exception_ptr&) noexcept override { ++failures; }
  };
  Counts counts;
  const std::uint32_t source = TaskSources::add(&counts);
  const int tasks = test::stressed(200);
  std::latch done{tasks};
  const auto s = subject();
  for (int i = 0; i < tasks; ++i) {
    schedule_on(local(), s->executor(), *make_task(local(), source, [&done] {
                  done.count_down();
                  throw std::runtime_error{"task"};
                }));
  }

  done.wait();
  s->shut_down();
  TaskSources::remove(source);

  EXPECT_EQ(counts.failures, tasks);
}

TEST_P(ExecutorConformanceStress, RunsInTheCallersThreadWhereNoThreadIsToBeHad) {
  test::threads_to_be_had = 0;
  const auto s = subject();
  if (GetParam().has_threads) {
    EXPECT_THROW(s->executor().start(), std::system_error);
  }
  std::latch done{30};
  std::deque<Countdown> all;
  for (int i = 0; i < 10; ++i) s->executor().schedule(all.emplace_back(done, 3).runnable);

  done.wait();

  test::threads_to_be_had = 1'000'000;
  s->executor().start();
  s->shut_down();
}

TEST_P(ExecutorConformanceStress, LetsInhabitantsComeAndGo) {
  const auto s = subject();
  std::latch done{3};
  Countdown one{done};
  Countdown two{done};
  Countdown three{done};
  s->executor().attach();
  s->executor().attach();
  s->executor().schedule(one.runnable);
  s->executor().detach();
  s->executor().schedule(two.runnable);
  s->executor().detach();
  s->executor().schedule(three.runnable);
  done.wait();
  s->shut_down();
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorConformanceStress,
                         testing::Values(Kind{"Pool", &make<Pool>, true},
                                         Kind{"RetiringPool", &make<RetiringPool>, true},
                                         Kind{"Pinned", &make<Pinned>, true},
                                         Kind{"Tasks", &make<Tasks>, true},
                                         Kind{"Channel", &make<Channel>, true},
                                         Kind{"Context", &make<Context>, false},
                                         Kind{"CallingThread", &make<CallingThread>, false}),
                         [](const auto& kind) { return std::string{kind.param.name}; });

}  // namespace
}  // namespace kebne::detail
