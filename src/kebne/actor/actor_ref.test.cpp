#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Ping {};
struct Idle final : Actor {};

TEST(ActorRef, IsEmptyByDefault) {
  const ActorRef empty;

  EXPECT_FALSE(empty);
  EXPECT_EQ(empty, ActorRef{});
  EXPECT_EQ(empty.path().to_string(), "");
  EXPECT_EQ(empty.to_string(), "[]");
  EXPECT_NE(empty, ActorRef::nobody());
}

TEST(ActorRef, EqualsRefsToTheSameIncarnation) {
  TestKit kit;
  const ActorRef first = kit.spawn<Idle>("a");
  ActorRef copy = first;
  EXPECT_EQ(copy, first);
  EXPECT_EQ(std::hash<ActorRef>{}(copy), std::hash<ActorRef>{}(first));
  kit.system().stop(first);
  kit.run_until_idle();

  const ActorRef second = kit.spawn<Idle>("a");

  EXPECT_NE(first, second);
  EXPECT_EQ(first.path(), second.path());
  EXPECT_NE(first.path().uid(), second.path().uid());
}

TEST(ActorRef, MovesAndAssigns) {
  TestKit kit;
  ActorRef a = kit.spawn<Idle>("a");
  const ActorRef b = kit.spawn<Idle>("b");

  ActorRef moved = std::move(a);
  EXPECT_TRUE(moved);
  a = b;
  EXPECT_EQ(a, b);
  ActorRef& same = a;
  a = same;
  EXPECT_EQ(a, b);
  a = ActorRef{};
  EXPECT_FALSE(a);
}

TEST(ActorRef, IsOrderedByPathThenByUidTheEmptyOneFirst) {
  TestKit kit;
  const ActorRef b = kit.spawn<Idle>("b");
  const ActorRef a1 = kit.spawn<Idle>("a");
  kit.system().stop(a1);
  kit.run_until_idle();
  const ActorRef a2 = kit.spawn<Idle>("a");
  std::vector<ActorRef> refs{b, a2, ActorRef{}, a1, kit.system().user_guardian()};

  std::sort(refs.begin(), refs.end());

  EXPECT_EQ(refs[0], ActorRef{});
  EXPECT_EQ(refs[1], kit.system().user_guardian());
  EXPECT_EQ(refs[2].path().name(), "a");
  EXPECT_EQ(refs[3].path().name(), "a");
  EXPECT_LT(refs[2].path().uid(), refs[3].path().uid());
  EXPECT_EQ(refs[4], b);
  EXPECT_EQ(a1 <=> a1, std::strong_ordering::equal);
}

TEST(ActorRef, TellsApartActorsOfOnePathAndUid) {
  TestKit one;
  TestKit two;
  const ActorRef a = one.spawn<Idle>("a");
  const ActorRef b = two.spawn<Idle>("a");
  ASSERT_EQ(a.path().to_serialization_format(), b.path().to_serialization_format());

  EXPECT_NE(a, b);
  EXPECT_NE(a <=> b, std::strong_ordering::equal);
  EXPECT_EQ((a < b), (b > a));
}

TEST(ActorRef, ServesAsAKey) {
  TestKit kit;
  const ActorRef a = kit.spawn<Idle>("a");
  const ActorRef b = kit.spawn<Idle>("b");
  std::map<ActorRef, int> ordered{{b, 2}, {a, 1}, {ActorRef{}, 0}};
  std::unordered_map<ActorRef, int> hashed{{b, 2}, {a, 1}, {ActorRef{}, 0}};

  EXPECT_EQ(ordered.at(a), 1);
  EXPECT_EQ(hashed.at(b), 2);
  EXPECT_EQ(hashed.at(ActorRef{}), 0);
}

TEST(ActorRef, ShowsItsPathAndUid) {
  TestKit kit;
  const ActorRef a = kit.spawn<Idle>("a");

  EXPECT_EQ(a.to_string(), "[akka://test/user/a#" + std::to_string(a.path().uid()) + "]");
  EXPECT_EQ(kit.system().root_guardian().to_string(), "[akka://test/]");
}

TEST(ActorRef, ToNobodySwallowsEverything) {
  TestKit kit;

  ActorRef::nobody().tell(Ping{});
  ActorRef::nobody().tell(std::string(100, 'x'), kit.spawn<Idle>("a"));
  kit.system().stop(ActorRef::nobody());
  kit.run_until_idle();

  EXPECT_EQ(ActorRef::nobody(), ActorRef::nobody());
  EXPECT_EQ(ActorRef::nobody().path().to_string(), "akka://all-systems/");
  EXPECT_TRUE(kit.observer().dead_letters().empty());
}

TEST(ActorRef, WhenEmptyMakesADeadLetterOfTheActorsSystem) {
  struct Teller final : Actor {
    bool receive(Envelope&) override {
      ActorRef{}.tell(Ping{});
      return true;
    }
  };
  TestKit kit;
  kit.spawn<Teller>("teller").tell(1);
  kit.run_until_idle();

  const auto letters = kit.observer().dead_letters();
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_EQ(letters[0].recipient, "");
  EXPECT_EQ(letters[0].sender, "akka://test/user/teller");
  EXPECT_EQ(letters[0].reason, DeadLetterReason::NoRecipient);
}

TEST(ActorRef, WhenEmptyOutsideOfActorsPrintsTheDeadLetter) {
  testing::internal::CaptureStderr();
  ActorRef{}.tell(Ping{});
  const std::string printed = testing::internal::GetCapturedStderr();

  EXPECT_NE(printed.find("dead letter kebne::(anonymous namespace)::Ping"), std::string::npos)
      << printed;
}

TEST(ActorRef, TellsInTheNameOfAnother) {
  TestKit kit;
  const ActorRef other = kit.spawn<Idle>("other");

  kit.test_actor().ref().tell(1, other);
  EXPECT_EQ(kit.expect<int>(), 1);
  EXPECT_EQ(kit.test_actor().last_sender(), other);
  kit.test_actor().ref().tell(2, ActorRef{});
  EXPECT_EQ(kit.expect<int>(), 2);
  EXPECT_FALSE(kit.test_actor().last_sender());
  kit.test_actor().ref().tell(3);
  EXPECT_EQ(kit.expect<int>(), 3);
  EXPECT_FALSE(kit.test_actor().last_sender());
}

TEST(BorrowedRef, ConvertsToARefThatLasts) {
  struct Giver final : Actor {
    explicit Giver(ActorRef* to) : to_{to} {}
    bool receive(Envelope& e) override {
      EXPECT_EQ(e.sender(), sender());
      *to_ = sender();
      return true;
    }
    ActorRef* to_;
  };
  TestKit kit;
  ActorRef kept;
  const ActorRef giver = kit.spawn<Giver>("giver", &kept);
  {
    const Probe asker = kit.probe("asker");
    asker.send(giver, 1);
    kit.run_until_idle();
    kit.system().stop(asker.ref());
    kit.run_until_idle();
  }

  EXPECT_EQ(kept.path().to_string(), "akka://test/user/asker");
}

TEST(BorrowedRef, IsEmptyWithoutASender) {
  const BorrowedRef empty{nullptr};

  EXPECT_FALSE(empty);
  EXPECT_EQ(empty, ActorRef{});
  EXPECT_EQ(empty.path().to_string(), "");
}

}  // namespace
}  // namespace kebne
