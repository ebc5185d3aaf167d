#include "kebne/actor/dispatch/synchronization_context.hpp"

#include "kebne/actor.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace kebne {
namespace {

using test::Calls;

class Adds final : public Actor {
 public:
  static void behavior(On<Adds>& on) { on.handle<&Adds::add>(); }
  explicit Adds(int* sum) : sum_{sum} {}

 private:
  void add(const int& n) { *sum_ += n; }
  int* sum_;
};

TEST(SynchronizationContext, RunsOnTheThreadThatPumpsInOrder) {
  SynchronizationContext context;
  std::string text;
  Calls a{[&, left = 2]() mutable {
    EXPECT_TRUE(context.owns_this_thread());
    text += 'a';
    return --left > 0;
  }};
  Calls b{[&] {
    text += 'b';
    return false;
  }};
  std::thread{[&] {
    context.schedule(a.runnable);
    context.schedule(b.runnable);
  }}.join();
  EXPECT_EQ(text, "");
  EXPECT_EQ(context.ready(), 2u);

  EXPECT_TRUE(context.run_one());
  EXPECT_EQ(context.ready(), 2u);
  EXPECT_EQ(context.run_at_most(1), 1u);
  EXPECT_EQ(context.run_until_idle(), 1u);

  EXPECT_EQ(text, "aba");
  EXPECT_EQ(context.ready(), 0u);
  EXPECT_FALSE(context.run_one());
  EXPECT_FALSE(context.owns_this_thread());
  EXPECT_FALSE(context.runs_in_caller());
}

TEST(SynchronizationContext, CallsOnceWhenItBecomesReady) {
  int calls = 0;
  SynchronizationContext context{[&] { ++calls; }};
  Calls a{[] { return false; }};
  Calls b{[&] {
    context.schedule(a.runnable);  // seen by the pump that runs this
    return false;
  }};
  context.schedule(a.runnable);
  context.schedule(b.runnable);
  EXPECT_EQ(calls, 1);
  context.run_one();
  EXPECT_EQ(calls, 1);
  context.run_until_idle();
  EXPECT_EQ(calls, 1);
  context.schedule(a.runnable);
  EXPECT_EQ(calls, 2);
  context.run_until_idle();
}

TEST(SynchronizationContext, MayPumpFromTheCallItself) {
  std::unique_ptr<SynchronizationContext> context;
  int runs = 0;
  context = std::make_unique<SynchronizationContext>([&] { context->run_until_idle(); });
  Calls task{[&] {
    ++runs;
    return false;
  }};
  context->schedule(task.runnable);
  context->schedule(task.runnable);
  EXPECT_EQ(runs, 2);
}

TEST(SynchronizationContext, LosesNothingWhenTheCallThrows) {
  int calls = 0;
  SynchronizationContext context{[&] {
    if (++calls == 1) throw std::runtime_error{"no loop"};
  }};
  int runs = 0;
  Calls a{[&] { return ++runs < 0; }};
  Calls b{[&] { return ++runs < 0; }};
  testing::internal::CaptureStderr();
  context.schedule(a.runnable);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("no loop"), std::string::npos);

  context.schedule(b.runnable);

  EXPECT_EQ(calls, 2);
  EXPECT_EQ(context.run_until_idle(), 2u);
}

TEST(SynchronizationContext, RefusesASecondThreadThatPumps) {
  SynchronizationContext context;
  std::latch inside{1};
  std::latch refused{1};
  Calls stays{[&] {
    inside.count_down();
    refused.wait();
    EXPECT_EQ(context.run_until_idle(), 0u);  // the same thread may
    return false;
  }};
  context.schedule(stays.runnable);
  std::thread first{[&] { context.run_until_idle(); }};
  inside.wait();

  EXPECT_THROW(context.run_one(), std::logic_error);

  refused.count_down();
  first.join();
  EXPECT_EQ(context.run_until_idle(), 0u);
}

TEST(SynchronizationContext, RunsInTheCallersThreadOnceItIsShutDown) {
  int calls = 0;
  int runs = 0;
  SynchronizationContext context{[&] { ++calls; }};
  Calls task{[&] { return ++runs % 2 != 0; }};
  context.schedule(task.runnable);
  context.shut_down();
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(context.ready(), 0u);

  context.schedule(task.runnable);

  EXPECT_EQ(runs, 4);
  EXPECT_EQ(calls, 1);
}

TEST(SynchronizationContext, DrivesASystem) {
  const auto context = std::make_shared<SynchronizationContext>();
  int sum = 0;
  ActorSystem system{"demo", {.executor = context}};
  const ActorRef adds = system.spawn<Adds>("adds", &sum);
  adds.tell(1);
  adds.tell(2);
  EXPECT_EQ(sum, 0);
  context->run_until_idle();
  EXPECT_EQ(sum, 3);
  system.terminate();
  context->run_until_idle();
  EXPECT_TRUE(system.is_terminated());
}

}  // namespace
}  // namespace kebne
