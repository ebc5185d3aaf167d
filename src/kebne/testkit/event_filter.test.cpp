#include "kebne/testkit/event_filter.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::failure_of;

struct Withdraw {
  int cents;
};

class Account final : public Actor {
 public:
  static void behavior(On<Account>& on) { on.handle<&Account::withdraw>(); }

 private:
  void withdraw(const Withdraw& m) {
    if (m.cents > 100) throw std::domain_error{"no money"};
    log().warning("low on money: {} left", 100 - m.cents);
  }
};

TEST(EventFilter, SeesWhatActorsLog) {
  TestKit kit;
  const ActorRef account = kit.spawn<Account>("account");

  kit.event_filter().warning().source(account).start("low on").expect_one(
      [&] { account.tell(Withdraw{99}); });
  kit.event_filter().source("/user/account").contains("MONEY").expect_one([&] {
    account.tell(Withdraw{99});
  });
}

TEST(EventFilter, SeesThatActorsFail) {
  TestKit kit;
  const ActorRef account = kit.spawn<Account>("account");

  kit.event_filter()
      .exception<std::domain_error>()
      .source(account)
      .message("no money")
      .expect_one([&] { account.tell(Withdraw{101}); });
}

TEST(EventFilter, WaitsInVirtualTime) {
  TestKit kit;
  const ActorRef account = kit.spawn<Account>("account");
  kit.system().scheduler().schedule_tell_once(2s, account, Withdraw{99});

  kit.event_filter().warning().expect_one([] {});
  EXPECT_EQ(kit.clock().now(), 2s);

  kit.system().scheduler().schedule_tell_once(2s, account, Withdraw{99});
  EXPECT_EQ(failure_of([&] {
              kit.event_filter().warning().expect(
                  1, [] {}, 1s);
            }),
            "wanted 1 of warning, got 0");
  EXPECT_EQ(kit.clock().now(), 3s);
}

TEST(EventFilter, SaysWhatItWantedAndWhatCame) {
  TestKit kit;
  EventFilter filter = kit.event_filter();
  filter.error().start("a").contains("b").pattern("c$").source("src (akka://test)");
  filter.also().exception<std::domain_error>().message("d");
  filter.also().dead_letter<int>().also().unhandled();

  const std::string text = failure_of([&] {
    filter.expect(3, [&] {
      kit.system().dead_letters().tell(1);
      kit.system().log("src").info("other");
    });
  });

  EXPECT_EQ(text.substr(0, text.find(" not: [")),
            "wanted 3 of error \"a...\" \"...b...\" /c$/ by \"src (akka://test)\" or error \"d\" "
            "with std::domain_error or dead letter int or unhandled message, got 1\n ");
  EXPECT_NE(text.find("[src (akka://test)] other"), std::string::npos);
}

TEST(EventFilter, RefusesAPatternThatCannotBeRead) {
  TestKit kit;
  EXPECT_THROW(kit.event_filter().pattern("("), std::invalid_argument);
}

TEST(EventFilter, PassesOnWhatAConditionThrows) {
  TestKit kit;
  EventFilter filter = kit.event_filter();
  filter.custom([](const LogRecord&) -> bool { throw std::domain_error{"unsure"}; });
  EXPECT_THROW(filter.expect_none([&] { kit.system().log("src").info("a"); }), std::domain_error);
}

TEST(EventFilter, MayBeMutedWhenTheKitIsShutDown) {
  TestKit kit;
  const MutedEvents muted = kit.event_filter().mute();
  kit.shut_down();
  EXPECT_EQ(muted.count(), 0u);
}

TEST(EventFilter, KeepsBackWhatIsMuted) {
  TestKit kit;
  const Log log = kit.system().log("src");
  EventFilter filter = kit.event_filter();
  filter.info().message("a");
  {
    const MutedEvents muted = filter.mute();
    log.info("a");
    EXPECT_EQ(muted.count(), 1u);
  }
  filter.mute([&] { log.info("a"); });
  EXPECT_EQ(failure_of([&] { kit.expect<int>(); }).find("last log records"), std::string::npos);

  filter.expect_one([&] { log.info("a"); });
  log.info("a");
  EXPECT_NE(failure_of([&] { kit.expect<int>(); }).find("last log records"), std::string::npos);
}

}  // namespace
}  // namespace kebne
