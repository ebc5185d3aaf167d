#include "kebne/actor/internal/dispatch/pool_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/base/detail/platform.hpp"
#include "tests/support/process.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <latch>
#include <mutex>
#include <system_error>
#include <thread>

namespace kebne::detail {
namespace {

using test::Calls;
using test::Countdown;

TEST(PoolExecutor, StartsItsThreadsWithTheFirstNeed) {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  const std::size_t before = test::threads();
  std::latch done{1};
  Countdown task{done};
  PoolExecutor pool{"test", 3};
  EXPECT_FALSE(pool.is_started());
  EXPECT_EQ(test::threads(), before);

  pool.schedule(task.runnable);
  done.wait();
  EXPECT_EQ(test::threads(), before + 3);
  pool.shut_down();

  EXPECT_EQ(test::threads(), before);
}

TEST(PoolExecutor, RunsAgainWhatIsNotFinished) {
  constexpr int tasks = 100;
  constexpr int times = 50;
  std::latch done{tasks * times};
  std::deque<Countdown> all;
  PoolExecutor pool{"test", 2};
  for (int i = 0; i < tasks; ++i) pool.schedule(all.emplace_back(done, times).runnable);

  done.wait();
}

TEST(PoolExecutor, FinishesWhatIsQueuedWhenItShutsDown) {
  constexpr int tasks = 2'000;
  std::latch done{tasks * 2};
  std::deque<Countdown> all;
  PoolExecutor pool{"test", 2};
  for (int i = 0; i < tasks; ++i) pool.schedule(all.emplace_back(done, 2).runnable);

  pool.shut_down();

  EXPECT_TRUE(done.try_wait());
}

/// Says after each run that its next message comes from another worker, so that it moves about.
struct Wanderer {
  Runnable runnable;
  std::latch* done;
  std::atomic<std::uint32_t>* last_thread;
  int times;

  Wanderer(std::latch& latch, std::atomic<std::uint32_t>& last, int n)
      : done{&latch}, last_thread{&last}, times{n} {
    runnable.run = [](Runnable* r, Local& l) noexcept {
      auto* self = reinterpret_cast<Wanderer*>(r);  // the runnable is its first member
      l.mail_from = self->last_thread->exchange(l.envelopes.id());
      if (--self->times > 0) return true;
      self->done->count_down();
      return false;
    };
  }
};

TEST(PoolExecutor, LosesNothingThatMovesBetweenWorkersWhileItShutsDown) {
  for (int round = 0; round < 100; ++round) {
    constexpr int wanderers = 64;
    std::latch done{wanderers};
    std::atomic<std::uint32_t> last_thread{0};
    std::deque<Wanderer> all;
    {
      PoolExecutor pool{"test", 3};
      for (int i = 0; i < wanderers; ++i) {
        pool.schedule(all.emplace_back(done, last_thread, 100).runnable);
      }
    }
    ASSERT_TRUE(done.try_wait());
  }
}

TEST(PoolExecutor, RunsInTheCallersThreadOnceItIsShutDown) {
  std::latch done{3};
  Countdown task{done, 3};
  PoolExecutor pool{"test", 2};
  pool.shut_down();

  pool.schedule(task.runnable);

  EXPECT_TRUE(done.try_wait());
}

TEST(PoolExecutor, LosesNothingThatIsScheduledWhileItShutsDown) {
  for (int round = 0; round < 50; ++round) {
    constexpr int tasks = 200;
    std::latch done{tasks};
    std::deque<Countdown> all;
    for (int i = 0; i < tasks; ++i) all.emplace_back(done);
    PoolExecutor pool{"test", 2};
    pool.start();
    std::thread outside{[&] {
      for (Countdown& task : all) pool.schedule(task.runnable);
    }};
    if (round % 2 == 0) std::this_thread::yield();
    pool.shut_down();
    outside.join();

    EXPECT_TRUE(done.try_wait()) << "round " << round;
  }
}

TEST(PoolExecutor, OwnsItsThreadsOnly) {
  struct Asks {
    Runnable runnable;
    PoolExecutor* mine;
    PoolExecutor* other;
    std::latch* done;
  };
  std::latch done{1};
  PoolExecutor mine{"mine", 1};
  PoolExecutor other{"other", 1};
  Asks asks{{}, &mine, &other, &done};
  asks.runnable.run = [](Runnable* r, Local&) noexcept {
    const auto& a = *reinterpret_cast<Asks*>(r);
    EXPECT_TRUE(a.mine->owns_this_thread());
    EXPECT_FALSE(a.other->owns_this_thread());
    a.done->count_down();
    return false;
  };

  mine.schedule(asks.runnable);
  done.wait();

  EXPECT_FALSE(mine.owns_this_thread());
}

DedicatedThreadPoolSettings few_threads(std::uint32_t wanted, int to_be_had) {
  test::threads_to_be_had = to_be_had;
  return {.name = "test", .threads = wanted, .start_thread = &test::start_thread_if_to_be_had};
}

TEST(PoolExecutor, SaysThatThereIsNotOneThreadToBeHad) {
  PoolExecutor pool{few_threads(2, 0)};

  EXPECT_THROW(pool.start(), std::system_error);
  EXPECT_FALSE(pool.is_started());
}

TEST(PoolExecutor, WorksWithFewerThreads) {
  constexpr int tasks = 100;
  std::latch done{tasks * 2};
  std::deque<Countdown> all;
  PoolExecutor pool{few_threads(3, 1)};
  pool.start();
  for (int i = 0; i < tasks; ++i) pool.schedule(all.emplace_back(done, 2).runnable);

  done.wait();
}

TEST(PoolExecutor, RunsInTheCallersThreadWhereNoneIsToBeHad) {
  std::latch done{6};
  Countdown one{done, 3};
  Countdown two{done, 3};
  PoolExecutor pool{few_threads(2, 0)};
  pool.schedule(one.runnable);
  pool.schedule(two.runnable);
  EXPECT_TRUE(done.try_wait());

  test::threads_to_be_had = 2;
  pool.start();

  EXPECT_TRUE(pool.is_started());
}

TEST(PoolExecutor, RunsALongChainInTheCallersThreadWithoutEndingItsStack) {
  PoolExecutor pool{few_threads(1, 0)};
  int left = 200'000;
  std::deque<Calls> all;
  std::function<bool()> next = [&] {
    if (--left > 0) pool.schedule(all.emplace_back(next).runnable);
    return false;
  };

  pool.schedule(all.emplace_back(next).runnable);

  EXPECT_EQ(left, 0);
}

TEST(PoolExecutor, RunsWhatOneWaitsForThatRunsInTheCallersThread) {
  PoolExecutor pool{few_threads(1, 0)};
  bool has_run = false;
  Calls inner{[&] {
    has_run = true;
    return false;
  }};
  Calls outer{[&] {
    pool.schedule(inner.runnable);
    EXPECT_TRUE(has_run);
    return false;
  }};

  pool.schedule(outer.runnable);

  EXPECT_TRUE(has_run);
}

TEST(PoolExecutor, BindsItsThreadsToProcessors) {
  const int here = sched_getcpu();
  ASSERT_TRUE(processor_exists(static_cast<std::uint32_t>(here)));
  constexpr int tasks = 50;
  std::latch done{tasks};
  std::deque<Calls> all;
  PoolExecutor pool{{.name = "test", .threads = 2, .affinity = {static_cast<std::uint32_t>(here)}}};
  for (int i = 0; i < tasks; ++i) {
    pool.schedule(all.emplace_back([&] {
                       EXPECT_EQ(sched_getcpu(), here);
                       done.count_down();
                       return false;
                     })
                      .runnable);
  }

  done.wait();
}

TEST(PoolExecutor, RunsWhereItMayWhenItsProcessorDoesNotExist) {
  EXPECT_FALSE(processor_exists(1'000'000));
  std::latch done{1};
  Countdown task{done};
  PoolExecutor pool{{.name = "test", .threads = 1, .affinity = {1'000'000}}};

  pool.schedule(task.runnable);

  done.wait();
}

TEST(Worker, StealsThoughEachYieldTakesLong) {
  std::atomic<bool> one_has_run{false};
  std::latch done{3};
  const auto note = [&] {
    one_has_run = true;
    done.count_down();
    return false;
  };
  Calls first{note};
  Calls second{note};
  Calls busy{[&] {
    local().worker->push_back(&first.runnable);
    local().worker->push_back(&second.runnable);
    while (!one_has_run) cpu_pause();  // the thief is let in only when this thread's time is up
    done.count_down();
    return false;
  }};
  PoolExecutor pool{
      {.name = "test", .threads = 2, .affinity = {static_cast<std::uint32_t>(sched_getcpu())}}};

  pool.schedule(busy.runnable);

  done.wait();
}

TEST(Worker, GivesAwayWhatItHoldsBeforeItBlocks) {
  constexpr int tasks = 20;
  std::latch done{tasks};
  std::deque<Countdown> all;
  PoolExecutor pool{"test", 1};
  Worker blocked{pool, 0};  // this thread's: nobody runs or steals what lies here
  for (int i = 0; i < tasks; ++i) blocked.put(&all.emplace_back(done).runnable);

  blocked.give_away();

  done.wait();
}

}  // namespace
}  // namespace kebne::detail
