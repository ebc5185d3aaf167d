#include "kebne/actor/metrics/snapshot.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using metrics::Snapshot;

struct Query {
  using Reply = int;
};
struct Unknown {};

class Worker final : public Actor {
 public:
  static void behavior(On<Worker>& on) {
    on.handle<&Worker::number>().handle<&Worker::query>().handle<&Worker::act>();
  }
  using Actor::forward;
  using Actor::stop;
  using Actor::timers;

 private:
  void number(const int&) {}
  int query(const Query&) { return 7; }
  void act(const std::function<void(Worker&)>& f) { f(*this); }
};

struct SnapshotTest : testing::Test {
  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>();
  std::shared_ptr<StepExecutor> executor = std::make_shared<StepExecutor>();
  std::shared_ptr<RecordingObserver> observer = std::make_shared<RecordingObserver>();
  ActorSystem system{"s",
                     {.observer = observer,
                      .clock = clock,
                      .executor = executor,
                      .logging = {.loggers = {}},
                      .telemetry = {.counters = true}}};
  ActorRef worker = system.spawn<Worker>("worker");

  void run() { executor->run_until_idle(); }
  void act(std::function<void(Worker&)> f) {
    worker.tell(std::move(f));
    run();
  }
  Snapshot now() {
    run();
    return metrics::snapshot(system);
  }
};

TEST_F(SnapshotTest, CountsWhatIsToldFromOutsideAndFromActors) {
  worker.tell(1);
  worker.tell(2, worker);
  const ActorRef other = system.spawn<Worker>("other");
  act([other](Worker&) {
    other.tell(3);
    other.tell(4);
  });
  const Snapshot s = now();
  EXPECT_TRUE(s.counters);
  EXPECT_EQ(s.sent, 5u);
  EXPECT_EQ(s.received, 5u);
  EXPECT_EQ(s.scheduled_received, 0u);
}

TEST_F(SnapshotTest, CountsQuestionsAndAnswersForwardsAndTimers) {
  auto answer = system.ask<Query>(worker);
  run();
  EXPECT_EQ(answer.get(), 7);
  EXPECT_EQ(now().sent, 2u);  // the question and its answer
  EXPECT_EQ(now().received, 1u);

  system.scheduler().schedule_tell_repeatedly(1ms, 1ms, worker, 5);
  act([](Worker& w) { w.timers().once("t", 2ms, 6); });
  clock->advance(2ms);
  const Snapshot s = now();
  EXPECT_EQ(s.sent, 6u);
  EXPECT_EQ(s.received, 5u);
  EXPECT_EQ(s.scheduled_received, 3u);
  EXPECT_EQ(s.timers, 1u);
  EXPECT_EQ(s.lateness.count, 3u);
  EXPECT_EQ(s.lateness.most, 0ns);
}

TEST_F(SnapshotTest, CountsAMessageOfACancelledTimerNotAsReceived) {
  act([this](Worker& w) {
    w.timers().once("t", 1ms, 6);
    clock->advance(1ms);
    w.timers().cancel("t");
  });
  EXPECT_EQ(now().received, 1u);
  EXPECT_EQ(now().scheduled_received, 0u);
}

TEST_F(SnapshotTest, CountsLives) {
  EXPECT_EQ(now().actors_started, 1u);
  const ActorRef second = system.spawn<Worker>("second");
  EXPECT_EQ(now().actors_live(), 2u);
  act([](Worker&) { throw std::runtime_error{"boom"}; });
  system.stop(second);
  const Snapshot s = now();
  EXPECT_EQ(s.actors_started, 2u);
  EXPECT_EQ(s.actors_stopped, 1u);
  EXPECT_EQ(s.actors_live(), 1u);
  EXPECT_EQ(s.restarts, 1u);
}

/// Cannot be made a second time.
class Once final : public Actor {
 public:
  static void behavior(On<Once>& on) { on.handle<&Once::fail>(); }
  explicit Once(int* made) {
    if (++*made > 1) throw std::runtime_error{"again"};
  }

 private:
  void fail(const int&) { throw std::runtime_error{"boom"}; }
};

class Stillborn final : public Actor {
 public:
  Stillborn() { throw std::runtime_error{"no"}; }
};

TEST_F(SnapshotTest, CountsNoLifeOfWhatCouldNotStartOrStartAgain) {
  int made = 0;
  const ActorRef once = system.spawn<Once>("once", &made);
  system.spawn<Stillborn>("stillborn");
  EXPECT_EQ(now().actors_live(), 2u);
  once.tell(1);
  EXPECT_EQ(now().actors_live(), 1u);
  EXPECT_EQ(now().actors_started, 2u);
  EXPECT_EQ(now().actors_stopped, 1u);
  EXPECT_EQ(now().restarts, 0u);
}

TEST_F(SnapshotTest, CountsWhatNobodyGotByReason) {
  worker.tell(Unknown{});
  run();
  ActorRef{}.tell(1);  // of no system
  system.dead_letters().tell(2);
  system.stop(worker);
  run();
  worker.tell(3);
  worker.tell(4);
  const Snapshot s = now();
  EXPECT_EQ(s.unhandled, 1u);
  EXPECT_EQ(s.dead_letters(DeadLetterReason::Stopped), 2u);
  EXPECT_EQ(s.dead_letters(DeadLetterReason::NoRecipient), 1u);
  EXPECT_EQ(s.dead_letters(), 3u);
}

TEST_F(SnapshotTest, CountsNoneOfTheLibrarysOwnNoticesAsLost) {
  system.stop(worker);
  run();
  EXPECT_FALSE(system.ask<Identify>(worker, 1).get().actor);  // it has its answer
  { (void)system.ask<Query>(worker); }
  auto slow = system.ask<Query>(5ms, worker);
  run();
  const Snapshot s = now();
  EXPECT_EQ(s.dead_letters(DeadLetterReason::Stopped), 2u);
  EXPECT_EQ(s.dead_letters(), 2u);
}

TEST_F(SnapshotTest, NamesTheDispatchersAndWhatWaitsThere) {
  worker.tell(1);
  const Snapshot before = metrics::snapshot(system);
  ASSERT_EQ(before.dispatchers.size(), 2u);
  EXPECT_EQ(before.dispatchers[0].id, "akka.actor.default-dispatcher");
  EXPECT_EQ(before.dispatchers[1].id, "akka.actor.internal-dispatcher");
  EXPECT_GT(before.dispatchers[0].queued.value(), 0u);
  EXPECT_EQ(now().dispatchers[0].queued.value(), 0u);
}

TEST_F(SnapshotTest, WithoutCountersHasTheRestAllTheSame) {
  TestKit kit;
  kit.spawn<Worker>("w").tell(1);
  kit.system().scheduler().schedule_once(1h, [] {});
  kit.run_until_idle();
  const Snapshot s = metrics::snapshot(kit.system());
  EXPECT_FALSE(s.counters);
  EXPECT_EQ(s.received, 0u);
  EXPECT_EQ(s.timers, 1u);
  EXPECT_EQ(s.dispatchers.size(), 2u);
}

TEST_F(SnapshotTest, KeepsSystemsThatShareAThreadApart) {
  ActorSystem twin{"twin",
                   {.observer = observer,
                    .clock = clock,
                    .executor = executor,
                    .logging = {.loggers = {}},
                    .telemetry = {.counters = true}}};
  const ActorRef there = twin.spawn<Worker>("worker");
  for (int i = 0; i < 10; ++i) {
    worker.tell(i);
    there.tell(i);
    there.tell(i);
    run();
  }
  EXPECT_EQ(now().received, 10u);
  EXPECT_EQ(metrics::snapshot(twin).received, 20u);
  EXPECT_EQ(metrics::snapshot(twin).sent, 20u);
}

TEST_F(SnapshotTest, KeepsASystemApartWhoseActorsRunInTheMiddleOfAHandler) {
  ActorSystem twin{"twin",
                   {.observer = observer,
                    .clock = clock,
                    .executor = executor,
                    .logging = {.loggers = {}},
                    .telemetry = {.counters = true}}};
  const ActorRef there = twin.spawn<Worker>("worker");
  run();
  act([&](Worker&) {
    EXPECT_EQ(twin.ask<Query>(there).get(), 7);
    worker.tell(1);
  });
  EXPECT_EQ(now().sent, 3u);
  EXPECT_EQ(now().received, 2u);
  EXPECT_EQ(metrics::snapshot(twin).sent, 1u);
  EXPECT_EQ(metrics::snapshot(twin).received, 1u);
}

TEST_F(SnapshotTest, CountsTheMailOfOneActor) {
  run();
  act([this](Worker&) {
    for (int i = 0; i < 5; ++i) worker.tell(i);
    auto depth = metrics::mailbox_depth(worker);
    // The actor answers between two messages: with all but the one that asks.
    std::move(depth).then([](Result<std::size_t> n) { EXPECT_EQ(n.value(), 5u); });
  });
  EXPECT_EQ(metrics::mailbox_depth(worker).get(), 0u);
}

TEST_F(SnapshotTest, CountsNoMailOfTheDeadAndOfWhatIsNoActor) {
  system.stop(worker);
  run();
  const auto depth = metrics::mailbox_depth(worker).wait_for(0ns);
  ASSERT_FALSE(depth);
  EXPECT_EQ(depth.error().code, Code::DeadTarget);
  EXPECT_EQ(depth.error().text, "akka://s/user/worker has stopped: it has no mailbox any more");
  EXPECT_THROW((void)metrics::mailbox_depth(ActorRef{}), std::invalid_argument);
  EXPECT_THROW((void)metrics::mailbox_depth(system.dead_letters()), std::invalid_argument);
}

TEST_F(SnapshotTest, IsConfigured) {
  EXPECT_TRUE(
      SystemOptions::from(Config::text("kebne.telemetry.counters = on")).telemetry.counters);
  EXPECT_FALSE(SystemOptions::from(Config{}).telemetry.counters);
  EXPECT_TRUE(system.settings().telemetry_counters);
}

TEST(Lateness, KnowsInWhichBucketAQuantileLies) {
  metrics::Lateness l;
  EXPECT_EQ(l.quantile(0.5), 0ns);
  l.at[0] = 90;  // less than 1 us
  l.at[3] = 9;   // less than 8 us
  l.at[25] = 1;
  l.count = 100;
  l.most = 40s;
  EXPECT_EQ(l.quantile(0.5), 1us);
  EXPECT_EQ(l.quantile(0.9), 1us);
  EXPECT_EQ(l.quantile(0.99), 8us);
  EXPECT_EQ(l.quantile(1.0), 40s);
}

}  // namespace
}  // namespace kebne
