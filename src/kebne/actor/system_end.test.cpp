// What comes to light at the edges of a system's life: at its end, at its depth, at its counts.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/system_mail.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

struct Boom {};
struct Note {};
struct Idle final : Actor {};

TEST(SystemEnd, MayDestroyTheSystemInAContinuationOfIt) {
  const std::int64_t before = detail::live_cells();
  auto executor = std::make_shared<StepExecutor>();
  auto observer = std::make_shared<RecordingObserver>();
  auto system = std::make_unique<ActorSystem>(
      "demo", SystemOptions{.observer = observer, .executor = executor});
  {
    Future<Done> destroyed = system->terminate().then([&](Result<Done>) { system.reset(); });
    executor->run_until_idle();
    EXPECT_TRUE(destroyed.is_ready());
  }

  EXPECT_EQ(system, nullptr);
  EXPECT_EQ(detail::live_cells(), before);
  EXPECT_EQ(observer.use_count(), 1);  // the core has gone, too
}

TEST(SystemEnd, IsNoDeadLetterForWhoeverDroppedTheFuture) {
  TestKit kit;
  kit.system().terminate();
  (void)kit.system().when_terminated();
  kit.system().when_terminated().then([](Result<Done>) {});

  kit.run_until_idle();

  EXPECT_TRUE(kit.system().is_terminated());
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

/// Does something each time when something becomes ready, as another thread might at that moment.
class Interrupted final : public Executor {
 public:
  explicit Interrupted(std::function<void()>* interrupt) : interrupt_{interrupt} {}
  void schedule(Runnable& runnable) noexcept override {
    steps_.schedule(runnable);
    if (*interrupt_) (*interrupt_)();
  }
  void shut_down() noexcept override { steps_.shut_down(); }
  [[nodiscard]] bool owns_this_thread() const noexcept override {
    return steps_.owns_this_thread();
  }
  bool run_one() override { return steps_.run_one(); }
  [[nodiscard]] bool runs_in_caller() const noexcept override { return true; }

 private:
  StepExecutor steps_;
  std::function<void()>* interrupt_;
};

TEST(SystemEnd, IsNoDeadLetterForWhoeverDropsTheFutureInTheMiddleOfIt) {
  std::function<void()> interrupt;
  auto executor = std::make_shared<Interrupted>(&interrupt);
  auto observer = std::make_shared<RecordingObserver>();
  ActorSystem system{"demo", {.observer = observer, .executor = executor}};
  std::vector<Future<Done>> around;
  around.push_back(system.when_terminated());
  Future<Done> continued = system.when_terminated().then([](Result<Done>) {});
  around.push_back(system.when_terminated());
  // The continuation becomes ready when its promise is kept: those before and after it go then.
  bool was_interrupted = false;
  interrupt = [&] {
    if (!system.is_terminated()) return;
    was_interrupted = true;
    around.clear();
  };

  system.terminate();
  while (executor->run_one()) {
  }

  EXPECT_TRUE(was_interrupted);
  EXPECT_TRUE(continued.is_ready());
  EXPECT_TRUE(observer->dead_letters().empty());
}

TEST(Uids, AreUniqueThoughAThreadServesTwoSystemsInTurn) {
  constexpr int turns = 2'200'000;  // more than there would be blocks of 1024
  TestKit one{"one"};
  TestKit two{"two"};
  detail::Local& l = detail::local();
  std::vector<std::int32_t> uids;
  uids.reserve(turns);
  for (int i = 0; i < turns; ++i) {
    uids.push_back(one.system().core().next_uid(l));
    (void)two.system().core().next_uid(l);
  }
  std::sort(uids.begin(), uids.end());

  EXPECT_GT(uids.front(), 0);
  EXPECT_EQ(std::adjacent_find(uids.begin(), uids.end()), uids.end());
}

/// Has a child, that has a child, and so on.
class Generation final : public Actor {
 public:
  Generation(int further, ActorRef* last) : further_{further}, last_{last} {}
  void pre_start() override {
    if (further_ == 0) {
      *last_ = self();
    } else {
      spawn<Generation>("x", further_ - 1, last_);
    }
  }

 private:
  int further_;
  ActorRef* last_;
};

TEST(DeepTree, HasPathsAndReportsAndEndsWithoutAStackAsDeep) {
  constexpr int depth = 100'000;
  TestKit kit;
  ActorRef last;
  kit.spawn<Generation>("x", depth - 1, &last);
  kit.run_until_idle();
  ASSERT_TRUE(last);
  const std::size_t length = std::string{"akka://test/user"}.size() + 2 * depth;

  EXPECT_EQ(last.path().to_string().size(), length);
  last.tell(Note{});
  kit.run_until_idle();
  ASSERT_EQ(kit.observer().unhandled().size(), 1u);
  EXPECT_EQ(kit.observer().unhandled()[0].recipient.size(), length);
  kit.system().terminate();
  kit.run_until_idle();
  EXPECT_TRUE(kit.system().is_terminated());
  last.tell(Note{});

  ASSERT_EQ(kit.observer().dead_letters().size(), 1u);
  EXPECT_EQ(kit.observer().dead_letters()[0].recipient.size(), length);
}

/// What happened to the late child of `LateParent`, and who it is.
struct LateLife {
  ActorRef ref;
  int starts = 0;
  int ends = 0;
  int handled = 0;
};

class LateChild final : public Actor {
 public:
  static void behavior(On<LateChild>& on) { on.handle<&LateChild::note>(); }
  explicit LateChild(LateLife* life) : life_{life} {}
  void pre_start() override {
    ++life_->starts;
    spawn<Idle>("idle");  // a restart has to wait for it
  }
  void post_stop() override {
    has_ended_ = true;
    ++life_->ends;
  }

 private:
  void note(const Note&) {
    EXPECT_FALSE(has_ended_) << "it handles a message after its post_stop";
    ++life_->handled;
  }

  LateLife* life_;
  bool has_ended_ = false;
};

/// Spawns a child when its restart has begun, while the restart waits for another one.
class LateParent final : public Actor {
 public:
  static void behavior(On<LateParent>& on) { on.handle<&LateParent::boom>(); }
  explicit LateParent(LateLife* life) : life_{life} {}
  void pre_start() override { spawn<Idle>("slow"); }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    Actor::pre_restart(cause, message);
    life_->ref = spawn<LateChild>("late", life_);
  }
  void post_restart(const std::exception_ptr&) override {}

 private:
  void boom(const Boom&) { throw std::runtime_error{"boom"}; }

  LateLife* life_;
};

TEST(Restart, OfAParentRestartsTheChildOfItsPreRestartOnceAndInOrder) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestKit kit{TestKit::Options{.seed = seed}};
    LateLife late;
    const ActorRef parent = kit.spawn<LateParent>("parent", &late);
    kit.run_until_idle();
    parent.tell(Boom{});
    int told = 0;
    for (int i = 0; i < 200 && kit.executor().run_one(); ++i) {
      if (!late.ref) continue;
      late.ref.tell(Note{});
      ++told;
    }
    kit.run_until_idle();

    EXPECT_EQ(late.handled, told);
    EXPECT_EQ(late.starts, 2);
    EXPECT_EQ(late.ends, 1);
    kit.shut_down();
    EXPECT_EQ(late.ends, 2);
    late.ref = {};
  }
}

struct Counts final : Actor {
  explicit Counts(int* handled) : handled_{handled} {}
  bool receive(Envelope&) override {
    ++*handled_;
    return true;
  }
  int* handled_;
};

TEST(Suspension, NestsDeeperThanAByteCanCount) {
  for (const int times : {1, 255, 256, 257, 300}) {
    SCOPED_TRACE(std::to_string(times) + " suspensions");
    TestKit kit;
    int handled = 0;
    const ActorRef actor = kit.spawn<Counts>("counts", &handled);
    kit.run_until_idle();
    auto* cell = static_cast<detail::ActorCell*>(actor.cell());
    detail::Local& l = detail::local();
    for (int i = 0; i < times; ++i) detail::push_system(l, cell, detail::SystemOp::Suspend);
    kit.run_until_idle();
    actor.tell(Note{});
    for (int i = 1; i < times; ++i) detail::push_system(l, cell, detail::SystemOp::Resume);
    kit.run_until_idle();
    EXPECT_EQ(handled, 0);

    detail::push_system(l, cell, detail::SystemOp::Resume);
    kit.run_until_idle();

    EXPECT_EQ(handled, 1);
  }
}

}  // namespace
}  // namespace kebne
