// What can go wrong while supervisors decide: every hook throws, under every directive.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

enum class Hook { None, Constructor, PreStart, PostStop, PreRestart, PostRestart };
constexpr Hook hooks[] = {Hook::None,     Hook::Constructor, Hook::PreStart,
                          Hook::PostStop, Hook::PreRestart,  Hook::PostRestart};
constexpr Directive directives[] = {Directive::Resume, Directive::Restart, Directive::Stop,
                                    Directive::Escalate};

struct Plan {
  Hook throws_in;
  Directive directive;
  int times;  ///< how often the hook throws
  bool all_for_one;
  bool spares_children;
  std::vector<ActorRef> children = {};  ///< all that ever were under the boss, at any depth
};

struct Note {};
struct Fail {};

/// Has a child of its own; fails when it is told to, and in the hook of the plan.
class Fragile final : public Actor {
 public:
  static void behavior(On<Fragile>& on) { on.handle<&Fragile::note>().handle<&Fragile::fail>(); }

  Fragile(Plan* plan, int depth) : plan_{plan}, depth_{depth} { visit(Hook::Constructor); }
  void pre_start() override {
    if (depth_ != 0 && !child("child")) {
      plan_->children.push_back(spawn<Fragile>("child", plan_, depth_ - 1));
      plan_->children.back().tell(Note{});
    }
    visit(Hook::PreStart);
  }
  void post_stop() override { visit(Hook::PostStop); }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    visit(Hook::PreRestart);
    if (!plan_->spares_children) Actor::pre_restart(cause, message);
  }
  void post_restart(const std::exception_ptr& cause) override {
    visit(Hook::PostRestart);
    Actor::post_restart(cause);
  }

 private:
  void note(const Note&) {}
  void fail(const Fail&) {
    if (depth_ != 0) child("child").tell(Fail{});
    throw std::runtime_error{"oops"};
  }
  void visit(Hook hook) {
    if (depth_ == 0 || hook != plan_->throws_in || plan_->times == 0) return;
    --plan_->times;
    throw std::runtime_error{"in a hook"};
  }
  SupervisorStrategy supervision() const override {
    return OneForOne{}.otherwise(plan_->directive);
  }

  Plan* plan_;
  int depth_;
};

class Boss final : public Actor {
 public:
  explicit Boss(Plan* plan) : plan_{plan} {}
  void pre_start() override {
    for (const char* name : {"a", "b"}) {
      plan_->children.push_back(spawn<Fragile>(name, plan_, 1));
    }
  }
  bool receive(Envelope&) override {
    for (const ActorRef& child : children()) {
      child.tell(Note{});
      child.tell(Fail{});
      child.tell(Note{});
    }
    return true;
  }
  SupervisorStrategy supervision() const override {
    if (plan_->all_for_one) return AllForOne{.max_retries = 3}.otherwise(plan_->directive);
    return OneForOne{.max_retries = 3}.otherwise(plan_->directive);
  }

 private:
  Plan* plan_;
};

/// Whatever happens, whoever is left answers, so that nobody is held for ever, and the system comes
/// to its end without leaving a cell behind.
void play(Plan plan, std::uint64_t seed) {
  TestKit kit{TestKit::Options{.seed = seed}};
  const ActorRef boss = kit.spawn<Boss>("boss", &plan);
  kit.run_until_idle();
  boss.tell(1);
  kit.run_until_idle();

  std::vector<ActorRef> all = std::move(plan.children);
  all.push_back(boss);
  for (const ActorRef& actor : all) {
    actor.tell(Identify{}, kit.test_actor().ref());
    const auto answer = kit.expect<ActorIdentity>();
    EXPECT_TRUE(!answer.actor || answer.actor == actor);
  }
  kit.shut_down();
}

TEST(Supervision, OutlivesEveryHookThatThrows) {
  for (const Hook hook : hooks) {
    for (const Directive directive : directives) {
      for (int variant = 0; variant < 8; ++variant) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
          SCOPED_TRACE(fmt::format("hook {}, {}, variant {}, seed {}", static_cast<int>(hook),
                                   to_string(directive), variant, seed));
          play({hook, directive, (variant & 1) != 0 ? 1 : 1000, (variant & 2) != 0,
                (variant & 4) != 0},
               seed);
        }
      }
    }
  }
}

struct Count {
  using Reply = int;
};

/// Counts what it is told, and fails at every `Fail`.
class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) {
    on.handle<&Counter::note>().handle<&Counter::fail>().handle<&Counter::count>();
  }
  explicit Counter(int* handled) : handled_{handled} {}

 private:
  void note(const Note&) { ++*handled_; }
  void fail(const Fail&) { throw std::runtime_error{"oops"}; }
  int count(const Count&) { return *handled_; }
  int* handled_;
};

class Keeper final : public Actor {
 public:
  Keeper(int* handled, const SupervisorStrategy& strategy, ActorRef* child)
      : handled_{handled}, strategy_{strategy}, child_{child} {}
  void pre_start() override {
    if (!child("counter")) *child_ = spawn<Counter>("counter", handled_);
  }
  void pre_restart(const std::exception_ptr&, const Envelope*) override {}  // spares the child
  bool receive(Envelope&) override { return true; }
  SupervisorStrategy supervision() const override { return strategy_; }

 private:
  int* handled_;
  SupervisorStrategy strategy_;
  ActorRef* child_;
};

TEST(Supervision, LosesNoMessageOverRestartsAndResumptions) {
  const SupervisorStrategy strategies[] = {
      OneForOne{}.otherwise(Directive::Resume), OneForOne{}.otherwise(Directive::Restart),
      AllForOne{}.otherwise(Directive::Restart), OneForOne{}.otherwise(Directive::Escalate),
      OneForOne{}.on<std::runtime_error>([](const auto&) -> Directive { throw 1; })};
  for (const SupervisorStrategy& strategy : strategies) {
    int handled = 0;
    ActorRef child;
    TestKit kit;
    kit.spawn<Keeper>("keeper", &handled, strategy, &child);
    kit.run_until_idle();

    for (int i = 0; i < 100; ++i) {
      child.tell(Note{});
      child.tell(Fail{});
    }
    kit.tell(child, Count{});

    EXPECT_EQ(kit.expect<int>(), 100);
    EXPECT_EQ(kit.observer().dead_letters().size(), 0u);
  }
}

TEST(Supervision, ResumesWhatWasEscalatedWithItsSupervisor) {
  // The keeper's own supervisor resumes it; the child must go on too, though it failed first.
  class Top final : public Actor {
   public:
    Top(int* handled, ActorRef* child) : handled_{handled}, child_{child} {}
    void pre_start() override {
      spawn<Keeper>("keeper", handled_, OneForOne{}.otherwise(Directive::Escalate), child_);
    }
    bool receive(Envelope&) override { return true; }
    SupervisorStrategy supervision() const override {
      return OneForOne{}.otherwise(Directive::Resume);
    }

   private:
    int* handled_;
    ActorRef* child_;
  };
  int handled = 0;
  ActorRef child;
  TestKit kit;
  kit.spawn<Top>("top", &handled, &child);
  kit.run_until_idle();

  for (int i = 0; i < 3; ++i) child.tell(Fail{});
  child.tell(Note{});
  kit.tell(child, Count{});

  EXPECT_EQ(kit.expect<int>(), 1);
}

/// Spares one child when it restarts, and waits for the end of the other.
class Chooser final : public Actor {
 public:
  explicit Chooser(ActorRef* spared) : spared_{spared} {}
  void pre_start() override {
    if (!child("spared")) *spared_ = spawn<EchoActor>("spared");
    spawn<EchoActor>("stopped");
  }
  void pre_restart(const std::exception_ptr&, const Envelope*) override { stop(child("stopped")); }
  bool receive(Envelope&) override { throw std::runtime_error{"oops"}; }

 private:
  ActorRef* spared_;
};

TEST(Supervision, HoldsNobodyForEverWhenASiblingFailsDuringARestart) {
  class Both final : public Actor {
   public:
    explicit Both(ActorRef* spared) : spared_{spared} {}
    void pre_start() override {
      spawn<Chooser>("chooser", spared_);
      spawn<Counter>("sibling", nullptr);
    }
    bool receive(Envelope&) override {
      child("chooser").tell(1);
      child("sibling").tell(Fail{});
      return true;
    }
    SupervisorStrategy supervision() const override { return AllForOne{}; }

   private:
    ActorRef* spared_;
  };
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    ActorRef spared;
    TestKit kit{TestKit::Options{.throughput = 1, .seed = seed}};
    kit.spawn<Both>("both", &spared).tell(1);
    kit.run_until_idle();

    kit.tell(spared, 1);
    EXPECT_NO_THROW(kit.expect(1));
  }
}

/// Waits for the end of a child when it restarts; its strategy and its failures refer to itself.
class SelfContained final : public Actor {
 public:
  struct Failure {
    ActorRef self;
    std::shared_ptr<int> token;
  };
  explicit SelfContained(std::shared_ptr<int> token) : token_{std::move(token)} {}
  void pre_start() override { spawn<Counter>("child", nullptr); }
  bool receive(Envelope& e) override {
    if (!e.holds<Fail>()) return false;
    throw Failure{self(), token_};
  }
  SupervisorStrategy supervision() const override {
    return OneForOne{}.otherwise([self = ActorRef{self()}, token = token_](
                                     const std::exception_ptr&) { return Directive::Resume; });
  }

 private:
  std::shared_ptr<int> token_;
};

TEST(Supervision, KeepsNothingOfAnActorThatWasStoppedWhileItRestarted) {
  const auto token = std::make_shared<int>(0);
  {
    TestKit kit;
    const ActorRef actor = kit.spawn<SelfContained>("actor", token);
    kit.run_until_idle();
    actor.tell(Fail{});
    while (kit.observer().failure_count() == 0) kit.executor().run_one();
    kit.system().stop(actor);
    kit.run_until_idle();
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST(Supervision, KeepsNoStrategyOfAnActorThatHasStopped) {
  class Trouble final : public Actor {
   public:
    void pre_start() override { throw std::runtime_error{"no"}; }
  };
  class Asked final : public Actor {
   public:
    explicit Asked(std::shared_ptr<int> token) : token_{std::move(token)} {}
    void pre_start() override { spawn<Trouble>("trouble"); }
    SupervisorStrategy supervision() const override {
      return OneForOne{}.otherwise([self = ActorRef{self()}, token = token_](
                                       const std::exception_ptr&) { return Directive::Stop; });
    }

   private:
    std::shared_ptr<int> token_;
  };
  const auto token = std::make_shared<int>(0);
  {
    TestKit kit;
    kit.spawn<Asked>("asked", token);
    kit.run_until_idle();
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST(Supervision, StartsAnewWhoeverIsResumedWithoutHavingStarted) {
  class Late final : public Actor {
   public:
    explicit Late(int* times) {
      if (--*times >= 0) throw std::runtime_error{"not yet"};
    }
    bool receive(Envelope&) override {
      reply(1);
      return true;
    }
  };
  class Patient final : public Actor {
   public:
    Patient(int* times, ActorRef* late) : times_{times}, late_{late} {}
    void pre_start() override { *late_ = spawn<Late>("late", times_); }
    bool receive(Envelope&) override { return true; }
    SupervisorStrategy supervision() const override {
      return OneForOne{}.otherwise(Directive::Resume);
    }

   private:
    int* times_;
    ActorRef* late_;
  };
  int times = 3;
  ActorRef late;
  TestKit kit;
  kit.spawn<Patient>("patient", &times, &late);
  kit.run_until_idle();

  kit.tell(late, 1);
  EXPECT_EQ(kit.expect<int>(), 1);
  EXPECT_EQ(kit.observer().failures().size(), 3u);
}

TEST(Supervision, RestartsWhoeverIsToldTo) {
  int handled = 0;
  TestKit kit;
  const ActorRef counter = kit.spawn<Counter>("counter", &handled);
  counter.tell(IntentionalRestart{});
  kit.tell(counter, Count{});

  EXPECT_EQ(kit.expect<int>(), 0);
  ASSERT_EQ(kit.observer().failures().size(), 1u);
  EXPECT_EQ(kit.observer().failures()[0].outcome, "restart");
  EXPECT_EQ(describe_exception(kit.observer().failures()[0].cause),
            "kebne::IntentionalActorRestart: IntentionalRestart");
}

}  // namespace
}  // namespace kebne
