// The scheduler at its limits: times that are none, clocks that jump, stalls, actions of all kinds.
#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// Every way of scheduling something, by its name: with a delay and an interval.
struct Way {
  const char* name;
  bool repeats;
  std::function<Cancelable(nanoseconds, nanoseconds)> schedule;
};

std::vector<Way> all_ways(const Scheduler& s, const ActorRef& to,
                          const std::shared_ptr<int>& what) {
  return {
      {"tell once", false, [=, &s](auto d, auto) { return s.schedule_tell_once(d, to, what); }},
      {"tell repeatedly", true,
       [=, &s](auto d, auto i) { return s.schedule_tell_repeatedly(d, i, to, what); }},
      {"tell with fixed delay", true,
       [=, &s](auto d, auto i) { return s.schedule_tell_with_fixed_delay(d, i, to, what); }},
      {"once", false, [=, &s](auto d, auto) { return s.schedule_once(d, [what] {}); }},
      {"repeatedly", true,
       [=, &s](auto d, auto i) { return s.schedule_repeatedly(d, i, [what] {}); }},
      {"with fixed delay", true,
       [=, &s](auto d, auto i) { return s.schedule_with_fixed_delay(d, i, [what] {}); }},
  };
}

template <class Error>
std::string error_of(const auto& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST(SchedulerEdges, RefusesDelaysThatAreNone) {
  TestKit kit;
  kit.advance(1ms);
  const auto what = std::make_shared<int>(1);
  const auto ways = all_ways(kit.system().scheduler(), kit.probe().ref(), what);
  const auto users = what.use_count();
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    const auto error = [&](nanoseconds delay) {
      return error_of<std::invalid_argument>([&] { way.schedule(delay, 1ms); });
    };
    EXPECT_EQ(error(-1ms), "delay: found -1 ms, wanted 0 or more");
    EXPECT_EQ(error(nanoseconds::min()).rfind("delay: found -9223372036854.", 0), 0u);
    EXPECT_EQ(error(nanoseconds::max()).rfind("delay: found 9223372036854.", 0), 0u);
    EXPECT_EQ(error(nanoseconds::max() - 1ms), "no error") << "the end of time";
  }
  EXPECT_EQ(kit.system().scheduler().pending(), ways.size());
  kit.system().terminate();
  kit.run_until_idle();
  EXPECT_EQ(what.use_count(), users) << "what was refused is freed";
}

TEST(SchedulerEdges, RefusesIntervalsThatAreNone) {
  TestKit kit;
  for (const Way& way :
       all_ways(kit.system().scheduler(), kit.probe().ref(), std::make_shared<int>(1))) {
    if (!way.repeats) continue;
    SCOPED_TRACE(way.name);
    const auto error = [&](nanoseconds interval) {
      return error_of<std::invalid_argument>([&] { way.schedule(0ms, interval); });
    };
    EXPECT_EQ(error(0ms), "interval: found 0 ms, wanted more than 0");
    EXPECT_EQ(error(-1ms), "interval: found -1 ms, wanted more than 0");
    EXPECT_NE(error(nanoseconds::min()), "no error");
  }
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
}

TEST(SchedulerEdges, IsOverWithAnIntervalBeyondTheEndOfTime) {
  TestKit kit;
  const auto what = std::make_shared<int>(1);
  for (const Way& way : all_ways(kit.system().scheduler(), kit.probe().ref(), what)) {
    way.schedule(1ms, nanoseconds::max());
  }
  kit.advance(1ms);
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
}

TEST(SchedulerEdges, RefusesEverythingAfterTheEnd) {
  TestKit kit;
  const auto what = std::make_shared<int>(1);
  const auto ways = all_ways(kit.system().scheduler(), kit.probe().ref(), what);
  const auto users = what.use_count();
  kit.system().terminate();
  kit.run_until_idle();
  for (const Way& way : ways) {
    EXPECT_EQ(error_of<SystemTerminating>([&] { way.schedule(1ms, 1ms); }),
              "system test: it has ended, what is scheduled now would never happen")
        << way.name;
  }
  EXPECT_EQ(what.use_count(), users);
}

TEST(SchedulerEdges, TellsOfWhateverActionsThrow) {
  TestKit kit;
  const Scheduler& scheduler = kit.system().scheduler();
  scheduler.schedule_once(1ms, [] { throw std::runtime_error{"once"}; });
  scheduler.schedule_repeatedly(1ms, 1ms, [] { throw 42; });
  scheduler.schedule_with_fixed_delay(1ms, 1ms, [] { throw std::runtime_error{"again"}; });

  kit.advance(3ms);

  EXPECT_EQ(kit.observer().failures().size(), 7u);
  EXPECT_EQ(scheduler.pending(), 2u);
}

/// Can be moved, but not copied while `refuses`.
struct Fussy {
  bool refuses = true;
  std::shared_ptr<int> counted = std::make_shared<int>(0);
  Fussy() = default;
  Fussy(Fussy&&) = default;
  Fussy(const Fussy& other) : counted{other.counted} {
    if (other.refuses) throw std::logic_error{"no copies"};
  }
  void operator()() { ++*counted; }
};

TEST(SchedulerEdges, KeepsNothingOfAnActionThatCannotBeCopied) {
  TestKit kit;
  const Scheduler& scheduler = kit.system().scheduler();
  Fussy action;
  EXPECT_EQ(error_of<std::logic_error>([&] { scheduler.schedule_once(1ms, action); }), "no copies");
  EXPECT_EQ(scheduler.pending(), 0u);
  EXPECT_EQ(action.counted.use_count(), 1);

  scheduler.schedule_once(1ms, std::move(action));
  kit.advance(1ms);
  EXPECT_EQ(scheduler.pending(), 0u);
}

int calls_of_a_function = 0;
void function() { ++calls_of_a_function; }

struct alignas(256) Wide {
  std::uintptr_t* address;
  void operator()() const { *address = reinterpret_cast<std::uintptr_t>(this); }
};

TEST(SchedulerEdges, CallsWhateverCanBeCalled) {
  TestKit kit;
  const Scheduler& scheduler = kit.system().scheduler();
  int copies = 0;
  const auto constant = [&copies] { ++copies; };
  auto own_count = [&copies, mine = 0]() mutable { copies += ++mine; };
  std::uintptr_t address = 1;
  calls_of_a_function = 0;

  scheduler.schedule_once(1ms, function);
  scheduler.schedule_once(1ms, &function);
  scheduler.schedule_once(1ms, constant);
  scheduler.schedule_repeatedly(1ms, 1ms, own_count);
  scheduler.schedule_once(1ms, Wide{&address});
  scheduler.schedule_once(1ms, std::function<void()>{constant});
  kit.advance(2ms);

  EXPECT_EQ(calls_of_a_function, 2);
  EXPECT_EQ(copies, 1 + (1 + 2) + 1);
  EXPECT_EQ(address % alignof(Wide), 0u);
}

/// Whoever sets the date.
struct Operator final : Clock {
  VirtualClock time;
  std::chrono::system_clock::time_point date{};

  [[nodiscard]] nanoseconds now() const noexcept override { return time.now(); }
  [[nodiscard]] std::chrono::system_clock::time_point wall() const noexcept override {
    return date;
  }
  bool drives(Alarm& alarm) override { return time.drives(alarm); }
  void forget(Alarm& alarm) noexcept override { time.forget(alarm); }
};

TEST(SchedulerEdges, TakesNoNoticeOfTheDate) {
  auto clock = std::make_shared<Operator>();
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.clock = clock, .executor = executor}};
  int at_rate = 0;
  int with_delay = 0;
  system.scheduler().schedule_repeatedly(10ms, 10ms, [&] { ++at_rate; });
  system.scheduler().schedule_with_fixed_delay(10ms, 10ms, [&] { ++with_delay; });
  for (const auto jump : {0h, 1h, -1h, -1h}) {
    clock->date += jump;
    const int before = at_rate;
    clock->time.advance(9ms);
    executor->run_until_idle();
    EXPECT_EQ(at_rate, before);
    clock->time.advance(1ms);
    executor->run_until_idle();
    EXPECT_EQ(at_rate, before + 1);
    EXPECT_EQ(with_delay, at_rate);
  }
}

/// Does not stop at deadlines, as a machine that was suspended.
struct Stalled final : Clock {
  nanoseconds time{0};
  Alarm* alarm = nullptr;
  [[nodiscard]] nanoseconds now() const noexcept override { return time; }
  bool drives(Alarm& a) override {
    alarm = &a;
    return true;
  }
};

TEST(SchedulerEdges, CatchesUpAfterAStallOfFiveSecondsOnlyAtAFixedRate) {
  auto clock = std::make_shared<Stalled>();
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.clock = clock, .executor = executor}};
  Probe rate{system, *executor, "rate"};
  Probe delay{system, *executor, "delay"};
  int called_at_rate = 0;
  int called_with_delay = 0;
  const Scheduler& scheduler = system.scheduler();
  scheduler.schedule_tell_repeatedly(100ms, 100ms, rate.ref(), 1);
  scheduler.schedule_tell_with_fixed_delay(100ms, 100ms, delay.ref(), 1);
  scheduler.schedule_repeatedly(100ms, 100ms, [&] { ++called_at_rate; });
  scheduler.schedule_with_fixed_delay(100ms, 100ms, [&] { ++called_with_delay; });

  clock->time = 5s;
  clock->alarm->ring();
  executor->run_until_idle();

  for (int i = 0; i < 50; ++i) EXPECT_EQ(rate.expect<int>(), 1);
  rate.expect_none();
  EXPECT_EQ(delay.expect<int>(), 1);
  delay.expect_none();
  EXPECT_EQ(called_at_rate, 50);
  EXPECT_EQ(called_with_delay, 1);
  EXPECT_EQ(clock->alarm->due(), 5100ms);
}

TEST(SchedulerEdges, CrossesTheLimitsOfMillisecondCounters) {
  for (const std::int64_t limit : {std::int64_t{1} << 31, std::int64_t{1} << 32}) {
    const std::chrono::milliseconds start{limit - 15};
    auto clock = std::make_shared<VirtualClock>(start);
    auto executor = std::make_shared<StepExecutor>();
    ActorSystem system{"s", {.clock = clock, .executor = executor}};
    std::vector<nanoseconds> times;
    const auto note = [&] { times.push_back(clock->now() - start); };
    system.scheduler().schedule_repeatedly(10ms, 10ms, note);
    system.scheduler().schedule_once(25ms, note);
    for (int ms = 0; ms < 40; ++ms) {
      clock->advance(1ms);
      executor->run_until_idle();
    }
    EXPECT_EQ(times, (std::vector<nanoseconds>{10ms, 20ms, 25ms, 30ms, 40ms})) << limit;
  }
}

}  // namespace
}  // namespace kebne
