// The messages that the library knows: Terminated with watching, Identify, PoisonPill, Kill.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Ping {};
struct Idle final : Actor {};

using Names = std::vector<std::string>;

/// Runs what it is told, and notes whose end it hears of.
class Watcher final : public Actor {
 public:
  using Deed = std::function<void(Watcher&)>;
  static void behavior(On<Watcher>& on) { on.handle<&Watcher::run>().handle<&Watcher::gone>(); }
  explicit Watcher(Names* heard) : heard_{heard} {}

 private:
  void run(const Deed& deed) { deed(*this); }
  void gone(const Terminated& t) {
    EXPECT_EQ(sender(), t.actor);
    heard_->emplace_back(t.actor.path().name());
  }

  Names* heard_;
};

struct DeathWatch : testing::Test {
  TestKit kit;
  Names heard;
  ActorRef watcher = kit.spawn<Watcher>("watcher", &heard);
  ActorRef target = kit.spawn<Idle>("target");

  void perform(Watcher::Deed deed) {
    watcher.tell(std::move(deed));
    kit.run_until_idle();
  }
  void stop(const ActorRef& actor) {
    kit.system().stop(actor);
    kit.run_until_idle();
  }
};

TEST_F(DeathWatch, TellsOnceHoweverOftenItIsAsked) {
  perform([&](Watcher& w) {
    w.watch(target);
    w.watch(target);
  });
  EXPECT_EQ(heard, Names{});

  stop(target);
  stop(target);

  EXPECT_EQ(heard, Names{"target"});
}

TEST_F(DeathWatch, TellsOfTheDeadAtOnce) {
  stop(target);

  perform([&](Watcher& w) { w.watch(target); });

  EXPECT_EQ(heard, Names{"target"});
}

TEST_F(DeathWatch, TellsOfEveryKindOfEnd) {
  const ActorRef poisoned = kit.spawn<Idle>("poisoned");
  const ActorRef killed = kit.spawn<Idle>("killed");
  perform([&](Watcher& w) {
    w.watch(poisoned);
    w.watch(killed);
  });

  poisoned.tell(PoisonPill{});
  kit.run_until_idle();
  killed.tell(Kill{});
  kit.run_until_idle();

  EXPECT_EQ(heard, (Names{"poisoned", "killed"}));
}

TEST_F(DeathWatch, TellsNothingAfterUnwatch) {
  perform([&](Watcher& w) {
    w.watch(target);
    w.unwatch(target);
    w.unwatch(target);
  });

  stop(target);

  EXPECT_EQ(heard, Names{});
}

TEST_F(DeathWatch, TellsOnceAfterWatchUnwatchWatch) {
  perform([&](Watcher& w) {
    w.watch(target);
    w.unwatch(target);
    w.watch(target);
  });

  stop(target);

  EXPECT_EQ(heard, Names{"target"});
}

TEST_F(DeathWatch, WithdrawsANoticeThatIsInTheMailbox) {
  perform([&](Watcher& w) { w.watch(target); });
  bool ran = false;

  perform([&](Watcher& w) {
    w.stop(target);
    while (kit.executor().run_one()) {  // the notice comes while this message is handled
    }
    w.unwatch(target);
    ran = true;
  });

  EXPECT_TRUE(ran);
  EXPECT_EQ(heard, Names{});
}

TEST_F(DeathWatch, TellsNothingOfItselfOrOfNobody) {
  perform([&](Watcher& w) {
    w.watch(w.self());
    w.watch(ActorRef::nobody());
    w.watch(kit.system().dead_letters());
    w.watch(ActorRef{});
    w.unwatch(ActorRef::nobody());
    w.unwatch(ActorRef{});
  });

  stop(watcher);

  EXPECT_EQ(heard, Names{});
}

TEST_F(DeathWatch, EndsWithItsWatcher) {
  perform([&](Watcher& w) { w.watch(target); });
  stop(watcher);

  stop(target);

  EXPECT_EQ(heard, Names{});
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST_F(DeathWatch, MayBeginWhileTheWatcherEnds) {
  const ActorRef asked = kit.spawn<Idle>("asked");
  perform([&](Watcher& w) {
    w.stop();
    w.watch(target);
    w.watch(ActorRef::nobody());
    w.watch(kit.system().dead_letters());
    w.watch(kit.probe().ref());
  });

  stop(target);

  EXPECT_EQ(heard, Names{});
}

TEST_F(DeathWatch, WatchesTheTargetOfAReply) {
  struct Question {
    using Reply = int;
  };
  struct Answers final : Actor {
    bool receive(Envelope&) override {
      watch(sender());
      stop();
      watch(sender());
      return true;
    }
  };
  Future<int> answer = kit.system().ask<Question>(kit.spawn<Answers>("answers"));
  kit.run_until_idle();

  EXPECT_FALSE(answer.is_ready());
}

TEST_F(DeathWatch, TellsAllWatchersAndTheirParentsToo) {
  ActorRef child;
  Names heard_by_other;
  const ActorRef other = kit.spawn<Watcher>("other", &heard_by_other);
  perform([&](Watcher& w) {
    child = w.spawn<Idle>("child");
    w.watch(child);
  });
  other.tell(Watcher::Deed{[&](Watcher& w) { w.watch(child); }});
  kit.run_until_idle();

  stop(child);

  EXPECT_EQ(heard, Names{"child"});
  EXPECT_EQ(heard_by_other, Names{"child"});
}

TEST_F(DeathWatch, TellsAParentWhenTheNameIsFreeAgain) {
  class Parent final : public Actor {
   public:
    explicit Parent(int* made) : made_{made} {}
    void pre_start() override { make(); }
    bool receive(Envelope& e) override {
      if (e.holds<Terminated>()) make();
      return true;
    }

   private:
    void make() {
      ++*made_;
      watch(spawn<Idle>("child"));
      if (*made_ < 4) stop(child("child"));
    }
    int* made_;
  };
  int made = 0;
  kit.spawn<Parent>("parent", &made);
  kit.run_until_idle();

  EXPECT_EQ(made, 4);
  EXPECT_TRUE(kit.observer().failures().empty());
}

TEST_F(DeathWatch, SurvivesTheWatchersRestart) {
  perform([&](Watcher& w) { w.watch(target); });
  perform([](Watcher&) { throw 1; });

  stop(target);

  EXPECT_EQ(heard, Names{"target"});
}

TEST_F(DeathWatch, TellsNothingOfARestart) {
  class Fragile final : public Actor {
   public:
    bool receive(Envelope&) override { throw 1; }
  };
  const ActorRef fragile = kit.spawn<Fragile>("fragile");
  perform([&](Watcher& w) { w.watch(fragile); });

  fragile.tell(Ping{});
  kit.run_until_idle();
  EXPECT_EQ(heard, Names{});
  stop(fragile);

  EXPECT_EQ(heard, Names{"fragile"});
}

TEST_F(DeathWatch, TellsWhenTheParentOfTheWatchedStops) {
  ActorRef parent = kit.spawn<Watcher>("parent", &heard);
  ActorRef child;
  parent.tell(Watcher::Deed{[&](Watcher& w) { child = w.spawn<Idle>("child"); }});
  kit.run_until_idle();
  perform([&](Watcher& w) {
    w.watch(parent);
    w.watch(child);
  });

  stop(parent);

  EXPECT_EQ(heard, (Names{"child", "parent"}));
}

TEST(Identify, IsAnsweredByTheLiving) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");

  kit.tell(idle, Identify{7});

  const auto identity = kit.expect<ActorIdentity>();
  EXPECT_EQ(identity.correlation_id, 7);
  EXPECT_EQ(identity.actor, idle);
  EXPECT_EQ(kit.test_actor().last_sender(), idle);
}

TEST(Identify, IsAnsweredForTheDead) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");
  kit.system().stop(idle);
  kit.run_until_idle();

  kit.tell(idle, Identify{8});

  const auto identity = kit.expect<ActorIdentity>();
  EXPECT_EQ(identity.correlation_id, 8);
  EXPECT_FALSE(identity.actor);
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(Identify, IsAnsweredAfterTheMailBeforeIt) {
  class Twice final : public Actor {
   public:
    bool receive(Envelope&) override {
      reply(Ping{});
      return true;
    }
  };
  TestKit kit;
  const ActorRef twice = kit.spawn<Twice>("twice");

  kit.tell(twice, Ping{});
  kit.tell(twice, Identify{});

  kit.expect<Ping>();
  kit.expect<ActorIdentity>();
}

TEST(Identify, WithoutASenderAsksNobody) {
  TestKit kit;
  kit.spawn<Idle>("idle").tell(Identify{});
  kit.run_until_idle();

  EXPECT_TRUE(kit.observer().dead_letters().empty());
  EXPECT_TRUE(kit.observer().unhandled().empty());
}

TEST(Kill, ToTheDeadIsADeadLetter) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");
  kit.system().stop(idle);
  kit.run_until_idle();

  idle.tell(Kill{});

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].message, "kebne::Kill");
}

}  // namespace
}  // namespace kebne
