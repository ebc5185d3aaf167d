// Bounded mailboxes, and queues of the user's, in actors that run step by step.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using Numbers = std::vector<int>;

TestKit kit_with(std::string_view text, std::vector<MailboxType> types = {}) {
  return TestKit{{.config = std::make_shared<const Config>(Config::text(text)),
                  .mailbox_types = std::move(types)}};
}

constexpr std::string_view two_places =
    "mb { mailbox-type = Akka.Dispatch.BoundedMailbox, mailbox-capacity = 2 }";

struct Task {
  std::function<void(Actor&)> run;
};
struct Urgent {
  using ControlMessage = void;
  int number;
};
struct Question {
  using Reply = int;
};

/// Writes numbers down, and does what it is told.
class Clerk final : public Actor {
 public:
  static void behavior(On<Clerk>& on) {
    on.handle<&Clerk::number>().handle<&Clerk::urgent>().handle<&Clerk::task>();
    on.handle<&Clerk::terminated>().handle<&Clerk::question>();
  }
  explicit Clerk(Numbers* seen) : seen_{seen} {}

 private:
  void number(const int& n) { seen_->push_back(n); }
  void urgent(const Urgent& m) { seen_->push_back(m.number); }
  void task(const Task& m) { m.run(*this); }
  void terminated(const Terminated&) { seen_->push_back(-1); }
  int question(const Question&) { return 42; }
  Numbers* seen_;
};

class Idle final : public Actor {};

ActorRef spawn_clerk(TestKit& kit, Numbers& seen) {
  return kit.system().spawn(props<Clerk>(&seen).with_mailbox("mb"), "clerk");
}

TEST(BoundedMailbox, MakesRoomInTheThreadThatStepsIt) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (int n = 1; n <= 7; ++n) clerk.tell(n);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(BoundedMailbox, MakesRoomForAnActorThatFillsIt) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  Numbers unused;
  const ActorRef clerk = spawn_clerk(kit, seen);
  const ActorRef sender = kit.spawn<Clerk>("sender", &unused);

  sender.tell(Task{[clerk](Actor&) {
    for (int n = 1; n <= 7; ++n) clerk.tell(n);
  }});
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2, 3, 4, 5, 6, 7}));
}

TEST(BoundedMailbox, RefusesWhatItsActorSendsItselfBeyondItsCapacity) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  clerk.tell(Task{[](Actor& self) {
    for (int n = 1; n <= 3; ++n) self.self().tell(n);
  }});
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2}));
  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].reason, DeadLetterReason::MailboxFull);
  EXPECT_EQ(letters[0].recipient, "akka://test/user/clerk");
}

TEST(BoundedMailbox, RefusesWhenNothingIsLeftToRunThatCouldMakeRoom) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  Numbers unused;
  const ActorRef clerk = spawn_clerk(kit, seen);
  const ActorRef sender = kit.spawn<Clerk>("sender", &unused);

  // The clerk is in the middle of a message, in which it lets the sender run.
  clerk.tell(Task{[&kit, clerk, sender](Actor&) {
    sender.tell(Task{[clerk](Actor&) {
      for (int n = 1; n <= 3; ++n) clerk.tell(n);
    }});
    kit.run_until_idle();
  }});
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2}));
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST(BoundedMailbox, FailsAQuestionThatItRefuses) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);
  Result<int> answer = fail(Code::Timeout, "not asked");
  clerk.tell(Task{[&kit, &answer, clerk](Actor& self) {
    for (int n = 1; n <= 2; ++n) self.self().tell(n);
    answer = kit.system().ask<Question>(clerk).wait_for(std::chrono::seconds{1});
  }});

  kit.run_until_idle();

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::Full);
  EXPECT_NE(answer.error().text.find("the mailbox was full"), std::string::npos)
      << answer.error().text;
}

TEST(BoundedMailbox, DoesNotSayOfAFullActorThatItIsNotThere) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);
  const ActorRef asker = kit.test_actor().ref();

  clerk.tell(Task{[&kit, clerk, asker](Actor& self) {
    for (int n = 1; n <= 2; ++n) self.self().tell(n);
    clerk.tell(Identify{7}, asker);
  }});
  kit.run_until_idle();

  kit.expect_none();
  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

TEST(BoundedMailbox, AlwaysHasRoomForTheNoticeOfADeath) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  clerk.tell(Task{[&kit](Actor& self) {
    const ActorRef child = self.spawn<Idle>("child");
    self.watch(child);
    self.stop(child);
    for (int n = 1; n <= 2; ++n) self.self().tell(n);
    kit.run_until_idle();  // the child ends: its parent takes note before it reads on
  }});
  kit.run_until_idle();
  clerk.tell(3);
  clerk.tell(4);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2, -1, 3, 4}));
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(BoundedMailbox, AlwaysHasRoomForWhatAWatchHasAskedFor) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);
  ActorRef child;

  clerk.tell(Task{[&](Actor& self) {
    child = self.spawn<Idle>("child");
    self.watch_with(child, -7);
    self.stop(child);
    for (int n = 1; n <= 2; ++n) self.self().tell(n);
    kit.run_until_idle();
  }});
  kit.run_until_idle();
  clerk.tell(Task{[&](Actor& self) { self.watch(child); }});
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{1, 2, -7, -1}));
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(BoundedMailbox, GivesPlacesBackThroughARestart) {
  TestKit kit = kit_with(two_places);
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (int round = 0; round < 3; ++round) {
    clerk.tell(Task{[](Actor&) { throw std::runtime_error{"boom"}; }});
    clerk.tell(round);
  }
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{0, 1, 2}));
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

std::int32_t largest_first(const Envelope& e) {
  const int* n = e.get_if<int>();
  if (n != nullptr && *n == 13) throw std::invalid_argument{"13"};
  return n != nullptr ? -*n : 0;
}

constexpr std::string_view mine = "mb { mailbox-type = \"mine, My.Assembly\" }";

TEST(PriorityMailbox, DecidesWhatComesNext) {
  TestKit kit = kit_with(mine, {unbounded_priority_mailbox("mine", &largest_first)});
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (const int n : {1, 3, 2}) clerk.tell(n);
  kit.run_until_idle();
  for (const int n : {5, 4, 6}) clerk.tell(n);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{3, 2, 1, 6, 5, 4}));
}

TEST(PriorityMailbox, LooksAtWhatHasComeBeforeEachMessage) {
  TestKit kit = kit_with(mine, {unbounded_priority_mailbox("mine", &largest_first)});
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  clerk.tell(-1);
  clerk.tell(Task{[](Actor& self) { self.self().tell(9); }});  // the most urgent of the three
  clerk.tell(-2);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{9, -1, -2}));
}

TEST(PriorityMailbox, ReportsWhatItsGeneratorThrowsAndGoesOn) {
  TestKit kit = kit_with(mine, {unbounded_stable_priority_mailbox("mine", &largest_first)});
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (const int n : {1, 13, 2}) clerk.tell(n);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{2, 1}));
  const auto failures = kit.observer().failures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].point, FailurePoint::Mailbox);
  EXPECT_EQ(failures[0].actor, "akka://test/user/clerk");
  EXPECT_EQ(failures[0].outcome, "none");
  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].reason, DeadLetterReason::NotQueued);
}

/// Hears which numbers become dead letters.
class Letters final : public Actor {
 public:
  static void behavior(On<Letters>& on) { on.handle<&Letters::letter>(); }
  explicit Letters(Numbers* seen) : seen_{seen} {}

 private:
  void letter(const DeadLetter& m) {
    if (const int* n = m.message.get_if<int>()) seen_->push_back(*n);
  }
  Numbers* seen_;
};

TEST(PriorityMailbox, LeavesWhatIsUnreadInTheOrderOfItsQueue) {
  TestKit kit = kit_with(mine, {unbounded_priority_mailbox("mine", &largest_first)});
  Numbers seen;
  Numbers dead;
  kit.system().event_stream().subscribe<DeadLetter>(kit.spawn<Letters>("letters", &dead));
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (const int n : {-1, -3}) clerk.tell(n);
  clerk.tell(Task{[](Actor& self) {
    self.self().tell(-2);  // still in the word when the end comes
    self.stop();
  }});
  kit.run_until_idle();

  EXPECT_TRUE(seen.empty());
  EXPECT_EQ(dead, (Numbers{-1, -2, -3}));
}

TEST(ControlAwareMailbox, HandlesControlMessagesFirst) {
  TestKit kit = kit_with("mb { mailbox-type = Akka.Dispatch.UnboundedControlAwareMailbox }");
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  clerk.tell(1);
  clerk.tell(Urgent{100});
  clerk.tell(2);
  clerk.tell(Urgent{101});
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{100, 101, 1, 2}));
}

/// Last in, first out.
class Stack final : public MessageQueue {
 public:
  void enqueue(Envelope& e) override { all_.push_back(&e); }
  [[nodiscard]] Envelope* dequeue() noexcept override {
    if (all_.empty()) return nullptr;
    Envelope* e = all_.back();
    all_.pop_back();
    return e;
  }

 private:
  std::vector<Envelope*> all_;
};

TEST(MessageQueue, MayBeOfTheUsersOwn) {
  std::string colour;
  MailboxType stack{.name = "mine", .queue = [&colour](const Config& section) {
                      colour = section.get_string("colour");
                      return std::make_unique<Stack>();
                    }};
  TestKit kit = kit_with("mb { mailbox-type = mine, colour = red }", {stack});
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  for (const int n : {1, 2, 3}) clerk.tell(n);
  kit.run_until_idle();

  EXPECT_EQ(seen, (Numbers{3, 2, 1}));
  EXPECT_EQ(colour, "red");
}

/// Gives nothing when it is asked for the first time.
class Sleepy final : public MessageQueue {
 public:
  void enqueue(Envelope& e) override { all_.push_back(&e); }
  [[nodiscard]] Envelope* dequeue() noexcept override {
    if (all_.empty() || !std::exchange(is_awake_, true)) return nullptr;
    Envelope* e = all_.front();
    all_.pop_front();
    return e;
  }
  ~Sleepy() override {
    for (Envelope* e : all_) detail::free_envelope(detail::local(), e);
  }

 private:
  std::deque<Envelope*> all_;
  bool is_awake_ = false;
};

TEST(MessageQueue, StallsItsActorAloneWhenItDoesNotGiveWhatItHas) {
  MailboxType sleepy{.name = "mine",
                     .queue = [](const Config&) { return std::make_unique<Sleepy>(); }};
  TestKit kit = kit_with(mine, {sleepy});
  Numbers seen;
  const ActorRef clerk = spawn_clerk(kit, seen);

  clerk.tell(1);
  kit.run_until_idle();
  EXPECT_TRUE(seen.empty());

  clerk.tell(2);
  kit.run_until_idle();
  EXPECT_EQ(seen, (Numbers{1}));
}

}  // namespace
}  // namespace kebne
