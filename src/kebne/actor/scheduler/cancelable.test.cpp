#include "kebne/actor/scheduler/cancelable.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;

TEST(Cancelable, CancelsWhatWasScheduled) {
  TestKit kit;
  Probe probe = kit.probe();
  auto message = std::make_shared<int>(1);
  const Cancelable handle =
      kit.system().scheduler().schedule_tell_once(1s, probe.ref(), message, probe.ref());
  EXPECT_FALSE(handle.is_cancelled());

  handle.cancel();

  EXPECT_TRUE(handle.is_cancelled());
  EXPECT_EQ(message.use_count(), 1) << "freed at once, though the handle is still there";
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
  kit.advance(1h);
  probe.expect_none();
}

TEST(Cancelable, CancelsNothingThatHasHappened) {
  TestKit kit;
  Probe probe = kit.probe();
  const Cancelable handle = kit.system().scheduler().schedule_tell_once(1s, probe.ref(), 1);
  kit.clock().advance(1s);
  handle.cancel();
  EXPECT_EQ(probe.expect<int>(), 1);
}

TEST(Cancelable, StopsAnActionThatIsDueButHasNotBegun) {
  TestKit kit;
  int calls = 0;
  const Cancelable handle = kit.system().scheduler().schedule_repeatedly(1s, 1s, [&] { ++calls; });
  kit.clock().advance(5s);
  handle.cancel();
  kit.run_until_idle();
  EXPECT_EQ(calls, 0);
}

TEST(Cancelable, MayBeUsedByItsOwnAction) {
  TestKit kit;
  auto kept = std::make_shared<int>(0);
  auto own = std::make_shared<Cancelable>();
  *own = kit.system().scheduler().schedule_repeatedly(1s, 1s, [kept, own] {
    ++*kept;
    own->cancel();
  });
  own.reset();

  kit.advance(10s);

  EXPECT_EQ(*kept, 1);
  EXPECT_EQ(kept.use_count(), 1) << "the action that holds its own handle is gone";
}

TEST(Cancelable, FreesAnActionThatHoldsItsOwnHandleWhenItHasRun) {
  TestKit kit;
  auto kept = std::make_shared<int>(0);
  auto own = std::make_shared<Cancelable>();
  *own = kit.system().scheduler().schedule_once(1s, [kept, own] { ++*kept; });
  own.reset();
  kit.advance(1s);
  EXPECT_EQ(*kept, 1);
  EXPECT_EQ(kept.use_count(), 1);
}

TEST(Cancelable, CancelsAllThatWasScheduledWithIt) {
  TestKit kit;
  Probe probe = kit.probe();
  const Scheduler& scheduler = kit.system().scheduler();
  const Cancelable all{scheduler};
  const Cancelable one = scheduler.schedule_tell_once(1s, probe.ref(), 1, {}, all);
  scheduler.schedule_tell_repeatedly(1s, 1s, probe.ref(), 2, {}, all);
  scheduler.schedule_tell_with_fixed_delay(1s, 1s, probe.ref(), 3, {}, all);
  scheduler.schedule_once(
      1s, [] { FAIL(); }, all);
  scheduler.schedule_repeatedly(
      1s, 1s, [] { FAIL(); }, all);
  scheduler.schedule_with_fixed_delay(
      1s, 1s, [] { FAIL(); }, all);
  EXPECT_EQ(scheduler.pending(), 6u);

  all.cancel();

  EXPECT_EQ(scheduler.pending(), 0u);
  EXPECT_TRUE(one.is_cancelled());
  kit.advance(1h);
  probe.expect_none();
}

TEST(Cancelable, SchedulesNothingWhenItIsCancelledAlready) {
  TestKit kit;
  const Cancelable handle = kit.system().scheduler().schedule_once(
      1s, [] { FAIL(); }, Cancelable::cancelled());
  EXPECT_TRUE(handle.is_cancelled());
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
  kit.advance(1h);
}

TEST(Cancelable, ForgetsTimersThatHaveFired) {
  TestKit kit;
  Probe probe = kit.probe();
  const Scheduler& scheduler = kit.system().scheduler();
  const Cancelable all{scheduler};
  const Cancelable fired = scheduler.schedule_tell_once(1s, probe.ref(), 1, {}, all);
  kit.advance(1s);
  all.cancel();
  EXPECT_FALSE(fired.is_cancelled());
}

TEST(Cancelable, CancelsAfterATime) {
  TestKit kit;
  int calls = 0;
  const Scheduler& scheduler = kit.system().scheduler();
  const Cancelable handle = scheduler.schedule_repeatedly(10ms, 10ms, [&] { ++calls; });
  handle.cancel_after(35ms);
  EXPECT_FALSE(handle.is_cancelled());

  kit.advance(1h);

  EXPECT_TRUE(handle.is_cancelled());
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(scheduler.pending(), 0u);
}

TEST(Cancelable, NeedsNoMoreTimeWhenItIsCancelledBefore) {
  TestKit kit;
  const Cancelable all{kit.system().scheduler()};
  all.cancel_after(1h);
  EXPECT_EQ(kit.system().scheduler().pending(), 1u);
  all.cancel();
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
  all.cancel_after(1h);
  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
}

TEST(Cancelable, RefusesANegativeTime) {
  TestKit kit;
  EXPECT_THROW(Cancelable{kit.system().scheduler()}.cancel_after(-1ns), std::invalid_argument);
}

TEST(Cancelable, IsCancelledWithItsSources) {
  TestKit kit;
  const Scheduler& scheduler = kit.system().scheduler();
  const Cancelable one{scheduler};
  const Cancelable two{scheduler};
  const Cancelable both = Cancelable::linked(scheduler, {one, Cancelable{}, two});
  const Cancelable below = Cancelable::linked(scheduler, {both});
  scheduler.schedule_once(
      1s, [] { FAIL(); }, below);

  two.cancel();

  EXPECT_FALSE(one.is_cancelled());
  EXPECT_TRUE(both.is_cancelled());
  EXPECT_TRUE(below.is_cancelled());
  EXPECT_EQ(scheduler.pending(), 0u);
  EXPECT_TRUE(Cancelable::linked(scheduler, {one, two}).is_cancelled());
}

TEST(Cancelable, DoesNotCancelItsSources) {
  TestKit kit;
  const Cancelable source{kit.system().scheduler()};
  const Cancelable linked = Cancelable::linked(kit.system().scheduler(), {source});
  linked.cancel();
  EXPECT_FALSE(source.is_cancelled());
  source.cancel();
}

TEST(Cancelable, MayBeDroppedBeforeItsSource) {
  TestKit kit;
  const Cancelable source{kit.system().scheduler()};
  { const Cancelable linked = Cancelable::linked(kit.system().scheduler(), {source, source}); }
  source.cancel();
}

TEST(Cancelable, LinksAcrossSystems) {
  std::optional<TestKit> one{"one"};
  TestKit two{"two"};
  const Cancelable source{one->system().scheduler()};
  const Cancelable linked = Cancelable::linked(two.system().scheduler(), {source});
  one.reset();
  source.cancel();
  EXPECT_TRUE(linked.is_cancelled());
}

TEST(Cancelable, CallsBackOnceInOrder) {
  TestKit kit;
  std::string text;
  const Cancelable source{kit.system().scheduler()};
  const Cancelable linked = Cancelable::linked(kit.system().scheduler(), {source});
  source.on_cancel([&] { text += 'a'; });
  source.on_cancel([&] { text += 'b'; });
  linked.on_cancel([&] { text += 'c'; });

  source.cancel();
  source.cancel();
  source.on_cancel([&] { text += 'd'; });

  EXPECT_EQ(text, "abcd");
}

TEST(Cancelable, RunsAllCallbacksThenThrowsWhatTheFirstThrew) {
  TestKit kit;
  std::string text;
  const Cancelable source{kit.system().scheduler()};
  source.on_cancel([] { throw std::runtime_error{"one"}; });
  source.on_cancel([] { throw std::runtime_error{"two"}; });
  source.on_cancel([&] { text += 'c'; });

  try {
    source.cancel();
  } catch (const std::runtime_error& e) {
    text += e.what();
  }

  EXPECT_EQ(text, "cone");
}

TEST(Cancelable, CallsBackOnTheDispatcherWhenTimeCancelsIt) {
  TestKit kit;
  std::string text;
  const Cancelable source{kit.system().scheduler()};
  source.on_cancel([&] { text += 'a'; });
  source.on_cancel([] { throw std::runtime_error{"boom"}; });
  source.cancel_after(1s);

  kit.clock().advance(1s);
  EXPECT_TRUE(source.is_cancelled());
  EXPECT_EQ(text, "");
  kit.run_until_idle();
  EXPECT_EQ(text, "a");
  EXPECT_EQ(kit.observer().failures().size(), 1u);
}

TEST(Cancelable, DoesNothingWhenItIsEmpty) {
  const Cancelable empty;
  EXPECT_FALSE(empty);
  empty.cancel();
  EXPECT_FALSE(empty.is_cancelled());
  EXPECT_THROW(empty.cancel_after(1s), std::logic_error);
  EXPECT_THROW(empty.on_cancel([] {}), std::logic_error);
}

TEST(Cancelable, OutlivesItsSystem) {
  std::optional<TestKit> kit{std::in_place};
  const Cancelable handle = kit->system().scheduler().schedule_once(1s, [] { FAIL(); });
  kit.reset();
  EXPECT_FALSE(handle.is_cancelled());
  handle.cancel();
  EXPECT_TRUE(handle.is_cancelled());
}

}  // namespace
}  // namespace kebne
