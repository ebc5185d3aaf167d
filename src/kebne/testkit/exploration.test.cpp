#include "kebne/testkit/exploration.hpp"

#include "kebne/actor.hpp"
#include "tests/support/failure_of.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::failure_of;

struct Read {
  using Reply = int;
};
struct Write {
  int value;
};
struct Increment {};

class Register final : public Actor {
 public:
  static void behavior(On<Register>& on) {
    on.handle<&Register::read>().handle<&Register::write>();
  }

 private:
  int read(const Read&) { return value_; }
  void write(const Write& m) { value_ = m.value; }
  int value_ = 0;
};

/// Adds one by reading and writing: wrong as soon as there are two of them.
class Incrementer final : public Actor {
 public:
  static void behavior(On<Incrementer>& on) {
    on.handle<&Incrementer::increment>().handle<&Incrementer::got>();
  }
  explicit Incrementer(ActorRef number) : number_{std::move(number)} {}

 private:
  void increment(const Increment&) { number_.tell(Read{}); }
  void got(const int& value) { number_.tell(Write{value + 1}); }
  ActorRef number_;
};

/// Two increments of one number.
void racy_counter(TestKit& kit) {
  const ActorRef number = kit.spawn<Register>("number");
  const ActorRef one = kit.spawn<Incrementer>("one", number);
  const ActorRef two = kit.spawn<Incrementer>("two", number);
  one.tell(Increment{});
  two.tell(Increment{});
  kit.run_until_idle();
  kit.tell(number, Read{});
  kit.expect(2);
}

TEST(Explore, FindsARaceAndReplaysIt) {
  std::uint64_t seed = 0;
  std::string found;
  try {
    explore({}, racy_counter);
    FAIL() << "the race was not found";
  } catch (const ScheduleFailed& e) {
    seed = e.seed;
    found = e.what();
  }
  EXPECT_NE(found.find(fmt::format("the schedule of seed {} fails: akka://test/user/test: wanted "
                                   "int 2, got int 1 from akka://test/user/number",
                                   seed)),
            std::string::npos)
      << found;
  EXPECT_NE(found.find(fmt::format("KEBNE_SCHEDULE_SEED={}", seed)), std::string::npos);

  EXPECT_EQ(failure_of([&] { replay(seed, racy_counter); }), found);
  EXPECT_EQ(failure_of([&] { explore({.schedules = 1, .seed = seed}, racy_counter); }), found);
}

struct Fail {};
struct Work {};

class Child final : public Actor {
 public:
  static void behavior(On<Child>& on) { on.handle<&Child::fail>().handle<&Child::work>(); }

 private:
  void fail(const Fail&) { throw std::runtime_error{"boom"}; }
  void work(const Work&) { parent().tell(Work{}); }
};

/// Has three children that fail, and tells the probe when all are gone.
class Parent final : public Actor {
 public:
  static void behavior(On<Parent>& on) {
    on.handle<&Parent::fail>().handle<&Parent::work>().handle<&Parent::terminated>();
  }
  explicit Parent(ActorRef probe) : probe_{std::move(probe)} {}
  void pre_start() override {
    for (const char* name : {"a", "b", "c"}) watch(spawn<Child>(name));
  }

 private:
  void fail(const Fail&) {
    for (const ActorRef& c : children()) c.tell(Fail{});
    for (const ActorRef& c : children()) c.tell(Work{});
  }
  void work(const Work&) {
    if (++works_ != 3) return;
    for (const ActorRef& c : children()) stop(c);
  }
  void terminated(const Terminated&) {
    if (++gone_ == 3) probe_.tell(Work{});
  }
  ActorRef probe_;
  int works_ = 0;
  int gone_ = 0;
};

/// Children fail, restart, answer and stop; somebody else watches the parent and sees its end.
void family(TestKit& kit) {
  Probe watcher = kit.probe();
  const ActorRef parent = kit.spawn<Parent>("parent", watcher.ref());
  parent.tell(Fail{});
  watcher.watch(parent);
  watcher.expect<Work>();
  kit.system().stop(parent);
  watcher.expect_terminated(parent);
  kit.system().scheduler().schedule_tell_once(1s, watcher.ref(), 1);
  watcher.expect(1);
  watcher.expect_none();
}

TEST(Explore, TakesTheSameCourseForTheSameSeed) {
  std::set<std::uint64_t> traces;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::uint64_t trace = replay(seed, family);
    EXPECT_EQ(replay(seed, family), trace);
    traces.insert(trace);
  }
  EXPECT_EQ(traces.size(), 20u);
}

TEST(Explore, HoldsInTenThousandSchedulesOfFailingChildren) {
  const auto begin = SystemClock{}.now();
  const Explored explored = explore({.schedules = 10'000}, family);
  const auto took = std::chrono::duration<double>(SystemClock{}.now() - begin).count();

  EXPECT_EQ(explored.schedules, 10'000u);
  EXPECT_GT(explored.distinct, 9'000u);
  RecordProperty("seconds", fmt::format("{:.2f}", took));
  fmt::print("10000 schedules, {} distinct, {} steps: {:.2f} s\n", explored.distinct,
             explored.steps, took);
}

/// Whether some schedules of the scenario fail, and some do not.
bool depends_on_the_order(const Scenario& scenario) {
  bool holds = false;
  bool fails = false;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    try {
      replay(seed, scenario);
      holds = true;
    } catch (const ScheduleFailed&) {
      fails = true;
    }
  }
  return holds && fails;
}

/// Answers a `Work` with it, and tells the other, if there is one, an `int`.
class Rival final : public Actor {
 public:
  static void behavior(On<Rival>& on) { on.handle<&Rival::work>().handle<&Rival::number>(); }
  Rival(ActorRef probe, ActorRef other) : probe_{std::move(probe)}, other_{std::move(other)} {}

 private:
  void work(const Work&) {
    probe_.tell(Work{});
    if (other_) other_.tell(1);
  }
  void number(const int& n) { probe_.tell(n); }
  ActorRef probe_;
  ActorRef other_;
};

TEST(Explore, LetsOthersRunWhileTheScenarioSends) {
  EXPECT_TRUE(depends_on_the_order([](TestKit& kit) {
    Probe probe = kit.probe();
    const ActorRef second = kit.spawn<Rival>("second", probe.ref(), ActorRef{});
    const ActorRef first = kit.spawn<Rival>("first", ActorRef::nobody(), second);
    first.tell(Work{});
    second.tell(Work{});
    probe.expect<Work>();  // unless the first one was faster
    probe.expect<int>();
  }));
}

TEST(Explore, LetsOthersRunBetweenTimersOfOneInstant) {
  EXPECT_TRUE(depends_on_the_order([](TestKit& kit) {
    Probe probe = kit.probe();
    const ActorRef second = kit.spawn<Rival>("second", probe.ref(), ActorRef{});
    const ActorRef first = kit.spawn<Rival>("first", ActorRef::nobody(), second);
    kit.system().scheduler().schedule_tell_once(1s, first, Work{});
    kit.system().scheduler().schedule_tell_once(1s, second, Work{});
    probe.expect<Work>();
    probe.expect<int>();
  }));
}

TEST(Explore, LetsASystemMessageComeBeforeOrAfterAnother) {
  EXPECT_TRUE(depends_on_the_order([](TestKit& kit) {
    Probe probe = kit.probe();
    const ActorRef rival = kit.spawn<Rival>("rival", probe.ref(), ActorRef{});
    rival.tell(Work{});
    kit.system().stop(rival);
    probe.expect<Work>();  // unless it stopped before
  }));
}

TEST(Explore, FailsASystemThatNeverComesToRest) {
  struct Restless final : Actor {
    bool receive(Envelope&) override {
      self().tell(1);
      return true;
    }
  };
  const auto scenario = [](TestKit& kit) {
    kit.spawn<Restless>("restless").tell(1);
    kit.expect<int>();
  };
  EXPECT_NE(failure_of([&] {
              replay(3, scenario, {.steps = 1'000});
            }).find("seed 3 fails: 1000 steps, and the system has not come to rest"),
            std::string::npos);
}

TEST(Explore, AsksForFailuresThatAreNotThrown) {
  int n = 0;
  const auto scenario = [&n](TestKit&) { ++n; };
  EXPECT_NE(failure_of([&] {
              explore({.seed = 5, .has_failed = [&] { return n == 3; }}, scenario);
            }).find("seed 7 fails: a check of the test's did not hold"),
            std::string::npos);
}

TEST(Explore, RunsAsManySchedulesAsItIsAskedFor) {
  int n = 0;
  const Explored explored = explore({.schedules = 1, .seed = 0}, [&n](TestKit&) { ++n; });
  EXPECT_EQ(n, 1);
  EXPECT_EQ(explored.schedules, 1u);
}

TEST(Explore, RunsTheScheduleThatTheEnvironmentNames) {
  std::vector<std::uint32_t> throughputs;
  const auto scenario = [&](TestKit& kit) {
    throughputs.push_back(kit.system().settings().throughput);
  };
  const auto with_variable = [&](const char* value) {
    ::setenv("KEBNE_SCHEDULE_SEED", value, 1);
    try {
      const Explored explored = explore({.schedules = 50}, scenario);
      ::unsetenv("KEBNE_SCHEDULE_SEED");
      return explored;
    } catch (...) {
      ::unsetenv("KEBNE_SCHEDULE_SEED");
      throw;
    }
  };
  EXPECT_EQ(with_variable("77").schedules, 1u);
  EXPECT_EQ(throughputs.size(), 1u);
  EXPECT_THROW(with_variable("7x"), std::invalid_argument);
  EXPECT_THROW(with_variable(""), std::invalid_argument);
}

TEST(Explore, RefusesRealTimeAndNoSchedules) {
  const auto nothing = [](TestKit&) {};
  EXPECT_THROW(explore({.schedules = 0}, nothing), std::invalid_argument);
  EXPECT_THROW(explore({.kit = {.real_time = true}}, nothing), std::invalid_argument);
}

}  // namespace
}  // namespace kebne
