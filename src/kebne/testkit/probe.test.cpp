#include "kebne/testkit/probe.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_actors.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
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

using test::failure_of;

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
            "akka://test/user/probe: wanted int, got nothing in 3 s");
  probe.ref().tell(1.5);
  EXPECT_EQ(failure_of([&] { probe.expect<int>(); }),
            "akka://test/user/probe: wanted int, got double 1.5");
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

TEST(Probe, HearsNothingOfWhomItWatchesNoMore) {
  TestKit kit;
  Probe probe = kit.probe();
  const ActorRef idle = kit.spawn<Idle>("idle");
  probe.watch(idle);
  probe.unwatch(idle);

  kit.system().stop(idle);

  probe.expect_none();
}

TEST(Probe, ForwardsWithTheSender) {
  TestKit kit;
  Probe client = kit.probe("client");
  Probe proxy = kit.probe("proxy");
  Probe server = kit.probe("server");
  client.send(proxy.ref(), std::make_unique<int>(1));

  auto message = proxy.expect<std::unique_ptr<int>>();
  proxy.forward(server.ref(), std::move(message));

  EXPECT_EQ(*server.expect<std::unique_ptr<int>>(), 1);
  EXPECT_EQ(server.last_sender(), client.ref());
}

TEST(Probe, LetsAnAutoPilotAnswer) {
  TestKit kit;
  Probe client = kit.probe();
  Probe probe = kit.probe();
  probe.set_auto_pilot([](const ActorRef& sender, const Envelope& m) {
    sender.tell(*m.get_if<int>() * 10);
    return *m.get_if<int>() < 2 ? AutoPilot::keep_running() : AutoPilot::none();
  });
  for (const int n : {1, 2, 3}) client.send(probe.ref(), n);

  EXPECT_EQ(client.expect<int>(), 10);
  EXPECT_EQ(client.expect<int>(), 20);
  client.expect_none();
  EXPECT_EQ(probe.receive_n(3).size(), 3u);
}

TEST(Probe, LetsAnAutoPilotNameTheNext) {
  TestKit kit;
  Probe client = kit.probe();
  Probe probe = kit.probe();
  const AutoPilot second = [](const ActorRef& sender, const Envelope&) -> AutoPilot {
    sender.tell(std::string{"second"});
    throw std::domain_error{"lost"};
  };
  probe.set_auto_pilot([second](const ActorRef& sender, const Envelope&) {
    sender.tell(std::string{"first"});
    return second;
  });
  client.send(probe.ref(), 1);
  client.send(probe.ref(), 2);

  client.expect("first");
  client.expect("second");
  EXPECT_THROW(probe.expect<int>(), std::domain_error);
  EXPECT_EQ(probe.receive_n(2).size(), 2u);
}

TEST(Probe, HasChildren) {
  TestKit kit;
  Probe probe = kit.probe("probe");

  const ActorRef child = probe.child_actor_of(props<Idle>(), "child");

  EXPECT_EQ(child.path().to_string(), "akka://test/user/probe/child");
  EXPECT_THROW(probe.child_actor_of(props<Idle>(), "child"), NameError);
}

TEST(Probe, SaysWhenItsActorHasStopped) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  kit.system().stop(probe.ref());

  EXPECT_EQ(failure_of([&] { probe.watch(kit.test_actor().ref()); }),
            "akka://test/user/probe: wanted its actor to do something, but it does not run");
}

TEST(Probe, KnowsWhetherMailIsThere) {
  TestKit kit;
  Probe probe = kit.probe();
  probe.ref().tell(1);
  EXPECT_FALSE(probe.has_messages());

  kit.run_until_idle();

  EXPECT_TRUE(probe.has_messages());
}

TEST(Probe, ShowsTheLastLogRecords) {
  TestKit kit;
  Probe probe = kit.probe("probe");
  for (int n = 1; n <= 6; ++n) kit.system().log("src").info("record {}", n);

  const std::string text = failure_of([&] { probe.expect<int>(); });

  EXPECT_EQ(text.find("record 1"), std::string::npos);
  EXPECT_NE(text.find("\nlast log records:\n  [INFO]"), std::string::npos);
  EXPECT_NE(text.find("[src (akka://test)] record 6"), std::string::npos);
}

TEST(Probe, LeavesNothingBehindThatItHasNotRead) {
  TestKit kit;
  Probe probe = kit.probe();
  const ActorRef other = kit.spawn<ForwardActor>("other", probe.ref());  // refers to the probe
  probe.ref().tell(1, other);
  kit.run_until_idle();  // what has come refers to it
}

TEST(Probe, ServesSystemsWithoutAKit) {
  const auto executor = std::make_shared<StepExecutor>();
  ActorSystem one{"one", {.executor = executor}};
  ActorSystem two{"two", {.executor = executor}};
  Probe first{one, *executor, "probe"};
  const Probe second{two, *executor, "probe"};

  second.send(first.ref(), 1);

  EXPECT_EQ(first.expect<int>(), 1);
  EXPECT_EQ(first.last_sender().path().to_string(), "akka://two/user/probe");
}

}  // namespace
}  // namespace kebne
