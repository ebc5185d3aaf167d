#include "kebne/actor/timers.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

class Host;
using Act = std::function<void(Host&)>;

struct Unique {
  std::unique_ptr<int> value;
};

/// The same, which is no reason for a receive timeout to wait.
struct Quiet {
  using NotInfluenceReceiveTimeout = void;
  Act run;
};

/// Does what it is told to, and keeps what its timers tell it.
class Host final : public Actor {
 public:
  static void behavior(On<Host>& on) {
    on.handle<&Host::act>().handle<&Host::quiet>();
    on.handle<&Host::text>().handle<&Host::unique>().handle<&Host::idle>();
  }
  explicit Host(std::vector<std::string>* seen, Act at_end = {}, Act reborn = {})
      : seen_{seen}, at_end_{std::move(at_end)}, reborn_{std::move(reborn)} {}

  using Actor::become;
  using Actor::spawn;
  using Actor::stop;
  using Actor::timers;

 private:
  void act(const Act& f) { f(*this); }
  void quiet(const Quiet& q) { q.run(*this); }
  void text(const std::string& t) { seen_->push_back(t); }
  void unique(Unique u) { seen_->push_back(std::to_string(*u.value)); }
  void idle(const ReceiveTimeout&) { seen_->push_back("idle"); }
  void post_stop() override {
    if (at_end_) at_end_(*this);
  }
  void post_restart(const std::exception_ptr&) override {
    if (reborn_) reborn_(*this);
  }

  std::vector<std::string>* seen_;
  Act at_end_;
  Act reborn_;
};

struct TimersTest : ::testing::Test {
  std::vector<std::string> seen;
  TestKit kit;
  ActorRef host = kit.spawn<Host>("host", &seen);

  void act(Act f) {
    host.tell(std::move(f));
    kit.run_until_idle();
  }
  std::size_t pending() { return kit.system().scheduler().pending(); }
};

TEST_F(TimersTest, TellWhatCanOnlyBeMoved) {
  act([](Host& h) { h.timers().once("u", 5ms, Unique{std::make_unique<int>(7)}); });
  kit.advance(5ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"7"}));
}

TEST_F(TimersTest, AreNeverEarlyAndKeepTheirRate) {
  act([](Host& h) { h.timers().repeatedly("r", 3ms, 10ms, std::string{"r"}); });
  kit.advance(3ms - 1ns);
  EXPECT_TRUE(seen.empty());
  kit.advance(1ns);
  EXPECT_EQ(seen.size(), 1u);
  kit.advance(30ms);
  EXPECT_EQ(seen.size(), 4u);
}

TEST_F(TimersTest, RefuseTimesThatCannotBeKept) {
  kit.advance(1ns);
  act([](Host& h) {
    EXPECT_THROW(h.timers().once("k", -1ns, 1), std::invalid_argument);
    EXPECT_THROW(h.timers().once("k", std::chrono::nanoseconds::max(), 1), std::invalid_argument);
    EXPECT_THROW(h.timers().repeatedly("k", 0ms, 1), std::invalid_argument);
    EXPECT_THROW(h.timers().repeatedly("k", -1ms, 1ms, 1), std::invalid_argument);
    EXPECT_THROW(h.timers().with_fixed_delay("k", 1ms, -1ms, 1), std::invalid_argument);
    EXPECT_FALSE(h.timers().is_active("k"));
    try {
      h.timers().once("k", -5ms, 1);
    } catch (const std::invalid_argument& e) {
      EXPECT_STREQ(e.what(), "delay: found -5 ms, wanted 0 or more");
    }
  });
  EXPECT_EQ(pending(), 0u);
}

TEST_F(TimersTest, ThatCannotReplaceAnotherLeaveItAlone) {
  act([](Host& h) {
    h.timers().once("k", 5ms, std::string{"first"});
    EXPECT_THROW(h.timers().once("k", -1ms, std::string{"second"}), std::invalid_argument);
    EXPECT_TRUE(h.timers().is_active("k"));
  });
  kit.advance(5ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"first"}));
}

TEST_F(TimersTest, MayBeMany) {
  constexpr int many = 1000;
  act([](Host& h) {
    for (int i = 0; i < many; ++i)
      h.timers().once(std::to_string(i), 1ms + 1ms * i, std::to_string(i));
  });
  EXPECT_EQ(pending(), std::size_t{many});
  act([](Host& h) {
    for (int i = 0; i < many; i += 2) h.timers().cancel(std::to_string(i));
  });
  EXPECT_EQ(pending(), std::size_t{many / 2});
  kit.advance(1s);
  ASSERT_EQ(seen.size(), std::size_t{many / 2});
  EXPECT_EQ(seen.front(), "1");
  EXPECT_EQ(seen.back(), "999");
}

TEST_F(TimersTest, GiveTheirSlotsToOthersWhenTheyAreOver) {
  act([](Host& h) { h.timers().once("a", 1ms, std::string{"a"}); });
  act([this](Host& h) {
    kit.clock().advance(1ms);  // a's message is in the mailbox
    h.timers().cancel("a");
    h.timers().once("b", 1ms, std::string{"b"});  // in the same slot
  });
  EXPECT_TRUE(seen.empty());
  kit.advance(1ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"b"}));
}

TEST_F(TimersTest, ThatAHookStartsAtTheEndAreDropped) {
  const ActorRef late = kit.spawn<Host>(
      "late", &seen, Act{[](Host& h) { h.timers().repeatedly("k", 1ms, std::string{"k"}); }});
  kit.run_until_idle();
  kit.system().stop(late);
  kit.advance(10ms);
  EXPECT_EQ(pending(), 0u);
  EXPECT_TRUE(seen.empty());
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(TimersTest, LeaveNoDeadLetterOfTheirOwnActor) {
  act([](Host& h) { h.timers().once("k", 1ms, std::string{"k"}); });
  act([this](Host& h) {
    kit.clock().advance(1ms);
    h.stop();
  });
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(TimersTest, BelongToTheActorAndNotToItsBehaviour) {
  act([](Host& h) {
    h.timers().once("k", 1ms, std::string{"k"});
    h.become<&Host::behavior>();
  });
  kit.advance(1ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"k"}));
}

TEST_F(TimersTest, ReceiveTimeoutCountsFromTheMessageThatSetIt) {
  act([](Host& h) { h.timers().set_receive_timeout(10ms); });
  kit.advance(10ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle"}));
  EXPECT_EQ(pending(), 1u);
  kit.system().stop(host);
  kit.run_until_idle();
  EXPECT_EQ(pending(), 0u);
}

TEST_F(TimersTest, ReceiveTimeoutSeesWhatIsHandledInTheSameRun) {
  host.tell(Act{[](Host& h) { h.timers().set_receive_timeout(10ms); }});
  host.tell(Act{[this](Host&) { kit.clock().advance(9ms); }});
  host.tell(Act{[this](Host&) { kit.clock().advance(9ms); }});
  kit.run_until_idle();
  EXPECT_TRUE(seen.empty());
  kit.advance(10ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle"}));
}

TEST_F(TimersTest, ReceiveTimeoutMovesNoTimerForAMessage) {
  act([](Host& h) { h.timers().set_receive_timeout(1s); });
  for (int i = 0; i < 100; ++i) act([](Host&) {});
  EXPECT_EQ(pending(), 1u);
}

TEST_F(TimersTest, ReceiveTimeoutSetByARestartSeesWhatIsHandledInTheSameRun) {
  const ActorRef reborn = kit.spawn<Host>(
      "reborn", &seen, Act{}, Act{[](Host& h) { h.timers().set_receive_timeout(10ms); }});
  reborn.tell(Act{[](Host&) { throw std::runtime_error{"boom"}; }});
  reborn.tell(Act{[this](Host&) { kit.clock().advance(9ms); }});
  reborn.tell(Act{[this](Host&) { kit.clock().advance(9ms); }});
  kit.run_until_idle();
  EXPECT_TRUE(seen.empty());
  kit.advance(10ms);
  kit.advance(10ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle", "idle"}));
}

/// An actor whose mailbox has one place, and refuses at once what finds none.
struct Cramped {
  explicit Cramped(std::vector<std::string>* seen)
      : idler{small.system().spawn(props<Host>(seen).with_mailbox("mb"), "idler")} {}

  std::size_t dead_letters() { return small.observer().dead_letters().size(); }

  TestKit small{{.config = std::make_shared<const Config>(
                     Config::text("mb { mailbox-type = Akka.Dispatch.BoundedMailbox, "
                                  "mailbox-capacity = 1, mailbox-push-timeout-time = 0 }"))}};
  ActorRef idler;
};

TEST_F(TimersTest, ReceiveTimeoutOutlivesAMailboxThatHadNoPlaceForIt) {
  Cramped cramped{&seen};
  auto& [small, idler] = cramped;
  idler.tell(Act{[](Host& h) { h.timers().set_receive_timeout(10ms); }});
  small.run_until_idle();
  idler.tell(Act{[&](Host&) {
    idler.tell(std::string{"only"});
    small.clock().advance(10ms);
  }});
  small.run_until_idle();
  ASSERT_EQ(cramped.dead_letters(), 1u);

  small.advance(10ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"only", "idle"}));
}

TEST_F(TimersTest, ReceiveTimeoutThatFoundNoPlaceIsTriedAgainWithoutAMessageThatCounts) {
  Cramped cramped{&seen};
  auto& [small, idler] = cramped;
  idler.tell(Act{[](Host& h) { h.timers().set_receive_timeout(10ms); }});
  small.run_until_idle();
  idler.tell(Quiet{[&](Host&) {
    idler.tell(Quiet{[](Host&) {}});
    small.clock().advance(10ms);
    small.clock().advance(10ms);
  }});
  small.run_until_idle();
  ASSERT_EQ(cramped.dead_letters(), 2u);
  EXPECT_TRUE(seen.empty());

  small.advance(10ms - 1ns);
  EXPECT_TRUE(seen.empty());
  small.advance(1ns);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle"}));
  small.advance(10ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle", "idle"}));
}

TEST_F(TimersTest, ReceiveTimeoutThatFindsNoPlaceAsksOnlyEachMillisecond) {
  Cramped cramped{&seen};
  auto& [small, idler] = cramped;
  idler.tell(Quiet{[&](Host& h) {
    h.timers().set_receive_timeout(0s);
    idler.tell(Quiet{[](Host&) {}});
    small.clock().advance(10ms);
  }});
  small.run_until_idle();
  EXPECT_EQ(cramped.dead_letters(), 10u);
}

TEST_F(TimersTest, ReceiveTimeoutThatFoundNoPlaceIsOverWhenItIsCancelledOrTheActorStops) {
  for (const bool stops : {false, true}) {
    Cramped cramped{&seen};
    auto& [small, idler] = cramped;
    idler.tell(Quiet{[&](Host& h) {
      h.timers().set_receive_timeout(10ms);
      idler.tell(Quiet{[](Host&) {}});
      small.clock().advance(10ms);
      stops ? h.stop() : h.timers().cancel_receive_timeout();
    }});
    small.run_until_idle();
    const std::size_t letters = cramped.dead_letters();
    small.advance(100ms);
    EXPECT_EQ(cramped.dead_letters(), letters);
    EXPECT_EQ(small.system().scheduler().pending(), 0u);
  }
  EXPECT_TRUE(seen.empty());
}

TEST_F(TimersTest, ReceiveTimeoutIsNotTriedAgainWhileTheActorWaitsForItsChildrenToEnd) {
  Cramped cramped{&seen};
  auto& [small, idler] = cramped;
  std::size_t pending_at_the_end = 1;
  idler.tell(Quiet{[&](Host& h) {
    h.spawn(props<Host>(&seen, Act{[&](Host&) {
              pending_at_the_end = small.system().scheduler().pending();
            }}),
            "child");
    h.timers().set_receive_timeout(10ms);
    h.stop();
  }});
  small.run_until_idle();
  EXPECT_EQ(pending_at_the_end, 0u);
}

TEST_F(TimersTest, MayTellAReceiveTimeoutOfTheUsers) {
  act([](Host& h) { h.timers().once("k", 1ms, ReceiveTimeout{}); });
  kit.advance(1ms);
  act([](Host& h) {
    EXPECT_FALSE(h.timers().is_active("k"));
    h.timers().set_receive_timeout(10ms);
    h.timers().once("k", 1ms, ReceiveTimeout{});
  });
  kit.advance(1ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"idle", "idle"}));
}

TEST_F(TimersTest, ReceiveTimeoutRefusesLessThanNothing) {
  act([](Host& h) {
    h.timers().set_receive_timeout(5ms);
    try {
      h.timers().set_receive_timeout(-1ms);
      ADD_FAILURE();
    } catch (const std::invalid_argument& e) {
      EXPECT_STREQ(e.what(),
                   "akka://test/user/host: receive timeout: found -1000000 ns, wanted 0 or more");
    }
    EXPECT_EQ(h.timers().receive_timeout(), std::chrono::nanoseconds{5ms});
  });
}

/// Notes of dead letters whether they were scheduled.
class Mourner final : public Actor {
 public:
  static void behavior(On<Mourner>& on) { on.handle<&Mourner::dead>(); }
  explicit Mourner(std::vector<std::string>* seen) : seen_{seen} {}

 private:
  void dead(const DeadLetter& d) {
    seen_->push_back(d.scheduled ? (d.scheduled->influences_receive_timeout ? "counts" : "quiet")
                                 : "told");
  }
  std::vector<std::string>* seen_;
};

TEST_F(TimersTest, DeadLettersShowWhatWasScheduled) {
  kit.system().event_stream().subscribe<DeadLetter>(kit.spawn<Mourner>("m", &seen));
  kit.system().stop(host);
  kit.run_until_idle();
  kit.system().scheduler().schedule_tell_once(1ms, host, 1);
  kit.system().scheduler().schedule_tell_once(2ms, host, Quiet{});
  host.tell(2);
  kit.advance(5ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"told", "counts", "quiet"}));
  EXPECT_FALSE(kit.observer().dead_letters()[0].scheduled);
  EXPECT_TRUE(kit.observer().dead_letters()[1].scheduled);
}

/// Passes on what it gets, as it is.
class Relay final : public Actor {
 public:
  explicit Relay(ActorRef to) : to_{std::move(to)} {}

 private:
  bool receive(Envelope& e) override {
    EXPECT_FALSE(e.scheduled());
    forward(to_);
    return true;
  }
  ActorRef to_;
};

class Reader final : public Actor {
 public:
  explicit Reader(std::vector<std::string>* seen) : seen_{seen} {}

 private:
  bool receive(Envelope& e) override {
    seen_->push_back(e.type_name() + (e.scheduled() ? " scheduled" : ""));
    return true;
  }
  std::vector<std::string>* seen_;
};

TEST_F(TimersTest, TheEnvelopeIsTakenOffBeforeTheBehaviourSeesIt) {
  const ActorRef relay = kit.spawn<Relay>("relay", kit.spawn<Reader>("reader", &seen));
  kit.system().scheduler().schedule_tell_once(1ms, relay, 1);
  kit.system().scheduler().schedule_tell_once(1ms, relay, Unique{std::make_unique<int>(1)});
  kit.advance(1ms);
  EXPECT_EQ(seen, (std::vector<std::string>{"int", "kebne::(anonymous namespace)::Unique"}));
}

}  // namespace
}  // namespace kebne
