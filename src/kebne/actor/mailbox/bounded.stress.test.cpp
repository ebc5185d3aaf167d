// Bounded mailboxes of real actors on real threads.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/config/config.hpp"
#include "tests/support/stress.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::CountingObserver;
using test::stressed;

struct Number {
  std::int64_t value;
};
struct Block {
  std::latch* begun;
  std::latch* may_end;
};
struct Begin {
  ActorRef target;
  int count;
};

/// Counts, and can be made to wait.
class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) { on.handle<&Counter::number>().handle<&Counter::block>(); }
  explicit Counter(std::atomic<std::uint64_t>* count) : count_{count} {}

 private:
  void number(const Number&) { count_->fetch_add(1, std::memory_order_relaxed); }
  void block(const Block& m) {
    m.begun->count_down();
    m.may_end->wait();
  }
  std::atomic<std::uint64_t>* count_;
};

/// Sends as much as it is told to, in one message.
class Sender final : public Actor {
 public:
  static void behavior(On<Sender>& on) { on.handle<&Sender::begin>(); }
  explicit Sender(std::latch* done) : done_{done} {}

 private:
  void begin(const Begin& m) {
    for (int n = 0; n < m.count; ++n) m.target.tell(Number{n});
    done_->count_down();
  }
  std::latch* done_;
};

SystemOptions options(std::uint32_t capacity, std::string_view timeout,
                      std::shared_ptr<Observer> observer, std::string_view type = "Bounded") {
  SystemOptions made = SystemOptions::from(Config::text(
      fmt::format("mb {{ mailbox-type = Akka.Dispatch.{}Mailbox, mailbox-capacity = {}, "
                  "mailbox-push-timeout-time = {} }}",
                  type, capacity, timeout)));
  made.workers = 2;
  made.logging = {.loggers = {}, .dead_letters = 0};
  made.observer = std::move(observer);
  return made;
}

detail::Places& places_of(const ActorRef& actor) {
  return *static_cast<detail::ActorCell&>(*actor.cell()).extras->mailbox->places;
}

void await_waiting(const ActorRef& actor, std::uint32_t n) {
  while (places_of(actor).waiting() != n) std::this_thread::yield();
}

TEST(BoundedMailboxStress, LosesNothingOfManySenders) {
  for (const std::uint32_t capacity : {1u, 7u}) {
    for (const std::string_view type : {"Bounded", "BoundedControlAware"}) {
      const auto observer = std::make_shared<CountingObserver>();
      std::atomic<std::uint64_t> count{0};
      const int each = stressed(10'000);
      {
        ActorSystem system{"s", options(capacity, "infinite", observer, type)};
        const ActorRef target = system.spawn(props<Counter>(&count).with_mailbox("mb"), "target");
        // One sender that blocks a worker: the target needs the other.
        std::latch done{1};
        system.spawn<Sender>("sender", &done).tell(Begin{target, each});
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t) {
          threads.emplace_back([&] {
            for (int n = 0; n < each; ++n) target.tell(Number{n});
          });
        }
        for (std::thread& thread : threads) thread.join();
        done.wait();
        std::latch last{1};
        std::latch open{0};
        target.tell(Block{&last, &open});  // behind all others
        last.wait();
        system.terminate().get();
      }
      EXPECT_EQ(count.load(), 4 * static_cast<std::uint64_t>(each));
      EXPECT_EQ(observer->dead_letters.load(), 0u);
    }
  }
}

TEST(BoundedMailboxStress, AccountsForEverythingWhenItsActorStopsMeanwhile) {
  for (const std::uint32_t capacity : {1u, 7u}) {
    for (int round = 0; round < 50; ++round) {
      const auto observer = std::make_shared<CountingObserver>();
      std::atomic<std::uint64_t> count{0};
      const int each = stressed(200);
      {
        ActorSystem system{"s", options(capacity, round % 2 == 0 ? "infinite" : "1ms", observer)};
        const ActorRef target = system.spawn(props<Counter>(&count).with_mailbox("mb"), "target");
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t) {
          threads.emplace_back([&, t] {
            for (int n = 0; n < each; ++n) {
              if (t == 0 && n == each / 2) system.stop(target);
              target.tell(Number{n});
            }
          });
        }
        for (std::thread& thread : threads) thread.join();
        system.terminate().get();
      }
      EXPECT_EQ(count.load() + observer->dead_letters.load(), 3 * static_cast<std::uint64_t>(each));
    }
  }
}

TEST(BoundedMailboxThreads, LetsABlockedSenderGoWhenTheActorStops) {
  const auto observer = std::make_shared<CountingObserver>();
  std::atomic<std::uint64_t> count{0};
  ActorSystem system{"s", options(1, "infinite", observer)};
  const ActorRef target = system.spawn(props<Counter>(&count).with_mailbox("mb"), "target");
  std::latch begun{1};
  std::latch may_end{1};
  target.tell(Block{&begun, &may_end});
  begun.wait();
  target.tell(Number{1});
  std::thread sender{[&] { target.tell(Number{2}); }};
  await_waiting(target, 1);

  system.stop(target);
  may_end.count_down();
  sender.join();
  system.terminate().get();

  EXPECT_EQ(count.load(), 0u);
  EXPECT_EQ(observer->dead_letters.load(), 2u);
}

TEST(BoundedMailboxThreads, LetsABlockedSenderGoWhenTheSystemEnds) {
  const auto observer = std::make_shared<CountingObserver>();
  std::atomic<std::uint64_t> count{0};
  std::latch begun{1};
  std::latch may_end{1};
  std::latch sent{1};
  ActorSystem system{"s", options(1, "infinite", observer)};
  const ActorRef target = system.spawn(props<Counter>(&count).with_mailbox("mb"), "target");
  target.tell(Block{&begun, &may_end});
  begun.wait();
  target.tell(Number{1});
  system.spawn<Sender>("sender", &sent).tell(Begin{target, 2});  // on the other worker
  await_waiting(target, 1);

  const Future<Done> end = system.terminate();
  may_end.count_down();
  sent.wait();

  EXPECT_EQ(places_of(target).waiting(), 0u);
}

TEST(BoundedMailboxThreads, TakesASenderThatWaitedInItsTurn) {
  const auto observer = std::make_shared<CountingObserver>();
  std::atomic<std::uint64_t> count{0};
  ActorSystem system{"s", options(1, "infinite", observer)};
  const ActorRef target = system.spawn(props<Counter>(&count).with_mailbox("mb"), "target");
  std::latch begun{1};
  std::latch may_end{1};
  target.tell(Block{&begun, &may_end});
  begun.wait();
  target.tell(Number{1});
  std::vector<std::thread> senders;
  for (int t = 0; t < 3; ++t) senders.emplace_back([&] { target.tell(Number{2}); });
  await_waiting(target, 3);

  may_end.count_down();
  for (std::thread& sender : senders) sender.join();
  std::latch last{1};
  std::latch open{0};
  target.tell(Block{&last, &open});
  last.wait();

  EXPECT_EQ(count.load(), 4u);
  EXPECT_EQ(observer->dead_letters.load(), 0u);
}

}  // namespace
}  // namespace kebne
