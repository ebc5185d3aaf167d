#include "kebne/testkit/test_kit.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_actors.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using test::failure_of;

struct Ping {};
struct Idle final : Actor {};

struct Overdrawn : std::domain_error {
  using std::domain_error::domain_error;
};
class Failing final : public Actor {
 public:
  static void behavior(On<Failing>& on) { on.handle<&Failing::fail>(); }

 private:
  void fail(const Ping&) { throw Overdrawn{"no money"}; }
};

TEST(TestKit, GoesToAPointInTime) {
  using namespace std::chrono_literals;
  TestKit kit;
  int ticks = 0;
  kit.system().scheduler().schedule_repeatedly(1s, 1s, [&ticks] { ++ticks; });
  kit.advance_to(3s);
  EXPECT_EQ(ticks, 3);
  kit.advance_to(2s);
  EXPECT_EQ(kit.clock().now(), 3s);
  kit.advance_to(4s);
  EXPECT_EQ(ticks, 4);
}

TEST(TestKit, SendsInTheNameOfItsOwnProbe) {
  TestKit kit{"mine"};
  const ActorRef echo = kit.spawn<EchoActor>("echo");

  kit.tell(echo, 5);

  EXPECT_EQ(kit.expect<int>(), 5);
  kit.expect_none();
  EXPECT_EQ(kit.test_actor().ref().path().to_string(), "akka://mine/user/test");
}

TEST(TestKit, TakesTheSameCourseEachTime) {
  const auto uid = [] {
    TestKit kit{TestKit::Options{.name = "same", .seed = 5}};
    kit.spawn<Idle>("a");
    return kit.spawn<Idle>("b").path().uid();
  };
  EXPECT_EQ(uid(), uid());
}

TEST(TestKit, MayEndItsSystemEarly) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");

  kit.shut_down();
  idle.tell(Ping{});

  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST(RecordingObserver, ForgetsWhenCleared) {
  TestKit kit;
  kit.system().dead_letters().tell(Ping{});
  kit.spawn<Idle>("idle").tell(Ping{});
  kit.run_until_idle();
  kit.observer().on_misuse("m");
  ASSERT_EQ(kit.observer().misuses().size(), 1u);

  kit.observer().clear();

  EXPECT_TRUE(kit.observer().dead_letters().empty());
  EXPECT_TRUE(kit.observer().unhandled().empty());
  EXPECT_TRUE(kit.observer().misuses().empty());
  EXPECT_TRUE(kit.observer().failures().empty());
}

TEST(TestKit, ExpectsFailures) {
  TestKit kit;
  const ActorRef failing = kit.spawn<Failing>("failing");

  const auto failure = kit.expect_failure<std::domain_error>([&] { failing.tell(Ping{}); });

  EXPECT_EQ(failure.actor, "akka://test/user/failing");
  EXPECT_EQ(failure_of([&] { kit.expect_failure<std::bad_alloc>([&] { failing.tell(Ping{}); }); }),
            "wanted an actor to fail with std::bad_alloc, none did\n  not: "
            "kebne::(anonymous namespace)::Overdrawn: no money of akka://test/user/failing");
}

TEST(TestKit, ExpectsDeadLettersAndUnhandledMessages) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");
  kit.expect_unhandled<Ping>(2, [&] {
    idle.tell(Ping{});
    idle.tell(1);
    idle.tell(Ping{});
  });

  kit.system().stop(idle);
  kit.run_until_idle();
  kit.expect_dead_letters<int>(1, [&] {
    idle.tell(Ping{});
    idle.tell(1);
  });
  EXPECT_EQ(failure_of([&] { kit.expect_dead_letters<int>(0, [&] { idle.tell(1); }); }),
            "wanted 0 of dead letter int, got 1");
}

}  // namespace
}  // namespace kebne
