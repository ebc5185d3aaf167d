#include "kebne/testkit/probe.hpp"

#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kebne {
namespace {

struct Ping {};
struct Echo final : Actor {
  bool receive(Envelope&) override {
    forward(sender());
    return true;
  }
};
struct Idle final : Actor {};

template <class F>
std::string failure_of(F call) {
  try {
    call();
  } catch (const ExpectationFailed& e) {
    return e.what();
  }
  ADD_FAILURE() << "the expectation held";
  return {};
}

TEST(Probe, ReadsWhatItIsTold) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  EXPECT_EQ(probe.ref().path().to_string(), "akka://test/user/probe");
  probe.ref().tell(1);
  probe.ref().tell(std::string{"two"});
  probe.ref().tell(std::make_unique<int>(3));

  EXPECT_EQ(probe.expect<int>(), 1);
  EXPECT_EQ(probe.expect<std::string>(), "two");
  EXPECT_EQ(*probe.expect<std::unique_ptr<int>>(), 3);
  probe.expect_none();
}

TEST(Probe, SendsAndRepliesInItsOwnName) {
  TestKit kit;
  Probe one = kit.probe();
  Probe two = kit.probe();

  one.send(two.ref(), 1);
  EXPECT_EQ(two.expect<int>(), 1);
  EXPECT_EQ(two.last_sender(), one.ref());
  two.reply(2);

  EXPECT_EQ(one.expect<int>(), 2);
  EXPECT_EQ(one.last_sender(), two.ref());
}

TEST(Probe, SaysWhatCameInstead) {
  TestKit kit;
  Probe probe = kit.probe("probe");

  EXPECT_EQ(failure_of([&] { probe.expect<int>(); }),
            "akka://test/user/probe: wanted int, got nothing");
  probe.ref().tell(1.5);
  EXPECT_EQ(failure_of([&] { probe.expect<int>(); }),
            "akka://test/user/probe: wanted int, got double");
  probe.ref().tell(Ping{});
  EXPECT_EQ(failure_of([&] { probe.expect_none(); }),
            "akka://test/user/probe: wanted nothing, got kebne::(anonymous namespace)::Ping");
}

TEST(Probe, HearsOfTheEndOfWhomItWatches) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  const ActorRef one = kit.spawn<Idle>("one");
  const ActorRef two = kit.spawn<Idle>("two");
  probe.watch(one);
  probe.watch(two);

  kit.system().stop(one);
  probe.expect_terminated(one);
  kit.system().stop(two);

  EXPECT_EQ(failure_of([&] { probe.expect_terminated(one); }),
            "akka://test/user/probe: wanted Terminated of akka://test/user/one, got it of "
            "akka://test/user/two");
}

TEST(TestKit, SendsInTheNameOfItsOwnProbe) {
  TestKit kit{"mine"};
  const ActorRef echo = kit.spawn<Echo>("echo");

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

TEST(VirtualClock, MovesOnlyForward) {
  VirtualClock clock;
  EXPECT_EQ(clock.now().count(), 0);

  clock.advance(std::chrono::seconds{2});
  clock.advance(std::chrono::seconds{-1});

  EXPECT_EQ(clock.now(), std::chrono::seconds{2});
}

}  // namespace
}  // namespace kebne
