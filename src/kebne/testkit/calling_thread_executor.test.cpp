#include "kebne/testkit/calling_thread_executor.hpp"

#include "kebne/actor.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using test::Calls;

class Notes final : public Actor {
 public:
  static void behavior(On<Notes>& on) { on.handle<&Notes::note>(); }
  explicit Notes(std::vector<std::thread::id>* seen) : seen_{seen} {}

 private:
  void note(const int&) { seen_->push_back(std::this_thread::get_id()); }
  std::vector<std::thread::id>* seen_;
};

TEST(CallingThreadExecutor, RunsAtOnceOrWhenTheRunningOneIsDone) {
  CallingThreadExecutor executor;
  std::string text;
  Calls b{[&] {
    text += 'b';
    return false;
  }};
  Calls a{[&, left = 2]() mutable {
    EXPECT_TRUE(executor.owns_this_thread());
    executor.schedule(b.runnable);
    text += 'a';
    return --left > 0;
  }};
  executor.schedule(a.runnable);
  EXPECT_EQ(text, "abab");
  executor.schedule(b.runnable);
  EXPECT_EQ(text, "ababb");
  EXPECT_FALSE(executor.owns_this_thread());
}

TEST(CallingThreadExecutor, DoesNotRecurse) {
  CallingThreadExecutor executor;
  int left = 200'000;
  std::deque<Calls> all;
  const std::function<bool()> next = [&] {
    if (--left > 0) executor.schedule(all.emplace_back(next).runnable);
    return false;
  };
  executor.schedule(all.emplace_back(next).runnable);
  EXPECT_EQ(left, 0);
}

TEST(CallingThreadExecutor, RunsOnePerCallWhereOneWaitsInside) {
  CallingThreadExecutor executor;
  bool has_run = false;
  Calls inner{[&] {
    has_run = true;
    return false;
  }};
  Calls outer{[&] {
    executor.schedule(inner.runnable);
    EXPECT_TRUE(executor.run_one());
    EXPECT_TRUE(has_run);
    EXPECT_FALSE(executor.run_one());
    return false;
  }};
  executor.schedule(outer.runnable);
  EXPECT_FALSE(executor.run_one());
}

TEST(CallingThreadExecutor, KeepsTheThreadsOfTwoExecutorsApart) {
  CallingThreadExecutor one;
  CallingThreadExecutor two;
  std::string text;
  Calls b{[&] {
    text += 'b';
    return false;
  }};
  Calls a{[&] {
    two.schedule(b.runnable);  // nothing runs on that one
    text += 'a';
    return false;
  }};
  one.schedule(a.runnable);
  EXPECT_EQ(text, "ba");
}

TEST(CallingThreadExecutor, RunsAnActorOnTheThreadThatTellsIt) {
  std::vector<std::thread::id> seen;
  const auto executor = std::make_shared<CallingThreadExecutor>();
  ActorSystem system{"demo", {.executor = executor}};
  const ActorRef notes = system.spawn<Notes>("notes", &seen);

  notes.tell(1);
  std::thread other{[&] { notes.tell(2); }};
  const auto other_id = other.get_id();
  other.join();

  EXPECT_EQ(seen, (std::vector<std::thread::id>{std::this_thread::get_id(), other_id}));
}

}  // namespace
}  // namespace kebne
