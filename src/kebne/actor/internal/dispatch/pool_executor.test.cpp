#include "kebne/actor/internal/dispatch/pool_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

namespace kebne::detail {
namespace {

/// Counts a latch down, once for each of `times` runs.
struct Task {
  Runnable runnable;
  std::latch* done;
  int times;

  explicit Task(std::latch& latch, int n = 1) : done{&latch}, times{n} {
    runnable.run = [](Runnable* r, Local&) noexcept {
      auto* self = reinterpret_cast<Task*>(r);  // the runnable is its first member
      const bool again = --self->times > 0;
      self->done->count_down();
      return again;
    };
  }
};

TEST(PoolExecutor, StartsItsThreadsWithTheFirstNeed) {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  const std::size_t before = test::threads();
  std::latch done{1};
  Task task{done};
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
  std::deque<Task> all;
  PoolExecutor pool{"test", 2};
  for (int i = 0; i < tasks; ++i) pool.schedule(all.emplace_back(done, times).runnable);

  done.wait();
}

TEST(PoolExecutor, FinishesWhatIsQueuedWhenItShutsDown) {
  constexpr int tasks = 2'000;
  std::latch done{tasks * 2};
  std::deque<Task> all;
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
  Task task{done, 3};
  PoolExecutor pool{"test", 2};
  pool.shut_down();

  pool.schedule(task.runnable);

  EXPECT_TRUE(done.try_wait());
}

TEST(PoolExecutor, LosesNothingThatIsScheduledWhileItShutsDown) {
  for (int round = 0; round < 50; ++round) {
    constexpr int tasks = 200;
    std::latch done{tasks};
    std::deque<Task> all;
    for (int i = 0; i < tasks; ++i) all.emplace_back(done);
    PoolExecutor pool{"test", 2};
    pool.start();
    std::thread outside{[&] {
      for (Task& task : all) pool.schedule(task.runnable);
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

TEST(Worker, GivesAwayWhatItHoldsBeforeItBlocks) {
  constexpr int tasks = 20;
  std::latch done{tasks};
  std::deque<Task> all;
  PoolExecutor pool{"test", 1};
  Worker blocked{pool, 0};  // this thread's: nobody runs or steals what lies here
  for (int i = 0; i < tasks; ++i) blocked.put(&all.emplace_back(done).runnable);

  blocked.give_away();

  done.wait();
}

}  // namespace
}  // namespace kebne::detail
