// The scheduler on real threads: storms of arming and cancelling, first use, the end.
#include "kebne/actor.hpp"
#include "kebne/base/random.hpp"
#include "kebne/testkit/virtual_clock.hpp"
#include "tests/support/process.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::CountingObserver;
using test::stressed;

SystemOptions options() {
  return {.workers = 2,
          .observer = std::make_shared<CountingObserver>(),
          .logging = {.loggers = {}, .dead_letters = 0}};
}

/// A payload that is missed when nobody frees it.
struct Tracked {
  static inline std::atomic<int> live{0};
  Tracked() { live.fetch_add(1); }
  Tracked(const Tracked&) { live.fetch_add(1); }
  Tracked(Tracked&&) noexcept { live.fetch_add(1); }
  Tracked& operator=(const Tracked&) = default;
  ~Tracked() { live.fetch_sub(1); }
};

/// How often something happened; others wait until it was often enough.
struct Counter {
  std::atomic<int> count{0};
  void add() {
    count.fetch_add(1);
    count.notify_all();
  }
  void wait_for(int n) const {
    for (int seen = count.load(); seen < n; seen = count.load()) count.wait(seen);
  }
};

void on_threads(int n, const auto& work) {
  std::vector<std::thread> threads;
  for (int t = 0; t < n; ++t) threads.emplace_back([&work, t] { work(t); });
  for (std::thread& thread : threads) thread.join();
}

TEST(SchedulerStress, IsUsedByManyThreadsAsTheirFirstAct) {
  constexpr int users = 32;
  for (int round = 0; round < stressed(60); ++round) {
    Counter fired;
    ActorSystem system{"s", options()};
    std::latch all_there{users};
    on_threads(users, [&](int) {
      all_there.arrive_and_wait();
      system.scheduler().schedule_once(0ns, [&fired] { fired.add(); });
    });
    fired.wait_for(users);
    EXPECT_EQ(system.scheduler().pending(), 0u);
  }
}

TEST(SchedulerStress, StartsItsThreadWithTheFirstTimer) {
  ActorSystem system{"s", options()};
  const auto before = test::threads();
  system.scheduler().schedule_once(1h, [] {});
  EXPECT_EQ(test::threads(), before + 1);
  system.scheduler().schedule_once(1h, [] {});
  EXPECT_EQ(test::threads(), before + 1);
}

TEST(SchedulerStress, IsNeverEarlyAndLosesNothingInAStorm) {
  struct Planned {
    Cancelable handle;
    std::shared_ptr<std::atomic<bool>> fired = std::make_shared<std::atomic<bool>>(false);
    bool is_cancelled = false;
  };
  const int each = stressed(20'000);
  std::atomic<int> early{0};
  std::atomic<int> twice{0};
  {
    ActorSystem system{"s", options()};
    const Scheduler& scheduler = system.scheduler();
    on_threads(4, [&](int t) {
      SeededRandom random{static_cast<std::uint64_t>(t) + 1};
      std::vector<Planned> all;
      for (int i = 0; i < each; ++i) {
        const std::chrono::nanoseconds delay{random.next() % 2'000'000};
        const auto due = scheduler.now() + delay;
        Planned& added = all.emplace_back();
        added.handle =
            scheduler.schedule_once(delay, [&, due, fired = added.fired, tracked = Tracked{}] {
              if (scheduler.now() < due) early.fetch_add(1);
              if (fired->exchange(true)) twice.fetch_add(1);
              fired->notify_all();
            });
        Planned& victim = all[random.next() % all.size()];
        victim.is_cancelled = true;
        victim.handle.cancel();
      }
      for (const Planned& planned : all) {
        if (!planned.is_cancelled) planned.fired->wait(false);
      }
    });
    EXPECT_EQ(scheduler.pending(), 0u);
  }
  EXPECT_EQ(early.load(), 0);
  EXPECT_EQ(twice.load(), 0);
  EXPECT_EQ(Tracked::live.load(), 0);
}

/// Counts what it is told.
class Receiver final : public Actor {
 public:
  static void behavior(On<Receiver>& on) {
    on.handle<&Receiver::tracked>().handle<&Receiver::number>();
  }
  explicit Receiver(Counter* counter) : counter_{counter} {}

 private:
  void tracked(const Tracked&) { counter_->add(); }
  void number(const int&) { counter_->add(); }
  Counter* counter_;
};

TEST(SchedulerStress, TellsEveryRepetitionUntilItIsCancelled) {
  Counter told;
  {
    ActorSystem system{"s", options()};
    const ActorRef receiver = system.spawn<Receiver>("receiver", &told);
    const Scheduler& scheduler = system.scheduler();
    on_threads(4, [&](int) {
      for (int i = 0; i < stressed(40); ++i) {
        const Cancelable all{scheduler};
        const Cancelable linked = Cancelable::linked(scheduler, {all});
        const int before = told.count.load();
        scheduler.schedule_tell_repeatedly(0ns, 20us, receiver, Tracked{}, receiver, all);
        scheduler.schedule_tell_with_fixed_delay(0ns, 20us, receiver, 1, {}, linked);
        linked.cancel_after(100us);
        told.wait_for(before + 10);
        all.cancel();
        EXPECT_TRUE(linked.is_cancelled());
      }
    });
    EXPECT_EQ(scheduler.pending(), 0u);
  }
  EXPECT_EQ(Tracked::live.load(), 0);
}

TEST(SchedulerStress, MayBeCancelledFromBothSidesAtOnce) {
  ActorSystem system{"s", options()};
  const Scheduler& scheduler = system.scheduler();
  for (int round = 0; round < stressed(400); ++round) {
    const Cancelable source{scheduler};
    std::array<Cancelable, 3> linked;
    for (Cancelable& c : linked) c = Cancelable::linked(scheduler, {source});
    std::atomic<int> called{0};
    for (const Cancelable& c : linked) {
      c.on_cancel([&called] { called.fetch_add(1); });
      scheduler.schedule_once(
          1h, [tracked = Tracked{}] {}, c);
    }
    std::latch both{2};
    on_threads(2, [&](int t) {
      both.arrive_and_wait();
      if (t == 0) return source.cancel();
      for (Cancelable& c : linked) c.cancel();
      linked = {};
    });
    EXPECT_EQ(called.load(), 3);
    EXPECT_EQ(scheduler.pending(), 0u);
  }
  EXPECT_EQ(Tracked::live.load(), 0);
}

TEST(SchedulerStress, EndsWhileOthersSchedule) {
  for (int round = 0; round < stressed(60); ++round) {
    std::vector<Cancelable> kept(4);
    {
      Counter told;
      auto system = std::make_unique<ActorSystem>("s", options());
      const ActorRef receiver = system->spawn<Receiver>("receiver", &told);
      const Scheduler& scheduler = system->scheduler();
      std::latch all_there{5};
      std::thread ender{[&] {
        all_there.arrive_and_wait();
        system->terminate().get();
      }};
      on_threads(4, [&](int t) {
        all_there.arrive_and_wait();
        try {
          for (;;) {
            scheduler.schedule_tell_once(10us, receiver, Tracked{});
            scheduler.schedule_once(10us, [tracked = Tracked{}] {});
            kept[static_cast<std::size_t>(t)] =
                scheduler.schedule_with_fixed_delay(0ns, 1us, [tracked = Tracked{}] {});
            kept[static_cast<std::size_t>(t)].cancel_after(5us);
          }
        } catch (const SystemTerminating&) {
        }
      });
      ender.join();
      EXPECT_EQ(scheduler.pending(), 0u);
    }
    EXPECT_EQ(Tracked::live.load(), 0);
    for (const Cancelable& c : kept) c.cancel();
  }
}

TEST(SchedulerStress, FollowsAVirtualClockOnRealThreads) {
  constexpr int users = 3;
  const int each = stressed(2000);
  Counter told;
  auto clock = std::make_shared<VirtualClock>();
  SystemOptions on_clock = options();
  on_clock.clock = clock;
  ActorSystem system{"s", on_clock};
  const ActorRef receiver = system.spawn<Receiver>("receiver", &told);
  std::atomic<int> left{users};
  std::thread mover{[&] {
    while (left.load() != 0) clock->advance(1us);
    clock->advance(1s);
  }};
  on_threads(users, [&](int) {
    for (int i = 0; i < each; ++i) {
      system.scheduler().schedule_tell_once(std::chrono::microseconds{i % 5}, receiver, 1);
    }
    left.fetch_sub(1);
  });
  mover.join();
  told.wait_for(users * each);
  EXPECT_EQ(system.scheduler().pending(), 0u);
}

}  // namespace
}  // namespace kebne
