// Hooks, failures and restarts, under the default strategy.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using Log = std::vector<std::string>;

struct Fail {
  std::string text;
};
struct Note {
  std::string text;
};

/// Which of the hooks throws, and how often.
struct Faults {
  int constructor = 0;
  int pre_start = 0;
  int post_stop = 0;
  int pre_restart = 0;
  int post_restart = 0;
};

void throw_if(int& times, const char* where) {
  if (times == 0) return;
  --times;
  throw std::runtime_error{where};
}

/// Writes down what happens to it.
class Life : public Actor {
 public:
  static void behavior(On<Life>& on) { on.handle<&Life::note>().handle<&Life::fail>(); }

  Life(Log* log, Faults* faults) : log_{log}, faults_{faults} {
    throw_if(faults_->constructor, "in constructor");
    log_->push_back("constructor");
  }
  ~Life() override { log_->push_back("destructor"); }
  void pre_start() override {
    log_->push_back("pre_start");
    throw_if(faults_->pre_start, "in pre_start");
  }
  void post_stop() override {
    log_->push_back("post_stop");
    throw_if(faults_->post_stop, "in post_stop");
  }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    log_->push_back("pre_restart: " + describe_exception(cause));
    throw_if(faults_->pre_restart, "in pre_restart");
    Actor::pre_restart(cause, message);
  }
  void post_restart(const std::exception_ptr& cause) override {
    log_->push_back("post_restart: " + describe_exception(cause));
    throw_if(faults_->post_restart, "in post_restart");
    Actor::post_restart(cause);
  }

 private:
  void note(const Note& n) { log_->push_back(n.text); }
  void fail(const Fail& f) { throw std::runtime_error{f.text}; }

  Log* log_;
  Faults* faults_;
};

/// One `Life` and what it writes.
struct ActorLifecycle : testing::Test {
  Log log;
  Faults faults;
  TestKit kit;
  ActorRef child;

  ActorRef spawn() { return kit.spawn<Life>("life", &log, &faults); }
  Log take_log() {
    kit.run_until_idle();
    return std::exchange(log, {});
  }
  /// "point outcome cause" of each failure that was reported.
  Log failures() {
    Log out;
    for (const auto& f : kit.observer().failures()) {
      EXPECT_EQ(f.actor, "akka://test/user/life");
      out.push_back(std::string{to_string(f.point)} + ", " + f.outcome + ": " +
                    describe_exception(f.cause));
    }
    return out;
  }
};

TEST_F(ActorLifecycle, StartsBeforeItsFirstMessageAndEndsAfterItsLast) {
  const ActorRef life = spawn();
  life.tell(Note{"message"});
  EXPECT_EQ(log, Log{});
  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "message"}));

  kit.system().stop(life);

  EXPECT_EQ(take_log(), (Log{"post_stop", "destructor"}));
}

TEST_F(ActorLifecycle, RestartsWithANewObjectAndTheSameMailbox) {
  const ActorRef life = spawn();
  life.tell(Note{"before"});
  life.tell(Fail{"oops"});
  life.tell(Note{"after"});

  EXPECT_EQ(take_log(),
            (Log{"constructor", "pre_start", "before", "pre_restart: std::runtime_error: oops",
                 "post_stop", "destructor", "constructor", "post_restart: std::runtime_error: oops",
                 "pre_start", "after"}));
  EXPECT_EQ(failures(), Log{"handler, restart: std::runtime_error: oops"});
  EXPECT_EQ(kit.observer().failures()[0].message, "kebne::(anonymous namespace)::Fail");
}

TEST_F(ActorLifecycle, ReportsAnythingThatIsThrown) {
  struct Thrower final : Actor {
    bool receive(Envelope&) override { throw 5; }
  };
  const ActorRef thrower = kit.spawn<Thrower>("life");
  thrower.tell(Note{});
  kit.run_until_idle();

  EXPECT_EQ(failures(), Log{"handler, restart: int"});
}

TEST_F(ActorLifecycle, StopsAfterThePoisonPillsTurn) {
  const ActorRef life = spawn();
  life.tell(Note{"before"});
  life.tell(PoisonPill{});
  life.tell(Note{"after"});

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "before", "post_stop", "destructor"}));
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(ActorLifecycle, FailsWhenKilledAndIsStopped) {
  const ActorRef life = spawn();
  life.tell(Note{"before"});
  life.tell(Kill{});
  life.tell(Note{"after"});

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "before", "post_stop", "destructor"}));
  EXPECT_EQ(failures(), Log{"handler, stop: kebne::ActorKilled: Kill"});
  EXPECT_EQ(kit.observer().failures()[0].message, "kebne::Kill");
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(ActorLifecycle, IsStoppedWhenItsConstructorThrows) {
  faults.constructor = 1;
  const ActorRef life = spawn();
  life.tell(Note{"unread"});

  EXPECT_EQ(take_log(), Log{});
  EXPECT_EQ(failures(),
            Log{"constructor, stop: kebne::InitializationFailed: akka://test/user/life: "
                "constructor threw std::runtime_error: in constructor"});
  EXPECT_EQ(kit.observer().failures()[0].message, "");
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
  spawn();  // the name is free again
  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start"}));
}

TEST_F(ActorLifecycle, IsStoppedWhenPreStartThrows) {
  faults.pre_start = 1;
  const ActorRef life = spawn();
  life.tell(Note{"unread"});

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "destructor"}));
  EXPECT_EQ(failures(), Log{"pre_start, stop: kebne::InitializationFailed: akka://test/user/life: "
                            "pre_start threw std::runtime_error: in pre_start"});
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(ActorLifecycle, StopsThoughPostStopThrows) {
  faults.post_stop = 1;
  const ActorRef life = spawn();
  kit.system().stop(life);

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "post_stop", "destructor"}));
  EXPECT_EQ(failures(), Log{"post_stop, none: std::runtime_error: in post_stop"});
  life.tell(Note{"late"});
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(ActorLifecycle, RestartsThoughPreRestartThrows) {
  faults.pre_restart = 1;
  const ActorRef life = spawn();
  life.tell(Fail{"oops"});
  life.tell(Note{"after"});

  EXPECT_EQ(take_log(),
            (Log{"constructor", "pre_start", "pre_restart: std::runtime_error: oops", "destructor",
                 "constructor", "post_restart: std::runtime_error: oops", "pre_start", "after"}));
  EXPECT_EQ(failures(), (Log{"handler, restart: std::runtime_error: oops",
                             "pre_restart, none: kebne::PreRestartFailed: akka://test/user/life: "
                             "pre_restart threw std::runtime_error: in pre_restart"}));
}

TEST_F(ActorLifecycle, IsStoppedWhenPostRestartThrows) {
  faults.post_restart = 1;
  const ActorRef life = spawn();
  life.tell(Fail{"oops"});
  life.tell(Note{"unread"});

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "pre_restart: std::runtime_error: oops",
                             "post_stop", "destructor", "constructor",
                             "post_restart: std::runtime_error: oops", "post_stop", "destructor"}));
  EXPECT_EQ(failures(), (Log{"handler, restart: std::runtime_error: oops",
                             "post_restart, stop: kebne::PostRestartFailed: akka://test/user/life: "
                             "post_restart threw std::runtime_error: in post_restart"}));
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST_F(ActorLifecycle, IsStoppedWhenItsConstructorThrowsAtARestart) {
  const ActorRef life = spawn();
  kit.run_until_idle();
  faults.constructor = 1;
  life.tell(Fail{"oops"});

  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start", "pre_restart: std::runtime_error: oops",
                             "post_stop", "destructor"}));
  EXPECT_EQ(failures(),
            (Log{"handler, restart: std::runtime_error: oops",
                 "constructor, stop: kebne::PostRestartFailed: akka://test/user/life: constructor "
                 "threw std::runtime_error: in constructor"}));
}

TEST_F(ActorLifecycle, SeesTheFailingMessageAndItsSenderInPreRestart) {
  class Nosy final : public Actor {
   public:
    explicit Nosy(Log* log) : log_{log} {}
    bool receive(Envelope&) override { throw std::runtime_error{"oops"}; }
    void pre_restart(const std::exception_ptr&, const Envelope* message) override {
      log_->push_back(message != nullptr ? message->get_if<Note>()->text : "no message");
      log_->push_back(sender().path().to_string());
      reply(Note{"sorry"});
    }
    void post_restart(const std::exception_ptr&) override {
      log_->push_back(sender().path().to_string());
    }
    void pre_start() override { log_->push_back(sender() ? "sender" : "no sender"); }

   private:
    Log* log_;
  };
  const ActorRef nosy = kit.spawn<Nosy>("nosy", &log);

  kit.tell(nosy, Note{"the message"});

  EXPECT_EQ(kit.expect<Note>().text, "sorry");
  EXPECT_EQ(log,
            (Log{"no sender", "the message", "akka://test/user/test", "akka://test/user/test"}));
}

/// A parent that fails on demand, with one child.
class Parent : public Actor {
 public:
  Parent(Log* log, Faults* faults, ActorRef* made, bool spares)
      : log_{log}, faults_{faults}, made_{made}, spares_{spares} {}
  void pre_start() override { *made_ = spawn<Life>("child", log_, faults_); }
  bool receive(Envelope&) override { throw std::runtime_error{"parent"}; }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    if (!spares_) Actor::pre_restart(cause, message);
  }
  void post_restart(const std::exception_ptr&) override {
    log_->push_back(std::to_string(child_count()) + " left");
    if (!spares_) pre_start();
  }
  void post_stop() override { log_->push_back("parent stops"); }

 private:
  Log* log_;
  Faults* faults_;
  ActorRef* made_;
  bool spares_;
};

TEST_F(ActorLifecycle, StopsItsChildrenBeforeARestart) {
  const ActorRef parent = kit.spawn<Parent>("parent", &log, &faults, &child, false);
  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start"}));

  parent.tell(Note{});

  EXPECT_EQ(take_log(),
            (Log{"parent stops", "post_stop", "destructor", "0 left", "constructor", "pre_start"}));
}

TEST_F(ActorLifecycle, RestartsTheChildrenThatPreRestartSpares) {
  const ActorRef parent = kit.spawn<Parent>("parent", &log, &faults, &child, true);
  EXPECT_EQ(take_log(), (Log{"constructor", "pre_start"}));

  parent.tell(Note{});
  EXPECT_EQ(take_log(),
            (Log{"1 left", "pre_restart: std::runtime_error: parent", "post_stop", "destructor",
                 "constructor", "post_restart: std::runtime_error: parent", "pre_start"}));
  child.tell(Note{"still here"});
  EXPECT_EQ(take_log(), Log{"still here"});
}

TEST_F(ActorLifecycle, StopsItsChildrenBeforeItself) {
  const ActorRef parent = kit.spawn<Parent>("parent", &log, &faults, &child, false);
  kit.run_until_idle();
  log.clear();

  kit.system().stop(parent);

  EXPECT_EQ(take_log(), (Log{"post_stop", "destructor", "parent stops"}));
}

TEST_F(ActorLifecycle, StopsOnceWhenStoppedInTheMiddleOfARestart) {
  const ActorRef parent = kit.spawn<Parent>("parent", &log, &faults, &child, false);
  kit.run_until_idle();
  log.clear();

  parent.tell(Note{});
  kit.executor().run_at_most(2);  // parent fails, guardian decides
  kit.executor().run_at_most(1);  // pre_restart: now it waits for its child
  kit.system().stop(parent);

  const Log course = take_log();
  EXPECT_EQ(std::count(course.begin(), course.end(), "parent stops"), 1)
      << testing::PrintToString(course);
  EXPECT_EQ(course.back(), "destructor");
}

class Door final : public Actor {
 public:
  static void behavior(On<Door>& on) { on.handle<&Door::switch_over>(); }
  static void open(On<Door>& on) { on.handle<&Door::fail>(); }

 private:
  void switch_over(const Note&) {
    become<&Door::open>();
    reply(Note{"open"});
  }
  void fail(const Note&) { throw std::runtime_error{"oops"}; }
};

TEST_F(ActorLifecycle, ForgetsItsBehaviorAtARestart) {
  const ActorRef door = kit.spawn<Door>("door");

  for (int i = 0; i < 2; ++i) {
    kit.tell(door, Note{});
    EXPECT_EQ(kit.expect<Note>().text, "open");
    kit.tell(door, Note{});
    kit.expect_none();
  }
  EXPECT_EQ(kit.observer().failures().size(), 2u);
}

TEST_F(ActorLifecycle, MayStopItselfInItsConstructorAndHooks) {
  class Quitter final : public Actor {
   public:
    Quitter(Log* log, bool at_once) : log_{log} {
      if (at_once) stop();
    }
    void pre_start() override {
      log_->push_back("pre_start");
      stop();
    }
    void post_stop() override {
      log_->push_back("post_stop");
      stop();
    }

   private:
    Log* log_;
  };
  kit.spawn<Quitter>("a", &log, true).tell(Note{});
  EXPECT_EQ(take_log(), (Log{"pre_start", "post_stop"}));
  kit.spawn<Quitter>("b", &log, false).tell(Note{});
  EXPECT_EQ(take_log(), (Log{"pre_start", "post_stop"}));
  EXPECT_EQ(kit.observer().dead_letters().size(), 2u);
}

TEST_F(ActorLifecycle, SurvivesAnObserverThatThrows) {
  struct Angry final : Observer {
    void on_failure(const FailureReport&) override { throw std::runtime_error{"observer"}; }
    void on_dead_letter(const DeadLetterReport&) override { throw std::runtime_error{"observer"}; }
    void on_unhandled(const UnhandledReport&) override { throw std::runtime_error{"observer"}; }
    void on_misuse(std::string_view) override {}
  };
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"angry", {.observer = std::make_shared<Angry>(), .executor = executor}};
  const ActorRef life = system.spawn<Life>("life", &log, &faults);

  testing::internal::CaptureStderr();
  life.tell(1);
  life.tell(Fail{"oops"});
  life.tell(Note{"after"});
  executor->run_until_idle();
  const std::string printed = testing::internal::GetCapturedStderr();

  EXPECT_EQ(log.back(), "after");
  EXPECT_EQ(printed,
            "kebne: the observer of system angry threw std::runtime_error: observer\n"
            "kebne: the observer of system angry threw std::runtime_error: observer\n");
}

}  // namespace
}  // namespace kebne
