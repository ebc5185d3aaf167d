#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::failure_of;

struct Animal {};
struct Dog : Animal {
  using Bases = bases<Animal>;
};
struct Amount {
  int cents;
  bool operator==(const Amount&) const = default;
  [[nodiscard]] std::string to_string() const { return std::to_string(cents) + " ct"; }
};
struct Opaque {
  int secret;
  bool operator==(const Opaque&) const = default;
};

/// Tells the probe these texts after so many milliseconds each.
void tell_later(TestKit& kit, const ActorRef& to, std::vector<std::pair<int, int>> all) {
  for (const auto& [ms, number] : all) {
    kit.system().scheduler().schedule_tell_once(std::chrono::milliseconds{ms}, to, int{number});
  }
}

TEST(Expectations, WaitInVirtualTime) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  tell_later(kit, probe.ref(), {{1'000, 1}, {2'000, 2}});

  EXPECT_EQ(probe.expect<int>(), 1);
  EXPECT_EQ(kit.clock().now(), 1s);
  EXPECT_EQ(probe.expect<int>(1s), 2);
  EXPECT_EQ(kit.clock().now(), 2s);

  EXPECT_EQ(failure_of([&] { probe.expect<int>(10ms); }),
            "akka://test/user/probe: wanted int, got nothing in 0.01 s");
  EXPECT_EQ(kit.clock().now(), 2010ms);
}

TEST(Expectations, CompareValues) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  const Probe sender = kit.probe("sender");
  probe.ref().tell(std::string{"a"});
  probe.ref().tell(Amount{5});
  probe.ref().tell(Amount{6}, sender.ref());
  probe.ref().tell(Opaque{6});

  EXPECT_EQ(probe.expect("a"), "a");
  EXPECT_EQ(probe.expect(Amount{5}), Amount{5});
  EXPECT_EQ(failure_of([&] { probe.expect(Amount{5}); }),
            "akka://test/user/probe: wanted kebne::(anonymous namespace)::Amount 5 ct, got "
            "kebne::(anonymous namespace)::Amount 6 ct from akka://test/user/sender");
  EXPECT_EQ(failure_of([&] { probe.expect(Opaque{5}); }),
            "akka://test/user/probe: wanted kebne::(anonymous namespace)::Opaque of a certain "
            "value, got kebne::(anonymous namespace)::Opaque");
}

TEST(Expectations, TakeBasesThatATypeNames) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  probe.ref().tell(Dog{});
  probe.ref().tell(1);

  EXPECT_TRUE(probe.expect_kind_of<Animal>().holds<Dog>());
  EXPECT_EQ(failure_of([&] { probe.expect_kind_of<Animal>(); }),
            "akka://test/user/probe: wanted a kind of kebne::(anonymous namespace)::Animal, got "
            "int 1");
}

TEST(Expectations, TakeAllOfInAnyOrder) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  for (const int n : {3, 1, 2}) probe.ref().tell(n);
  probe.expect_all_of(1, 2, 3);

  probe.ref().tell(std::string{"b"});
  probe.ref().tell(7);
  const auto [number, text] = probe.expect_all_of<int, std::string>();
  EXPECT_EQ(number, 7);
  EXPECT_EQ(text, "b");

  probe.ref().tell(1);
  EXPECT_EQ(failure_of([&] { probe.expect_all_of(1, "a", 1); }),
            "akka://test/user/probe: wanted int 1, std::string \"a\" and int 1, got only int 1 in "
            "3 s");
  probe.ref().tell(1);
  probe.ref().tell(2);
  EXPECT_EQ(failure_of([&] { probe.expect_all_of(1, 1); }),
            "akka://test/user/probe: wanted int 1 and int 1, got int 1, int 2");
}

TEST(Expectations, TakeAnyOf) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  probe.ref().tell(2);
  probe.ref().tell(std::string{"a"});
  probe.ref().tell(3);

  EXPECT_EQ(probe.expect_any_of(1, 2), 1u);
  EXPECT_EQ(std::get<std::string>(probe.expect_any_of<int, std::string>()), "a");
  EXPECT_EQ(failure_of([&] { probe.expect_any_of(1, "x"); }),
            "akka://test/user/probe: wanted int 1 or std::string \"x\", got int 3");
}

TEST(Expectations, FishForWhatIsWanted) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  tell_later(kit, probe.ref(), {{1, 1}, {2, 2}, {3, 3}, {4, 4}});
  probe.ref().tell(std::string{"x"});

  EXPECT_EQ(probe.fish_for<int>([](int n) { return n == 2; }), 2);
  EXPECT_EQ(probe.fish_until<int>(), 3);
  EXPECT_EQ(failure_of([&] { probe.fish_for<int>([](int n) { return n == 9; }, 10ms); }),
            "akka://test/user/probe: wanted a certain int, got none in 0.01 s, but only int 4");
}

TEST(Expectations, ReceiveWithoutJudging) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  tell_later(kit, probe.ref(), {{1, 1}, {2, 2}, {3, 3}});

  EXPECT_EQ(*probe.receive_one().get_if<int>(), 1);
  EXPECT_EQ(*probe.receive_n(2).at(1).get_if<int>(), 3);
  EXPECT_FALSE(probe.receive_one(1s));
  EXPECT_EQ(failure_of([&] { probe.receive_n(2, 1s); }),
            "akka://test/user/probe: wanted 2 messages, got 0 in 1 s");
}

TEST(Expectations, ReceiveWhileMessagesAreWanted) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  const auto is_small = [](int n) { return n < 10; };
  tell_later(kit, probe.ref(), {{1, 1}, {2, 2}, {3, 30}, {50, 4}, {100, 5}, {200, 6}, {201, 7}});

  EXPECT_EQ(probe.receive_while<int>(is_small), (std::vector{1, 2}));
  EXPECT_EQ(probe.expect<int>(), 30);
  EXPECT_EQ(probe.receive_while<int>(is_small, {.idle = 60ms}), (std::vector{4, 5}));
  EXPECT_EQ(kit.clock().now(), 160ms);
  EXPECT_EQ(probe.receive_while<int>(is_small, {.messages = 1}), (std::vector{6}));
  EXPECT_EQ(probe.receive_while<int>(is_small, {.max = 1s}), (std::vector{7}));
}

TEST(Expectations, PassOverWhatIsIgnored) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  probe.ignore<int>();
  probe.ref().tell(1);
  probe.ref().tell(std::string{"a"});
  EXPECT_EQ(probe.expect<std::string>(), "a");

  probe.ignore_none();
  probe.ref().tell(2);
  EXPECT_EQ(probe.expect<int>(), 2);

  probe.ignore([](const Envelope&) -> bool { throw std::domain_error{"unsure"}; });
  probe.ref().tell(3);
  EXPECT_THROW(probe.expect<int>(), std::domain_error);
  EXPECT_EQ(probe.expect<int>(), 3);
}

TEST(Expectations, ExpectNothingForATime) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  tell_later(kit, probe.ref(), {{500, 1}});

  probe.expect_none();
  probe.expect_none(499ms);
  EXPECT_EQ(failure_of([&] { probe.expect_none(1ms); }),
            "akka://test/user/probe: wanted nothing, got int 1");
}

TEST(Within, LimitsWhatTheBodyTakes) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  EXPECT_EQ(failure_of([&] { probe.within(50ms, [&] { kit.advance(120ms); }); }),
            "akka://test/user/probe: wanted at most 0.05 s, took 0.12 s");
  EXPECT_EQ(failure_of([&] { probe.within(100ms, 1s, [] {}); }),
            "akka://test/user/probe: wanted at least 0.1 s, took 0 s");
  probe.within(100ms, 200ms, [&] { probe.expect_none(150ms); });
}

TEST(Within, LimitsWhoWaitsForNothingToCome) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  EXPECT_EQ(failure_of([&] { probe.within(1s, [&] { probe.expect_none(2s); }); }),
            "akka://test/user/probe: wanted at most 1 s, took 2 s");
  EXPECT_EQ(failure_of([&] {
              probe.within(1s, [&] {
                kit.advance(5s);
                probe.expect_none();
              });
            }),
            "akka://test/user/probe: wanted at most 1 s, took 5 s");
}

TEST(Within, LimitsWhatExpectationsInItWaitFor) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  probe.within(1s, [&] {
    EXPECT_EQ(probe.remaining(), 1s);
    probe.within(5s, [&] {
      kit.advance(400ms);
      EXPECT_EQ(probe.remaining(), 600ms);
    });
    EXPECT_EQ(failure_of([&] { probe.expect<int>(); }),
              "akka://test/user/probe: wanted int, got nothing in 0.6 s");
  });
  EXPECT_EQ(kit.clock().now(), 1s);
  EXPECT_THROW(static_cast<void>(probe.remaining()), std::logic_error);
  EXPECT_EQ(failure_of([&] { probe.within(1s, [&] { probe.within(2s, 3s, [] {}); }); }),
            "akka://test/user/probe: wanted at least 2 s, but only 1 s are left");
}

TEST(Await, WaitsForAConditionOrAnAssertion) {
  TestKit kit;
  int n = 0;
  kit.system().scheduler().schedule_once(2s, [&] { n = 1; });
  kit.system().scheduler().schedule_once(4s, [&] { n = 2; });

  kit.await_condition([&] { return n == 1; });
  EXPECT_EQ(kit.clock().now(), 2s);
  kit.await_assert([&] {
    if (n != 2) throw ExpectationFailed{"n is no 2"};
  });
  EXPECT_EQ(kit.clock().now(), 4s);

  EXPECT_EQ(failure_of([&] { kit.await_condition([] { return false; }, 1s); }),
            "akka://test/user/test: wanted a condition to become true, it did not in 1 s");
  EXPECT_EQ(failure_of([&] { kit.await_assert([] { throw ExpectationFailed{"never"}; }, 1s); }),
            "never");
  EXPECT_EQ(kit.clock().now(), 6s);
}

TEST(TestSettings, StretchTimeByItsFactor) {
  TestKit kit{TestKit::Options{
      .config = std::make_shared<const Config>(Config::text(
          "akka.test { timefactor = 2, single-expect-default = 1s, default-timeout = 4s }"))}};
  Probe probe = kit.probe("probe");

  EXPECT_EQ(kit.dilated(3s), 6s);
  EXPECT_EQ(failure_of([&] { probe.expect<int>(); }),
            "akka://test/user/probe: wanted int, got nothing in 2 s");
  EXPECT_EQ(failure_of([&] { probe.await_condition([] { return false; }); }),
            "akka://test/user/probe: wanted a condition to become true, it did not in 8 s");
}

TEST(TestSettings, RefuseWhatIsNoFactorOrTime) {
  const auto read = [](const char* text) { return TestSettings::read(Config::text(text)); };
  EXPECT_EQ(read("").expect, 3s);
  EXPECT_EQ(read("").timeout, 5s);
  EXPECT_EQ(read("").dilated(std::chrono::nanoseconds::max()), std::chrono::nanoseconds::max());
  EXPECT_THROW(read("akka.test.timefactor = 0"), ConfigError);
  EXPECT_THROW(read("akka.test.timefactor = many"), ConfigError);
  EXPECT_THROW(read("akka.test.filter-leeway = -3s"), ConfigError);
}

}  // namespace
}  // namespace kebne
