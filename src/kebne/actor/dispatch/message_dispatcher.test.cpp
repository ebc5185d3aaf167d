// Where actors run and for how long, step by step.
#include "kebne/actor/dispatch/message_dispatcher.hpp"

#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<int>;

TestKit::Options configured(std::string_view text) {
  return {.config = std::make_shared<const Config>(Config::text(text))};
}

struct Task {
  std::function<void()> run;
};
struct Question {
  using Reply = int;
};

/// Writes numbers down, and does what it is told.
class Clerk final : public Actor {
 public:
  static void behavior(On<Clerk>& on) {
    on.handle<&Clerk::number>().handle<&Clerk::task>().handle<&Clerk::question>();
  }
  explicit Clerk(Numbers* seen) : seen_{seen} {}

 private:
  void number(const int& n) { seen_->push_back(n); }
  void task(const Task& m) { m.run(); }
  int question(const Question&) { return 42; }
  Numbers* seen_;
};

class Idle final : public Actor {};

std::int64_t inhabitants(TestKit& kit, std::string_view id) {
  return kit.system().dispatchers().lookup(id).inhabitants();
}

constexpr std::string_view two_dispatchers = R"(
by-path { type = Akka.TestKit.CallingThreadDispatcherConfigurator }
by-props { type = Akka.TestKit.CallingThreadDispatcherConfigurator }
akka.actor.deployment {
  /a.dispatcher = by-path
  "/group/*".dispatcher = by-path
})";

TEST(Deployment, WinsOverProps) {
  TestKit kit{configured(two_dispatchers)};
  const Props wishes = props<Idle>().with_dispatcher("by-props");

  kit.system().spawn(wishes, "a");

  EXPECT_EQ(inhabitants(kit, "by-path"), 1);
  EXPECT_EQ(inhabitants(kit, "by-props"), 0);
}

TEST(Deployment, LeavesOtherPathsToProps) {
  TestKit kit{configured(two_dispatchers)};

  kit.system().spawn(props<Idle>().with_dispatcher("by-props"), "b");
  kit.system().spawn(props<Idle>(), "c");

  EXPECT_EQ(inhabitants(kit, "by-path"), 0);
  EXPECT_EQ(inhabitants(kit, "by-props"), 1);
}

/// Has children.
class Group final : public Actor {
 public:
  void pre_start() override {
    spawn<Idle>("x");
    spawn<Idle>("");
  }
};

TEST(Deployment, HoldsForChildrenByTheirPattern) {
  TestKit kit{configured(two_dispatchers)};

  kit.spawn<Group>("group");
  kit.run_until_idle();

  EXPECT_EQ(inhabitants(kit, "by-path"), 2);
}

TEST(Deployment, DoesNotGoOverToChildren) {
  TestKit kit{
      configured("akka.actor.deployment { /g.dispatcher = d }, "
                 "d { type = Akka.TestKit.CallingThreadDispatcherConfigurator }")};

  kit.spawn<Group>("g");
  kit.run_until_idle();

  EXPECT_EQ(inhabitants(kit, "d"), 1);
}

/// Lets time pass with each message.
class Slow final : public Actor {
 public:
  static void behavior(On<Slow>& on) { on.handle<&Slow::sign>(); }
  Slow(VirtualClock* clock, std::string* text) : clock_{clock}, text_{text} {}

 private:
  void sign(const char& c) {
    clock_->advance(4ms);
    *text_ += c;
  }
  VirtualClock* clock_;
  std::string* text_;
};

std::string course(std::string_view dispatcher) {
  TestKit kit{configured(dispatcher)};
  std::string text;
  const Props slow = props<Slow>(&kit.clock(), &text).with_dispatcher("d");
  const ActorRef a = kit.system().spawn(slow, "a");
  const ActorRef b = kit.system().spawn(slow, "b");
  for (int i = 0; i < 4; ++i) {
    a.tell('a');
    b.tell('b');
  }
  kit.run_until_idle();
  return text;
}

TEST(ThroughputDeadline, EndsARunThatHasLastedSoLong) {
  EXPECT_EQ(course("d { throughput = 100, throughput-deadline-time = 0ms }"), "aaaabbbb");
  EXPECT_EQ(course("d { throughput = 100, throughput-deadline-time = 10ms }"), "aaabbbab");
  EXPECT_EQ(course("d { throughput = 100, throughput-deadline-time = 8ms }"), "aabbaabb");
}

TEST(ThroughputDeadline, LetsOneMessageBeHandledHoweverShortItIs) {
  EXPECT_EQ(course("d { throughput = 100, throughput-deadline-time = 1ms }"), "abababab");
}

TEST(ThroughputDeadline, LeavesTheLimitOfMessages) {
  EXPECT_EQ(course("d { throughput = 1, throughput-deadline-time = 10s }"), "abababab");
  EXPECT_EQ(course("d { throughput = 2, throughput-deadline-time = 10s }"), "aabbaabb");
}

/// A sender whose sends are put together, and receivers, who are busy: they have a 0 to read.
class CoalescedSends : public testing::Test {
 protected:
  TestKit kit{configured("d { coalesce-sends = on }")};
  Numbers unused;
  Numbers seen;
  Numbers others;
  ActorRef sender = kit.system().spawn(props<Clerk>(&unused).with_dispatcher("d"), "sender");
  ActorRef target = kit.spawn<Clerk>("target", &seen);
  ActorRef other = kit.spawn<Clerk>("other", &others);

  void send(std::function<void()> what) {
    kit.run_until_idle();  // all have started
    sender.tell(Task{std::move(what)});
    target.tell(0);
    other.tell(0);
  }
};

TEST_F(CoalescedSends, ArriveInTheirOrder) {
  constexpr int many = 1'000;  // more than go out at a time
  send([this] {
    for (int n = 1; n <= many; ++n) target.tell(n);
    for (int n = 1; n <= 10; ++n) {
      other.tell(n);
      target.tell(many + n);
    }
  });
  kit.run_until_idle();

  ASSERT_EQ(seen.size(), many + 11u);
  for (int n = 0; n <= many + 10; ++n) EXPECT_EQ(seen[static_cast<std::size_t>(n)], n);
  EXPECT_EQ(others, (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST_F(CoalescedSends, GoOutWhenAnotherReceiverIsSentTo) {
  send([this] {
    target.tell(1);
    other.tell(1);
    kit.run_until_idle();
    EXPECT_EQ(seen, (Numbers{0, 1}));
    EXPECT_EQ(others, (Numbers{0}));
  });
  kit.run_until_idle();

  EXPECT_EQ(others, (Numbers{0, 1}));
}

TEST_F(CoalescedSends, GoOutBeforeTheLibraryBlocks) {
  send([this] {
    Future<int> answer = kit.system().ask<Question>(other);
    target.tell(1);
    EXPECT_EQ(answer.get(), 42);
    EXPECT_EQ(seen, (Numbers{0, 1}));
  });
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{0, 1}));
}

TEST_F(CoalescedSends, GoOutWhenTheHandlerThrows) {
  send([this] {
    target.tell(1);
    throw std::runtime_error{"after the send"};
  });
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{0, 1}));
  EXPECT_EQ(kit.observer().failures().size(), 1u);
}

TEST_F(CoalescedSends, BecomeDeadLettersWhenTheReceiverHasStopped) {
  send([this] {
    target.tell(1);
    kit.system().stop(target);
    kit.run_until_idle();  // it stops before it has got any
  });
  kit.run_until_idle();

  const auto letters = kit.observer().dead_letters();
  ASSERT_FALSE(letters.empty());
  EXPECT_EQ(letters.back().recipient, "akka://test/user/target");
  EXPECT_EQ(letters.back().sender, "akka://test/user/sender");
}

// What the guide warns of: whoever waits inside of the handler for the effect waits in vain.
TEST_F(CoalescedSends, AreNotSeenUntilTheHandlerReturns) {
  send([this] {
    target.tell(1);
    kit.run_until_idle();  // as much as the receiver can do
    EXPECT_EQ(seen, (Numbers{0}));
  });
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{0, 1}));
}

}  // namespace
}  // namespace kebne
