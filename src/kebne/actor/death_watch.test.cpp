#include "kebne/actor.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

struct Idle final : Actor {
  bool receive(Envelope&) override { return true; }
};

struct Question {
  using Reply = int;
};

/// Does what it is told, and counts who has gone.
class Watcher final : public Actor {
 public:
  using Act = std::function<void(Watcher&)>;
  explicit Watcher(std::vector<Terminated>* gone) : gone_{gone} {}
  bool receive(Envelope& e) override {
    if (const auto* act = e.get_if<Act>()) {
      (*act)(*this);
    } else if (const auto* terminated = e.get_if<Terminated>()) {
      gone_->push_back(*terminated);
    } else if (e.holds<std::unique_ptr<int>>()) {
      numbers.push_back(*e.take<std::unique_ptr<int>>());
    } else if (const auto* number = e.get_if<int>()) {
      numbers.push_back(*number);
    }
    return true;
  }
  std::vector<int> numbers;

 private:
  std::vector<Terminated>* gone_;
};

struct Watching : testing::Test {
  std::vector<Terminated> gone;
  TestKit kit;
  ActorRef watcher = kit.spawn<Watcher>("watcher", &gone);

  void act(Watcher::Act what) {
    watcher.tell(std::move(what));
    kit.run_until_idle();
  }
};

TEST_F(Watching, SaysWhenASecondWatchAsksForSomethingElse) {
  const ActorRef t = kit.spawn<Idle>("t");
  act([t](Watcher& w) {
    w.watch_with(t, 1);
    w.watch_with(t, 2);
    w.watch(t);
  });
  EXPECT_EQ(kit.observer().misuses(),
            (std::vector<std::string>{
                "akka://test/user/watcher watches akka://test/user/t already, for a int: a second "
                "watch, for a Terminated, changes nothing; unwatch first"}));
}

TEST_F(Watching, CarriesMessagesThatCanOnlyBeMoved) {
  const ActorRef t = kit.spawn<Idle>("t");
  std::vector<int> numbers;
  act([t](Watcher& w) { w.watch_with(t, std::make_unique<int>(7)); });
  kit.system().stop(t);
  kit.run_until_idle();
  act([&numbers](Watcher& w) { numbers = w.numbers; });

  EXPECT_EQ(numbers, std::vector<int>{7});
}

TEST_F(Watching, DropsTheMessagesOfWatchesThatNeverEnd) {
  const auto alive = std::make_shared<int>(1);
  const ActorRef t = kit.spawn<Idle>("t");
  act([t, alive](Watcher& w) {
    w.watch_with(t, alive);
    w.unwatch(t);
    w.watch_with(t, alive);
    w.watch_with(w.self(), alive);
    w.watch_with(ActorRef{}, alive);
  });
  kit.system().stop(watcher);
  kit.run_until_idle();

  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(Watching, MakesNoDeadLetterOfANoticeToTheDead) {
  const ActorRef t = kit.spawn<Idle>("t");
  act([t](Watcher& w) {
    w.watch_with(t, 1);
    w.stop(t);
    w.self().tell(PoisonPill{});
  });
  EXPECT_EQ(kit.observer().dead_letters().size(), 0u);
}

TEST_F(Watching, TellsEachOfTwoWhoWatchEachOther) {
  std::vector<Terminated> others;
  const ActorRef other = kit.spawn<Watcher>("other", &others);
  act([other](Watcher& w) { w.watch(other); });
  other.tell(Watcher::Act{[this](Watcher& w) { w.watch(watcher); }});
  kit.run_until_idle();
  kit.system().stop(other);
  kit.run_until_idle();

  ASSERT_EQ(gone.size(), 1u);
  EXPECT_EQ(gone[0].actor, other);
  EXPECT_TRUE(others.empty());
  gone.clear();
}

TEST_F(Watching, TellsOnceOfWhomWasWatchedAgainMeanwhile) {
  const ActorRef t = kit.spawn<Idle>("t");
  act([t](Watcher& w) { w.watch(t); });
  watcher.tell(Watcher::Act{[this, t](Watcher& w) {
    w.stop(t);
    kit.run_until_idle();
  }});
  act([t](Watcher& w) { w.watch(t); });  // the notice is behind this in the mailbox
  EXPECT_EQ(gone.size(), 1u);
  gone.clear();
}

TEST_F(Watching, TellsWhatTheLastWatchAskedFor) {
  const ActorRef t = kit.spawn<Idle>("t");
  std::vector<int> numbers;
  act([t](Watcher& w) { w.watch_with(t, 1); });
  watcher.tell(Watcher::Act{[this, t](Watcher& w) {
    w.stop(t);
    kit.run_until_idle();
  }});
  act([t](Watcher& w) {  // the notice is behind this in the mailbox
    w.unwatch(t);
    w.watch_with(t, 2);
  });
  act([&numbers](Watcher& w) { numbers = w.numbers; });

  EXPECT_EQ(numbers, std::vector<int>{2});
}

TEST_F(Watching, CountsTheTargetOfAQuestionAsStopped) {
  class Asked final : public Actor {
   public:
    explicit Asked(ActorRef* asker) : asker_{asker} {}
    bool receive(Envelope& e) override {
      *asker_ = e.sender();
      return true;
    }
    ActorRef* asker_;
  };
  ActorRef asker;
  const ActorRef asked = kit.spawn<Asked>("asked", &asker);
  auto question = kit.system().ask<Question>(asked);
  kit.run_until_idle();
  act([asker](Watcher& w) { w.watch(asker); });

  ASSERT_EQ(gone.size(), 1u);
  EXPECT_FALSE(gone[0].existence_confirmed);
  gone.clear();
  asker = {};
}

TEST_F(Watching, EndsAllWatchesOfANodeThatIsLost) {
  TestKit far{"far"};
  const ActorRef lost[] = {far.spawn<Idle>("a"), far.spawn<Idle>("b")};
  const ActorRef near = kit.spawn<Idle>("near");
  act([&](Watcher& w) {
    for (const ActorRef& ref : lost) w.watch(ref);
    w.watch(near);
  });
  far.run_until_idle();

  detail::RefCell* root = far.system().root_guardian().cell();
  detail::add_ref(root);
  detail::push_system(detail::local(), static_cast<detail::ActorCell*>(watcher.cell()),
                      detail::SystemOp::AddressTerminated, root);
  kit.run_until_idle();

  ASSERT_EQ(gone.size(), 2u);
  EXPECT_EQ(gone[0].actor, lost[0]);
  EXPECT_TRUE(gone[0].existence_confirmed);
  EXPECT_TRUE(gone[0].address_terminated);
  gone.clear();
  far.shut_down();
  kit.run_until_idle();
  EXPECT_TRUE(gone.empty());  // they are not watched any more
}

TEST_F(Watching, ForgetsTheWatchersOfANodeThatIsLost) {
  std::vector<Terminated> seen;
  TestKit far{"far"};
  const ActorRef t = kit.spawn<Idle>("t");
  far.spawn<Watcher>("watcher", &seen).tell(Watcher::Act{[t](Watcher& w) { w.watch(t); }});
  far.run_until_idle();
  kit.run_until_idle();

  detail::RefCell* root = far.system().root_guardian().cell();
  detail::add_ref(root);
  detail::push_system(detail::local(), static_cast<detail::ActorCell*>(t.cell()),
                      detail::SystemOp::AddressTerminated, root);
  kit.run_until_idle();
  kit.system().stop(t);
  kit.run_until_idle();
  far.run_until_idle();

  EXPECT_TRUE(seen.empty());
}

TEST_F(Watching, ScalesToManyWatchersAndManyWatched) {
  constexpr int many = 20'000;
  std::vector<ActorRef> crowd;
  std::vector<Terminated> unseen;
  const ActorRef t = kit.spawn<Idle>("t");
  for (int i = 0; i < many; ++i) {
    crowd.push_back(kit.spawn<Watcher>("", &unseen));
    crowd.back().tell(Watcher::Act{[t](Watcher& w) { w.watch(t); }});
  }
  act([&](Watcher& w) {
    for (const ActorRef& ref : crowd) w.watch(ref);
    for (int i = 0; i < many; i += 2) w.unwatch(crowd[static_cast<std::size_t>(i)]);
  });
  for (int i = many; i-- > 0;) kit.system().stop(crowd[static_cast<std::size_t>(i)]);
  kit.run_until_idle();
  EXPECT_EQ(gone.size(), many / 2u);

  kit.system().stop(t);
  kit.run_until_idle();
  EXPECT_TRUE(unseen.empty());
  gone.clear();
}

TEST(GracefulStop, RefusesWhatIsNoActor) {
  const auto text_of = [](const ActorRef& ref, std::chrono::nanoseconds time) -> std::string {
    try {
      (void)graceful_stop(ref, time);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  TestKit kit;
  EXPECT_EQ(text_of({}, 1s), "graceful_stop: found an empty reference, wanted an actor");
  EXPECT_EQ(text_of(ActorRef::nobody(), 1s), "graceful_stop: found nobody, wanted an actor");
  EXPECT_NE(text_of(kit.spawn<Idle>("idle"), -1s), "accepted");
}

TEST(GracefulStop, CancelsItsTimerAndItsWatch) {
  TestKit kit;
  const ActorRef quick = kit.spawn<Idle>("quick");
  const ActorRef slow = kit.spawn<Idle>("slow");
  auto quick_end = graceful_stop(quick, 1h);
  auto slow_end = graceful_stop(slow, 1s, std::string{"not a word that it knows"});
  kit.run_until_idle();

  EXPECT_TRUE(quick_end.is_ready());
  EXPECT_TRUE(quick_end.get());
  EXPECT_EQ(kit.system().scheduler().pending(), 1u);
  kit.advance(1s);
  EXPECT_FALSE(slow_end.get());
  kit.system().stop(slow);
  kit.run_until_idle();
}

TEST(GracefulStop, MayBeDropped) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");
  (void)graceful_stop(idle, 1h);
  kit.run_until_idle();

  EXPECT_EQ(kit.system().scheduler().pending(), 0u);
}

}  // namespace
}  // namespace kebne
