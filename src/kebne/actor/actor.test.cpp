#include "kebne/actor.hpp"

#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using Log = std::vector<std::string>;

struct Ping {};
struct Number {
  int value;
};

struct Idle final : Actor {};

/// Runs what it is told, inside the actor.
struct Doer final : Actor {
  using Deed = std::function<void(Doer&)>;
  bool receive(Envelope& e) override {
    const auto* deed = e.get_if<Deed>();
    if (deed != nullptr) (*deed)(*this);
    return deed != nullptr;
  }
};

void perform(TestKit& kit, const ActorRef& doer, Doer::Deed deed) {
  doer.tell(std::move(deed));
  kit.run_until_idle();
}

template <class E, class F>
std::string text_of(F call) {
  try {
    call();
  } catch (const E& e) {
    return e.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

Log names(const std::vector<ActorRef>& refs) {
  Log out;
  for (const ActorRef& ref : refs) out.emplace_back(ref.path().name());
  return out;
}

TEST(Actor, SpawnsChildrenUnderGivenNames) {
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");
  ActorRef child;

  perform(kit, parent, [&](Doer& doer) {
    child = doer.spawn<Idle>("child");
    EXPECT_EQ(doer.child("child"), child);
    EXPECT_FALSE(doer.child("other"));
    EXPECT_FALSE(doer.child(""));
  });

  EXPECT_EQ(child.path().to_string(), "akka://test/user/parent/child");
}

TEST(Actor, GeneratesNamesFromACounter) {
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");
  Log made;

  perform(kit, parent, [&](Doer& doer) {
    for (int i = 0; i < 3; ++i) made.emplace_back(doer.spawn<Idle>("").path().name());
    made.emplace_back(doer.spawn(props<Idle>()).path().name());
    EXPECT_TRUE(doer.child("$b"));
  });

  EXPECT_EQ(made, (Log{"$a", "$b", "$c", "$d"}));
}

TEST(Actor, RefusesANameThatIsTakenUntilItsBearerHasStopped) {
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");
  const std::string text = "akka://test/user/parent: there is a child \"a\" already";

  perform(kit, parent, [&](Doer& doer) {
    const ActorRef child = doer.spawn<Idle>("a");
    EXPECT_EQ(text_of<NameError>([&] { doer.spawn<Idle>("a"); }), text);
    doer.stop(child);
    EXPECT_EQ(text_of<NameError>([&] { doer.spawn<Idle>("a"); }), text);
  });
  perform(kit, parent, [&](Doer& doer) { EXPECT_TRUE(doer.spawn<Idle>("a")); });

  EXPECT_EQ(text_of<NameError>([&] { kit.spawn<Idle>("parent"); }),
            "akka://test/user: there is a child \"parent\" already");
}

TEST(Actor, RefusesNamesThatAreNotAllowed) {
  TestKit kit;
  const std::string text =
      "akka://test/user: actor name \"a/b\": '/' at position 1; expected ASCII letters, digits, % "
      "with two hexadecimal digits, or one of -_.*$+:@&=,!~';()\"";

  EXPECT_EQ(text_of<NameError>([&] { kit.spawn<Idle>("a/b"); }), text);
  EXPECT_EQ(text_of<NameError>([&] { kit.spawn<Idle>("$a"); }),
            "akka://test/user: actor name \"$a\": '$' at position 0 is for generated names; "
            "expected another first character");
}

TEST(Actor, KnowsItsChildrenInTheOrderOfBirth) {
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");

  perform(kit, parent, [&](Doer& doer) {
    EXPECT_EQ(doer.child_count(), 0u);
    EXPECT_TRUE(doer.children().empty());
    doer.spawn<Idle>("c");
    doer.spawn<Idle>("");
    doer.spawn<Idle>("a");
    EXPECT_EQ(names(doer.children()), (Log{"c", "$a", "a"}));
    EXPECT_EQ(doer.child_count(), 3u);
    doer.stop(doer.child("$a"));
  });
  perform(kit, parent, [&](Doer& doer) { EXPECT_EQ(names(doer.children()), (Log{"c", "a"})); });
}

TEST(Actor, KnowsItsPlaceInTheTree) {
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");
  ActorRef child;
  perform(kit, parent, [&](Doer& doer) {
    child = doer.spawn<Doer>("child");
    EXPECT_EQ(doer.parent(), kit.system().user_guardian());
    EXPECT_EQ(&doer.system().clock(), &kit.system().clock());
    EXPECT_EQ(doer.system().name(), "test");
  });

  perform(kit, child, [&](Doer& doer) {
    EXPECT_EQ(doer.self(), child);
    EXPECT_EQ(doer.parent(), parent);
    EXPECT_EQ(doer.self().path().to_string(), "akka://test/user/parent/child");
  });
}

TEST(Actor, LivesAsDeepAsTheTreeGoes) {
  struct Digger final : Actor {
    explicit Digger(int depth) : depth_{depth} {}
    void pre_start() override {
      if (depth_ > 0) spawn<Digger>("d", depth_ - 1);
    }
    int depth_;
  };
  TestKit kit;

  const ActorRef top = kit.spawn<Digger>("d", 20'000);
  kit.run_until_idle();
  kit.system().stop(top);
  kit.run_until_idle();

  top.tell(Ping{});
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST(Actor, HandlesInTheOrderOfTelling) {
  Log log;
  struct Recorder final : Actor {
    explicit Recorder(Log* to) : log{to} {}
    bool receive(Envelope& e) override {
      log->push_back(std::to_string(e.get_if<Number>()->value));
      return true;
    }
    Log* log;
  };
  TestKit kit;
  const ActorRef recorder = kit.spawn<Recorder>("r", &log);

  recorder.tell(Number{1});
  recorder.tell(Number{2});
  kit.run_until_idle();
  recorder.tell(Number{3});
  recorder.tell(Number{4});
  recorder.tell(Number{5});
  kit.run_until_idle();

  EXPECT_EQ(log, (Log{"1", "2", "3", "4", "5"}));
}

struct Turns final : Actor {
  Turns(Log* log, std::string name) : log_{log}, name_{std::move(name)} {}
  bool receive(Envelope&) override {
    log_->push_back(name_);
    return true;
  }

 private:
  Log* log_;
  std::string name_;
};

TEST(Actor, HandlesAtMostItsThroughputBeforeOthers) {
  const auto course = [](std::uint32_t throughput) {
    Log log;
    TestKit kit{{.throughput = throughput}};
    const ActorRef a = kit.spawn<Turns>("a", &log, "a");
    const ActorRef b = kit.spawn<Turns>("b", &log, "b");
    for (int i = 0; i < 3; ++i) {
      a.tell(Ping{});
      b.tell(Ping{});
    }
    kit.run_until_idle();
    return log;
  };

  EXPECT_EQ(course(1), (Log{"a", "b", "a", "b", "a", "b"}));
  EXPECT_EQ(course(2), (Log{"a", "a", "b", "b", "a", "b"}));
  EXPECT_EQ(course(3), (Log{"a", "a", "a", "b", "b", "b"}));
}

TEST(Actor, TakesSystemMailBeforeUserMail) {
  TestKit kit;
  const ActorRef doer = kit.spawn<Doer>("doer");
  kit.run_until_idle();

  doer.tell(Ping{});
  doer.tell(Number{1});
  kit.system().stop(doer);
  kit.run_until_idle();

  EXPECT_TRUE(kit.observer().unhandled().empty());
  EXPECT_EQ(kit.observer().dead_letters().size(), 2u);
}

TEST(Actor, LooksForSystemMailAfterEachMessage) {
  int handled = 0;
  TestKit kit;
  const ActorRef doer = kit.spawn<Doer>("doer");

  doer.tell(Doer::Deed{[&](Doer& self) {
    ++handled;
    self.stop();
  }});
  doer.tell(Doer::Deed{[&](Doer&) { ++handled; }});
  kit.run_until_idle();

  EXPECT_EQ(handled, 1);
}

TEST(Actor, StopsOnceHoweverOftenItIsStopped) {
  struct Counts final : Actor {
    explicit Counts(int* stops) : stops_{stops} {}
    void post_stop() override { ++*stops_; }
    int* stops_;
  };
  int stops = 0;
  TestKit kit;
  const ActorRef counts = kit.spawn<Counts>("c", &stops);

  kit.system().stop(counts);
  kit.system().stop(counts);
  counts.tell(PoisonPill{});
  kit.run_until_idle();
  kit.system().stop(counts);
  kit.run_until_idle();

  EXPECT_EQ(stops, 1);
  EXPECT_TRUE(kit.observer().dead_letters().empty());  // a PoisonPill to the dead is no letter
}

TEST(Actor, StopsChildrenItIsAskedTo) {
  Log log;
  TestKit kit;
  const ActorRef parent = kit.spawn<Doer>("parent");
  perform(kit, parent, [&](Doer& doer) {
    for (const char* name : {"a", "b", "c"}) doer.spawn<Idle>(name);
  });

  perform(kit, parent, [](Doer& doer) { doer.stop(doer.child("b")); });
  perform(kit, parent, [](Doer& doer) { EXPECT_EQ(names(doer.children()), (Log{"a", "c"})); });
  perform(kit, parent, [](Doer& doer) { doer.stop_children(); });
  perform(kit, parent, [](Doer& doer) { EXPECT_EQ(doer.child_count(), 0u); });
}

TEST(Actor, CannotSpawnWhileItStops) {
  struct Late final : Actor {
    explicit Late(std::string* text) : text_{text} {}
    void post_stop() override {
      *text_ = text_of<SystemTerminating>([this] { spawn<Idle>("x"); });
    }
    std::string* text_;
  };
  std::string text;
  TestKit kit;
  const ActorRef late = kit.spawn<Late>("late", &text);

  kit.system().stop(late);
  kit.run_until_idle();

  EXPECT_EQ(text, "akka://test/user/late is terminating: cannot spawn \"x\"");
}

TEST(Actor, LeavesDeadLettersWhenItHasStopped) {
  TestKit kit;
  const ActorRef sender = kit.spawn<Doer>("sender");
  const ActorRef gone = kit.spawn<Idle>("gone");
  kit.system().stop(gone);
  kit.run_until_idle();

  perform(kit, sender, [&](Doer&) { gone.tell(Ping{}); });

  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "akka://test/user/gone");
  EXPECT_EQ(letters[0].sender, "akka://test/user/sender");
  EXPECT_EQ(letters[0].message, "kebne::(anonymous namespace)::Ping");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::Stopped);
}

TEST(Actor, TurnsItsUnreadMailIntoDeadLettersInOrder) {
  TestKit kit{{.throughput = 3}};
  const ActorRef doer = kit.spawn<Doer>("doer");
  doer.tell(Doer::Deed{[&](Doer&) {}});
  doer.tell(Doer::Deed{[&](Doer& self) {
    self.self().tell(std::string{"last"});  // comes into the mailbox, the others are in the batch
    self.stop();
  }});
  doer.tell(Ping{});
  doer.tell(Number{1});

  kit.run_until_idle();

  Log messages;
  for (const auto& letter : kit.observer().dead_letters()) messages.push_back(letter.message);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0], "kebne::(anonymous namespace)::Ping");
  EXPECT_EQ(messages[1], "kebne::(anonymous namespace)::Number");
  EXPECT_NE(messages[2].find("string"), std::string::npos);
}

TEST(Actor, ReportsWhatNobodyHandled) {
  TestKit kit;
  const ActorRef idle = kit.spawn<Idle>("idle");

  kit.tell(idle, Ping{});
  kit.run_until_idle();

  const auto unhandled = kit.observer().unhandled();
  ASSERT_EQ(unhandled.size(), 1u);
  EXPECT_EQ(unhandled[0].recipient, "akka://test/user/idle");
  EXPECT_EQ(unhandled[0].sender, "akka://test/user/test");
  EXPECT_EQ(unhandled[0].message, "kebne::(anonymous namespace)::Ping");
}

TEST(Actor, MayDoSomethingElseWithWhatNobodyHandled) {
  struct Catches final : Actor {
    void unhandled(Envelope& message) override { reply(message.type_name()); }
  };
  TestKit kit;

  kit.tell(kit.spawn<Catches>("c"), Ping{});

  EXPECT_EQ(kit.expect<std::string>(), "kebne::(anonymous namespace)::Ping");
  EXPECT_TRUE(kit.observer().unhandled().empty());
}

TEST(Actor, RepliesToNobodyAsADeadLetter) {
  TestKit kit;
  const ActorRef doer = kit.spawn<Doer>("doer");

  perform(kit, doer, [](Doer& self) {
    EXPECT_FALSE(self.sender());
    self.reply(Ping{});
  });

  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "");
  EXPECT_EQ(letters[0].sender, "akka://test/user/doer");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::NoRecipient);
}

TEST(Actor, IsMadeBySpawnOnly) {
  EXPECT_EQ(text_of<std::logic_error>([] { Idle by_hand; }),
            "an actor is made by spawn; this one was constructed by hand");
}

TEST(Actor, CannotHoldAnotherActorAsAMember) {
  struct Nests final : Actor {
    Idle inner;
  };
  TestKit kit;
  const ActorRef nests = kit.spawn<Nests>("nests");
  kit.run_until_idle();

  const auto failures = kit.observer().failures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].outcome, "stop");
  EXPECT_EQ(describe_exception(failures[0].cause),
            "kebne::InitializationFailed: akka://test/user/nests: constructor threw "
            "std::logic_error: an actor is made by spawn; this one was constructed by hand");
  kit.spawn<Idle>("next");  // the failed construction has left nothing behind
  kit.run_until_idle();
  EXPECT_EQ(kit.observer().failures().size(), 1u);
}

}  // namespace
}  // namespace kebne
