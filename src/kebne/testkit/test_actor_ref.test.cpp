#include "kebne/testkit/test_actor_ref.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using test::failure_of;

struct Overdrawn : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Withdraw {
  int cents;
};

class Account final : public Actor {
 public:
  static void behavior(On<Account>& on) {
    on.handle<&Account::withdraw>().handle<&Account::pass_on>().handle<&Account::text>();
  }
  explicit Account(int cents) : balance{cents} {
    if (cents < 0) throw Overdrawn{"from the start"};
  }

  int balance;
  ActorRef heir;

 private:
  int withdraw(const Withdraw& m) {
    if (m.cents > balance) throw Overdrawn{"no money"};
    return balance -= m.cents;
  }
  void pass_on(const std::unique_ptr<int>&) { forward(heir); }
  void text(const std::string& m) {
    self().tell(Withdraw{1});
    if (m == "close") stop();
  }
};

TEST(TestActorRef, HandlesAtOnce) {
  TestKit kit;
  const auto account = kit.spawn_test_actor<Account>("account", 10);

  account.tell(Withdraw{3});

  EXPECT_EQ(account->balance, 7);
  EXPECT_EQ(account.ref().path().to_string(), "akka://test/user/account");
}

TEST(TestActorRef, LetsExceptionsOut) {
  TestKit kit;
  const auto account = kit.spawn_test_actor<Account>("account", 10);

  EXPECT_THROW(account.receive(Withdraw{30}), Overdrawn);

  kit.run_until_idle();
  EXPECT_TRUE(kit.observer().failures().empty());
  account.receive(Withdraw{3}, kit.test_actor().ref());
  EXPECT_EQ(kit.expect<int>(), 7);
  account.receive(1.5);
  EXPECT_EQ(kit.observer().unhandled().size(), 1u);
}

TEST(TestActorRef, FailsWhatItIsTold) {
  TestKit kit;
  const auto account = kit.spawn_test_actor<Account>("account", 10);
  account->balance = 5;

  kit.expect_failure<Overdrawn>([&] { account.tell(Withdraw{30}); });

  kit.run_until_idle();
  EXPECT_EQ(account->balance, 10);  // restarted
}

TEST(TestActorRef, SaysWhenAMessageHasToWait) {
  TestKit kit;
  const auto account = kit.spawn_test_actor<Account>("account", 10);
  account.tell(Withdraw{30});

  EXPECT_EQ(failure_of([&] { account.receive(Withdraw{1}); }),
            "akka://test/user/account: wanted it to handle a message at once, it waits for a "
            "decision of its supervisor");

  kit.run_until_idle();
  EXPECT_EQ(account->balance, 9);
}

TEST(TestActorRef, MayStopTellItselfAndForwardMeanwhile) {
  TestKit kit;
  Probe heir = kit.probe();
  const auto account = kit.spawn_test_actor<Account>("account", 10);
  account->heir = heir.ref();

  account.receive(std::make_unique<int>(1));
  EXPECT_EQ(*heir.expect<std::unique_ptr<int>>(), 1);
  account.receive(std::string{"stay"});
  EXPECT_EQ(account->balance, 9);
  account.receive(std::string{"close"});
  kit.run_until_idle();

  const char* const gone =
      "akka://test/user/account: wanted an actor that lives, it has not started or has stopped";
  EXPECT_EQ(failure_of([&] { account.receive(Withdraw{1}); }), gone);
  EXPECT_EQ(failure_of([&] { static_cast<void>(account.underlying()); }), gone);
}

TEST(TestActorRef, CannotBeHadOfAnActorThatFailsToStart) {
  TestKit kit;
  EXPECT_EQ(failure_of([&] { static_cast<void>(kit.spawn_test_actor<Account>("account", -1)); }),
            "akka://test/user/account: wanted an actor that lives, it has not started or has "
            "stopped");
}

}  // namespace
}  // namespace kebne
