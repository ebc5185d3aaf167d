// Children that are made while a failure above them is undecided: their mail waits for the
// decision.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit.hpp"
#include "kebne/testkit/exploration.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

constexpr Directive directives[] = {Directive::Resume, Directive::Restart, Directive::Stop,
                                    Directive::Escalate};

struct Note {
  int number;
};
struct Fail {};

/// Failures that it is held for; 0 for one that has stopped.
int suspends_of(const ActorRef& actor) {
  const auto* cell = static_cast<const detail::ActorCell*>(actor.cell());
  return cell->phase == detail::ActorCell::Dead ? 0 : cell->suspends;
}

/// Its actors stand still while it is closed, and run with all others while it is open.
class Gate final : public Executor {
 public:
  void open(Executor& to) {
    to_ = &to;
    for (Runnable* r : std::exchange(waiting_, {})) to.schedule(*r);
  }
  void close() { to_ = nullptr; }

  void schedule(Runnable& r) noexcept override {
    if (to_ != nullptr) return to_->schedule(r);
    waiting_.push_back(&r);
  }
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override { return false; }

 private:
  Executor* to_ = nullptr;
  std::vector<Runnable*> waiting_;
};

/// Where the parent makes the child that is looked at, when it restarts.
enum class Born { PreRestart, Constructor, PostRestart };
constexpr Born births[] = {Born::PreRestart, Born::Constructor, Born::PostRestart};

struct Plan {
  Born born = Born::PostRestart;
  Directive directive = Directive::Resume;  ///< the judge's
  bool all_for_one = false;
  bool spares_children = false;  ///< when top and parent restart for the judge
  int failing_constructors = 0;  ///< of the parent, once the late child is there

  bool is_judged = false;
  ActorRef top = {};
  ActorRef parent = {};
  ActorRef late = {};
  std::vector<int> handled = {};  ///< by the late child
};

/// The child that is made while its parent is held.
class Late final : public Actor {
 public:
  static void behavior(On<Late>& on) { on.handle<&Late::note>(); }
  explicit Late(Plan* plan) : plan_{plan} {}

 private:
  void note(const Note& m) { plan_->handled.push_back(m.number); }
  Plan* plan_;
};

/// Makes the late child at its first restart, and comes to that when the brake has ended.
class Parent final : public Actor {
 public:
  static void behavior(On<Parent>& on) { on.handle<&Parent::fail>(); }
  explicit Parent(Plan* plan) : plan_{plan} {
    if (!plan_->parent) return;
    make_late(Born::Constructor);
    if (plan_->failing_constructors == 0) return;
    --plan_->failing_constructors;
    throw std::runtime_error{"in the constructor"};
  }
  void pre_start() override {
    if (plan_->parent) return;
    plan_->parent = self();
    spawn(props<BlackHoleActor>().with_dispatcher("brake"), "brake");
  }
  void pre_restart(const std::exception_ptr&, const Envelope*) override {
    make_late(Born::PreRestart);
    if (child("brake")) stop(child("brake"));
    if (plan_->is_judged && !plan_->spares_children && child("late")) stop(child("late"));
  }
  void post_restart(const std::exception_ptr&) override { make_late(Born::PostRestart); }

 private:
  void fail(const Fail&) { throw std::runtime_error{"oops"}; }
  void make_late(Born where) {
    if (where != plan_->born || plan_->late) return;
    plan_->late = spawn<Late>("late", plan_);
    plan_->late.tell(Note{1});
  }
  Plan* plan_;
};

class Top final : public Actor {
 public:
  static void behavior(On<Top>& on) { on.handle<&Top::fail>(); }
  explicit Top(Plan* plan) : plan_{plan} {}
  void pre_start() override {
    if (!plan_->parent) spawn<Parent>("parent", plan_);
  }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    if (!plan_->spares_children) Actor::pre_restart(cause, message);
  }
  SupervisorStrategy supervision() const override {
    return OneForOne{}.otherwise(Directive::Restart);
  }

 private:
  void fail(const Fail&) { throw std::runtime_error{"oops"}; }
  Plan* plan_;
};

class Judge final : public Actor {
 public:
  explicit Judge(Plan* plan) : plan_{plan} {}
  void pre_start() override {
    if (plan_->top) return;
    plan_->top = spawn<Top>("top", plan_);
    spawn<BlackHoleActor>("sibling");
  }
  bool receive(Envelope&) override { return false; }
  SupervisorStrategy supervision() const override {
    const auto decide = [plan = plan_](const std::exception_ptr&) { return plan->directive; };
    if (plan_->all_for_one) return AllForOne{}.otherwise(decide);
    return OneForOne{}.otherwise(decide);
  }

 private:
  Plan* plan_;
};

/// `judge` over `top` over `parent` over `brake` and, later, `late`. Judge and brake have a gate.
struct Family {
  explicit Family(Plan what)
      : plan{std::move(what)},
        kit{TestKit::Options{.config = config(), .executor_types = types()}} {
    judge->open(kit.executor());
    brake->open(kit.executor());
    kit.spawn(props<Judge>(&plan).with_dispatcher("judge"), "judge");
    kit.run_until_idle();
  }

  static std::shared_ptr<const Config> config() {
    return std::make_shared<const Config>(
        Config::text("judge { executor = judge }, brake { executor = brake }"));
  }
  std::vector<ExecutorType> types() {
    return {{"judge", [this](const Config&) { return judge; }},
            {"brake", [this](const Config&) { return brake; }}};
  }

  /// The parent fails and waits for the brake's end; then the top fails.
  void fail_twice() {
    brake->close();
    judge->close();
    plan.parent.tell(Fail{});
    kit.run_until_idle();
    plan.top.tell(Fail{});
    kit.run_until_idle();
  }
  void end_brake() {
    brake->open(kit.executor());
    kit.run_until_idle();
  }
  void decide() {
    plan.is_judged = true;
    judge->open(kit.executor());
    kit.run_until_idle();
  }

  std::shared_ptr<Gate> judge = std::make_shared<Gate>();
  std::shared_ptr<Gate> brake = std::make_shared<Gate>();
  Plan plan;
  TestKit kit;
};

using Numbers = std::vector<int>;

TEST(HeldChildren, WhoWasMadeByPreRestartWaitsForTheNewInstance) {
  Family f{{.born = Born::PreRestart}};
  f.brake->close();
  f.plan.parent.tell(Fail{});
  f.kit.run_until_idle();
  EXPECT_EQ(f.plan.handled, Numbers{});

  f.end_brake();
  EXPECT_EQ(f.plan.handled, Numbers{1});
}

TEST(HeldChildren, WhoWasMadeByANewInstanceThatNothingHoldsRunsAtOnce) {
  for (const Born born : {Born::Constructor, Born::PostRestart}) {
    Family f{{.born = born}};
    f.plan.parent.tell(Fail{});
    f.kit.run_until_idle();
    EXPECT_EQ(f.plan.handled, Numbers{1});
  }
}

/// The late child is free, held by the next failure above it, and free again.
void expect_balance(Family& f) {
  f.plan.late.tell(Note{2});
  f.kit.run_until_idle();
  EXPECT_EQ(f.plan.handled, (Numbers{1, 2}));

  f.plan.directive = Directive::Resume;
  f.judge->close();
  f.plan.top.tell(Fail{});
  f.kit.run_until_idle();
  f.plan.late.tell(Note{3});
  f.kit.run_until_idle();
  EXPECT_EQ(f.plan.handled, (Numbers{1, 2}));

  f.decide();
  EXPECT_EQ(f.plan.handled, (Numbers{1, 2, 3}));
}

TEST(HeldChildren, WaitForTheDecisionOnAnAncestor) {
  for (const Born born : births) {
    for (const Directive directive : directives) {
      for (int variant = 0; variant < 8; ++variant) {
        SCOPED_TRACE(fmt::format("born {}, {}, variant {}", static_cast<int>(born),
                                 to_string(directive), variant));
        Family f{{.born = born,
                  .directive = directive,
                  .all_for_one = (variant & 1) != 0,
                  .spares_children = (variant & 2) != 0,
                  .failing_constructors = (variant & 4) != 0 ? 1 : 0}};
        f.fail_twice();
        EXPECT_EQ(f.plan.handled, Numbers{});
        f.end_brake();
        ASSERT_TRUE(f.plan.late);
        EXPECT_EQ(f.plan.handled, Numbers{});

        f.decide();

        const bool lives = directive == Directive::Resume ||
                           (directive == Directive::Restart && f.plan.spares_children);
        if (lives) {
          expect_balance(f);
          EXPECT_EQ(f.kit.observer().dead_letters().size(), 0u);
        } else {
          EXPECT_EQ(f.plan.handled, Numbers{});
          ASSERT_EQ(f.kit.observer().dead_letters().size(), 1u);
          EXPECT_EQ(f.kit.observer().dead_letters()[0].recipient, f.plan.late.path().to_string());
        }
      }
    }
  }
}

TEST(HeldChildren, EndWithAHeldParentAndHandleNothing) {
  for (const Born born : births) {
    SCOPED_TRACE(static_cast<int>(born));
    Family f{{.born = born}};
    f.fail_twice();
    f.end_brake();
    ASSERT_TRUE(f.plan.late);

    f.kit.watch(f.plan.parent);
    f.kit.system().stop(f.plan.parent);
    f.kit.expect_terminated(f.plan.parent);
    EXPECT_EQ(f.plan.handled, Numbers{});
    EXPECT_EQ(f.kit.observer().dead_letters().size(), 1u);

    f.decide();
    EXPECT_EQ(f.plan.handled, Numbers{});
  }
}

/// A tree of these fails at many places at once, and makes children in every hook.
struct Forest {
  Directive directive;
  bool all_for_one;
  bool spares_children;
  int failing_constructors;
  std::vector<ActorRef> actors = {};
  int out_of_turn = 0;  ///< messages handled while the parent was held
};

class Branch final : public Actor {
 public:
  static void behavior(On<Branch>& on) { on.handle<&Branch::note>().handle<&Branch::fail>(); }
  Branch(Forest* forest, int depth) : forest_{forest}, depth_{depth} {
    if (depth_ != 1 || forest_->failing_constructors == 0) return;
    --forest_->failing_constructors;
    grow();
    throw std::runtime_error{"in the constructor"};
  }
  void pre_start() override { grow(); }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    if (!forest_->spares_children) Actor::pre_restart(cause, message);
    grow();
  }
  void post_restart(const std::exception_ptr&) override { grow(); }
  SupervisorStrategy supervision() const override {
    if (depth_ == 1) return OneForOne{}.otherwise(Directive::Restart);
    if (forest_->all_for_one) return AllForOne{}.otherwise(forest_->directive);
    return OneForOne{}.otherwise(forest_->directive);
  }

 private:
  void note(const Note&) {
    if (suspends_of(parent()) != 0) ++forest_->out_of_turn;
  }
  void fail(const Fail&) { throw std::runtime_error{"oops"}; }
  void grow() {
    if (depth_ == 0 || forest_->actors.size() > 60) return;
    forest_->actors.push_back(spawn<Branch>({}, forest_, depth_ - 1));
    forest_->actors.back().tell(Note{0});
  }
  Forest* forest_;
  int depth_;
};

/// No child handles anything while its parent is held, and in the end nobody is.
void play(TestKit& kit, Forest forest) {
  const ActorRef root = kit.spawn<Branch>("root", &forest, 3);
  kit.run_until_idle();
  for (int round = 0; round < 2; ++round) {
    const auto now = forest.actors;
    for (auto actor = now.rbegin(); actor != now.rend(); ++actor) actor->tell(Fail{});
    if (round == 1) root.tell(Fail{});
    for (const ActorRef& actor : now) actor.tell(Note{0});
  }
  kit.run_until_idle();

  EXPECT_EQ(forest.out_of_turn, 0);
  forest.actors.push_back(root);
  for (const ActorRef& actor : forest.actors)
    EXPECT_EQ(suspends_of(actor), 0) << actor.path().to_string();
}

TEST(HeldChildren, HandleNothingOutOfTurnInAnyOrder) {
  for (const Directive directive : directives) {
    for (int variant = 0; variant < 8; ++variant) {
      SCOPED_TRACE(fmt::format("{}, variant {}", to_string(directive), variant));
      const Forest forest{directive, (variant & 1) != 0, (variant & 2) != 0,
                          (variant & 4) != 0 ? 3 : 0};
      explore({.schedules = 250, .has_failed = [] { return testing::Test::HasFailure(); }},
              [&](TestKit& kit) { play(kit, forest); });
    }
  }
}

}  // namespace
}  // namespace kebne
