// The hazard of `coalesce-sends`, on threads.
#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <string>
#include <string_view>

namespace kebne {
namespace {

struct Number {
  int value;
};
struct Block {
  std::latch* begun;
  std::latch* may_end;
};
struct SendAndBlock {
  ActorRef target;
  std::latch* sent;
  std::latch* may_end;
};
struct Count {
  using Reply = int;
};

/// Counts numbers, and waits in handlers where the library does not see it.
class Clerk final : public Actor {
 public:
  static void behavior(On<Clerk>& on) {
    on.handle<&Clerk::number>().handle<&Clerk::block>().handle<&Clerk::send>();
    on.handle<&Clerk::count>();
  }

 private:
  void number(const Number&) { ++numbers_; }
  void block(const Block& m) {
    m.begun->count_down();
    m.may_end->wait();
  }
  void send(const SendAndBlock& m) {
    m.target.tell(Number{1});
    m.sent->count_down();
    m.may_end->wait();
  }
  int count(const Count&) { return numbers_; }
  int numbers_ = 0;
};

int numbers_seen(std::string_view coalesce) {
  SystemOptions options = SystemOptions::from(Config::text(
      "d { type = ForkJoinDispatcher, dedicated-thread-pool.thread-count = 1, coalesce-sends = " +
      std::string{coalesce} + " }"));
  options.workers = 1;
  options.logging = {.loggers = {}, .dead_letters = 0};
  ActorSystem system{"hazard", options};
  const ActorRef sender = system.spawn(props<Clerk>().with_dispatcher("d"), "sender");
  const ActorRef target = system.spawn<Clerk>("target");
  std::latch begun{1};
  std::latch target_may_end{1};
  target.tell(Block{&begun, &target_may_end});
  begun.wait();  // the target is busy
  std::latch sent{1};
  std::latch sender_may_end{1};
  sender.tell(SendAndBlock{target, &sent, &sender_may_end});
  sent.wait();
  target_may_end.count_down();

  const int seen = system.ask<Count>(target).get();  // asked after the number was told

  sender_may_end.count_down();
  (void)system.ask<Count>(sender).get();  // its handler has returned
  EXPECT_EQ(system.ask<Count>(target).get(), 1);
  return seen;
}

TEST(CoalescedSendsThreads, AreKeptBackByAHandlerThatBlocks) {
  EXPECT_EQ(numbers_seen("off"), 1);
  EXPECT_EQ(numbers_seen("on"), 0);
}

}  // namespace
}  // namespace kebne
