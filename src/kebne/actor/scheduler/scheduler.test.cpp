#include "kebne/actor/scheduler/scheduler.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

/// Says in milliseconds of virtual time when it was called.
struct Diary {
  TestKit kit;
  Scheduler& scheduler = kit.system().scheduler();
  std::vector<std::int64_t> times;

  void note() { times.push_back(kit.clock().now() / 1ms); }
};
using Times = std::vector<std::int64_t>;

std::string error_of(const auto& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "no error";
}

struct Counted {
  explicit Counted(int* n) : copies{n} {}
  Counted(const Counted& other) : copies{other.copies} { ++*copies; }
  Counted& operator=(const Counted&) = delete;
  int* copies;
};

struct Reader final : Actor {
  static void behavior(On<Reader>& on) { on.handle<&Reader::read>(); }
  explicit Reader(std::vector<const Counted*>* list) : seen{list} {}
  void read(const Counted& m) { seen->push_back(&m); }
  std::vector<const Counted*>* seen;
};

struct Waits final : Actor {
  static void behavior(On<Waits>& on) { on.handle<&Waits::never>(); }
  void never(const int&) {}
  void post_stop() override { system().scheduler().schedule_tell_once(1ms, self(), 1); }
};

TEST(Scheduler, TellsOnceWhenTheTimeHasCome) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  kit.system().scheduler().schedule_tell_once(20ms, probe.ref(), std::string{"m"});

  kit.advance(20ms - 1ns);
  probe.expect_none();
  kit.advance(1ns);
  EXPECT_EQ(probe.expect<std::string>(), "m");
  EXPECT_FALSE(probe.last_sender());
  kit.advance(24h);
  probe.expect_none();
}

TEST(Scheduler, TellsInTheNameOfASender) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  Probe sender = kit.probe("sender");
  kit.system().scheduler().schedule_tell_once(1s, probe.ref(), 1, sender.ref());
  kit.system().scheduler().schedule_tell_repeatedly(1s, 1s, probe.ref(), 2, sender.ref());

  kit.advance(1s);
  EXPECT_EQ(probe.expect<int>(), 1);
  EXPECT_EQ(probe.last_sender(), sender.ref());
  EXPECT_EQ(probe.expect<int>(), 2);
  EXPECT_EQ(probe.last_sender(), sender.ref());
}

TEST(Scheduler, TellsAtOnceWithoutDelay) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  for (int i = 0; i < 3; ++i) kit.system().scheduler().schedule_tell_once(0ns, probe.ref(), i);

  for (int i = 0; i < 3; ++i) EXPECT_EQ(probe.expect<int>(), i);
  EXPECT_EQ(kit.clock().now(), 0ns);
}

TEST(Scheduler, KeepsTheOrderOfDeadlinesThenOfScheduling) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  const Scheduler& scheduler = kit.system().scheduler();
  scheduler.schedule_tell_once(50ms, probe.ref(), 1);
  scheduler.schedule_tell_once(50ms, probe.ref(), 2);
  scheduler.schedule_tell_once(50ms - 1ns, probe.ref(), 0);
  scheduler.schedule_tell_once(50ms, probe.ref(), 3);

  kit.clock().advance(1h);
  for (int i = 0; i <= 3; ++i) EXPECT_EQ(probe.expect<int>(), i);
}

TEST(Scheduler, RepeatsAtAFixedRate) {
  Diary diary;
  const Cancelable repeated = diary.scheduler.schedule_repeatedly(5ms, 10ms, [&] { diary.note(); });

  diary.kit.advance(36ms);
  EXPECT_EQ(diary.times, (Times{5, 15, 25, 35}));
  repeated.cancel();
  diary.kit.advance(1h);
  EXPECT_EQ(diary.times.size(), 4u);
}

TEST(Scheduler, MakesUpForWhatAFixedRateHasMissed) {
  Diary diary;
  int told = 0;
  diary.scheduler.schedule_repeatedly(10ms, 10ms, [&] { ++told; });

  diary.kit.clock().advance(100ms);  // nothing runs meanwhile
  diary.kit.run_until_idle();

  EXPECT_EQ(told, 10);
}

TEST(Scheduler, LeavesOutTheOldestAfterALongStall) {
  /// Does not stop at deadlines, as a machine that was suspended.
  struct Jumps final : Clock {
    std::chrono::nanoseconds time{0};
    Alarm* alarm = nullptr;
    [[nodiscard]] std::chrono::nanoseconds now() const noexcept override { return time; }
    bool drives(Alarm& a) override {
      alarm = &a;
      return true;
    }
  };
  auto clock = std::make_shared<Jumps>();
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.clock = clock, .executor = executor}};
  Probe probe{system, *executor, "probe"};
  system.scheduler().schedule_tell_repeatedly(1ms, 1ms, probe.ref(), 1);
  system.scheduler().schedule_tell_with_fixed_delay(1ms, 1ms, probe.ref(), std::string{"late"});

  clock->time = 1h;
  clock->alarm->ring();

  int at_rate = 0;
  int late = 0;
  for (int i = 0; i < 1002; ++i) {
    // The first of each, and a thousand that are made up for.
    if (i == 1) {
      EXPECT_EQ(probe.expect<std::string>(), "late");
      ++late;
    } else {
      at_rate += probe.expect<int>();
    }
  }
  EXPECT_EQ(at_rate, 1001);
  EXPECT_EQ(late, 1);
  probe.expect_none();
  EXPECT_EQ(clock->alarm->due(), 1h + 1ms);
}

TEST(Scheduler, CountsAFixedDelayFromTheEndOfTheAction) {
  Diary diary;
  diary.scheduler.schedule_with_fixed_delay(10ms, 10ms, [&] {
    diary.note();
    diary.kit.clock().advance(3ms);  // so long it takes
  });

  diary.kit.advance(40ms);

  EXPECT_EQ(diary.times, (Times{10, 23, 36}));
}

TEST(Scheduler, TellsWithAFixedDelay) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  kit.system().scheduler().schedule_tell_with_fixed_delay(0ns, 10ms, probe.ref(), 1);

  kit.advance(30ms);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(probe.expect<int>(), 1);
  probe.expect_none();
}

TEST(Scheduler, SharesTheMessageOfARepeatedTell) {
  TestKit kit;
  int copies = 0;
  std::vector<const Counted*> seen;
  const ActorRef reader = kit.spawn<Reader>("reader", &seen);
  kit.system().scheduler().schedule_tell_repeatedly(1ms, 1ms, reader, Counted{&copies});
  const int made = copies;

  kit.advance(3ms);

  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(copies, made);
}

TEST(Scheduler, CopiesSmallMessagesAndSharesLargeOnes) {
  struct Large {
    std::array<int, 100> numbers{};
  };
  TestKit kit;
  Probe probe = kit.probe("probe");
  Large large;
  large.numbers[99] = 7;
  kit.system().scheduler().schedule_tell_repeatedly(1ms, 2ms, probe.ref(), large);
  kit.system().scheduler().schedule_tell_repeatedly(2ms, 2ms, probe.ref(), 8);

  kit.advance(4ms);

  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(probe.expect<Large>().numbers[99], 7);
    EXPECT_EQ(probe.expect<int>(), 8);
  }
}

TEST(Scheduler, TellsMoveOnlyMessagesOnce) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  kit.system().scheduler().schedule_tell_once(1ms, probe.ref(), std::make_unique<int>(7));
  kit.advance(1ms);
  EXPECT_EQ(*probe.expect<std::unique_ptr<int>>(), 7);
}

TEST(Scheduler, RunsMoveOnlyActions) {
  TestKit kit;
  int seen = 0;
  kit.system().scheduler().schedule_once(1ms, [&seen, n = std::make_unique<int>(7)] { seen = *n; });
  kit.advance(1ms);
  EXPECT_EQ(seen, 7);
}

TEST(Scheduler, RepeatsASpecialMessageAsWhatItIs) {
  struct Deaf final : Actor {};
  TestKit kit;
  const ActorRef deaf = kit.spawn<Deaf>("deaf");
  Probe probe = kit.probe("probe");
  probe.watch(deaf);
  kit.system().scheduler().schedule_tell_repeatedly(1ms, 1h, deaf, PoisonPill{});
  kit.advance(1ms);
  probe.expect_terminated(deaf);
}

TEST(Scheduler, LetsActionsScheduleOthersOnTheWay) {
  Diary diary;
  const Scheduler& scheduler = diary.scheduler;
  scheduler.schedule_once(1s, [&] {
    diary.note();
    scheduler.schedule_once(1s, [&] {
      diary.note();
      scheduler.schedule_once(10s, [&] { diary.note(); });
    });
  });

  diary.kit.advance(10s);

  EXPECT_EQ(diary.times, (Times{1000, 2000}));
  EXPECT_EQ(scheduler.now(), 10s);
  EXPECT_EQ(scheduler.pending(), 1u);
}

TEST(Scheduler, GoesOnWhenAnActionThrows) {
  TestKit kit;
  int calls = 0;
  kit.system().scheduler().schedule_repeatedly(1ms, 1ms, [&] {
    if (++calls == 1) throw std::runtime_error{"boom"};
  });

  kit.advance(3ms);

  EXPECT_EQ(calls, 3);
  ASSERT_EQ(kit.observer().failures().size(), 1u);
  EXPECT_EQ(kit.observer().failures()[0].point, FailurePoint::Callback);
}

TEST(Scheduler, NeverRunsAnActionTwiceAtATime) {
  TestKit kit;
  int calls = 0;
  int depth = 0;
  kit.system().scheduler().schedule_repeatedly(1ms, 1ms, [&] {
    EXPECT_EQ(++depth, 1);
    if (++calls == 1) {
      kit.clock().advance(5ms);
      kit.run_until_idle();
    }
    --depth;
  });

  kit.advance(1ms);

  EXPECT_EQ(calls, 6);
}

TEST(Scheduler, MakesDeadLettersOfWhatItTellsNobody) {
  TestKit kit;
  kit.system().scheduler().schedule_tell_once(1ms, ActorRef{}, 1);
  kit.advance(1ms);
  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].recipient, "akka://test/deadLetters");
}

TEST(Scheduler, RefusesTimesThatAreNone) {
  TestKit kit;
  const ActorRef probe = kit.probe().ref();
  const Scheduler& scheduler = kit.system().scheduler();

  EXPECT_EQ(error_of([&] { scheduler.schedule_tell_once(-1ms, probe, 1); }),
            "delay: found -1 ms, wanted 0 or more");
  EXPECT_EQ(error_of([&] { scheduler.schedule_tell_repeatedly(0ms, 0ms, probe, 1); }),
            "interval: found 0 ms, wanted more than 0");
  EXPECT_EQ(error_of([&] { scheduler.schedule_with_fixed_delay(0ms, -1ms, [] {}); }),
            "interval: found -1 ms, wanted more than 0");
  kit.advance(1ms);
  EXPECT_NE(error_of([&] { scheduler.schedule_once(std::chrono::nanoseconds::max(), [] {}); }),
            "no error");
  EXPECT_EQ(scheduler.pending(), 0u);
}

TEST(Scheduler, TakesTheLongestTimes) {
  TestKit kit;
  Probe probe = kit.probe();
  const auto end = std::chrono::nanoseconds::max();
  kit.system().scheduler().schedule_tell_repeatedly(end, end, probe.ref(), 1);
  kit.advance(end - 1ns);
  probe.expect_none();
  kit.advance(1ns);
  EXPECT_EQ(probe.expect<int>(), 1);
  EXPECT_EQ(kit.system().scheduler().pending(), 0u) << "time has ended";
}

TEST(Scheduler, DropsWhatIsPendingAtTheEnd) {
  auto kept = std::make_shared<int>(1);
  TestKit kit;
  Probe probe = kit.probe();
  Scheduler& scheduler = kit.system().scheduler();
  scheduler.schedule_once(1h, [kept] { FAIL(); });
  scheduler.schedule_tell_repeatedly(1h, 1h, probe.ref(), kept, probe.ref());
  const Cancelable outlives = scheduler.schedule_once(1h, [kept] {});
  outlives.cancel_after(1s);
  EXPECT_GT(kept.use_count(), 1);

  kit.system().terminate();
  kit.run_until_idle();

  EXPECT_EQ(kept.use_count(), 1);
  EXPECT_EQ(scheduler.pending(), 0u);
  EXPECT_THROW(scheduler.schedule_once(1ms, [] {}), SystemTerminating);
  EXPECT_THROW(scheduler.schedule_tell_once(1ms, ActorRef{}, 1), SystemTerminating);
  kit.shut_down();
  EXPECT_THROW(outlives.cancel_after(1s), SystemTerminating);
  outlives.cancel();
}

TEST(Scheduler, StillTellsWhileTheSystemTerminates) {
  TestKit kit;
  kit.spawn<Waits>("waits");
  bool ran = false;
  kit.system().register_on_termination(
      [&] { kit.system().scheduler().schedule_once(1ms, [&] { ran = true; }); });
  kit.system().terminate();
  kit.run_until_idle();
  kit.advance(1s);
  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_FALSE(ran);
}

TEST(Scheduler, NeedsAClockThatDrivesASystemWithoutThreads) {
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.executor = executor}};
  EXPECT_THROW(system.scheduler().schedule_once(1ms, [] {}), std::logic_error);
}

TEST(Scheduler, ServesSeveralSystemsOnOneClock) {
  auto executor = std::make_shared<StepExecutor>();
  auto clock = std::make_shared<VirtualClock>();
  ActorSystem one{"one", {.clock = clock, .executor = executor}};
  std::string text;
  {
    ActorSystem two{"two", {.clock = clock, .executor = executor}};
    two.scheduler().schedule_once(2ms, [&] { text += '2'; });
    one.scheduler().schedule_once(1ms, [&] { text += '1'; });
    one.scheduler().schedule_once(3ms, [&] { text += '3'; });
    two.scheduler().schedule_once(9ms, [&] { text += '9'; });
    clock->advance(5ms);
    executor->run_until_idle();
  }
  clock->advance(5ms);
  EXPECT_EQ(text, "123");
  EXPECT_EQ(clock->next_deadline(), std::nullopt);
}

TEST(Scheduler, HasLimitsForItsOptions) {
  const auto make = [](SchedulerOptions options) { ActorSystem{"s", {.scheduler = options}}; };
  EXPECT_THROW(make({.tick_duration = 9ms}), ConfigError);
  EXPECT_THROW(make({.ticks_per_wheel = 0}), ConfigError);
  EXPECT_THROW(make({.ticks_per_wheel = (1u << 30) + 1}), ConfigError);
  EXPECT_THROW(make({.shutdown_timeout = -1ns}), ConfigError);
}

}  // namespace
}  // namespace kebne
