// The same edges where threads meet there.
#include "kebne/actor.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"
#include "kebne/config/config.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace kebne {
namespace {

struct Deed {
  std::function<void(Actor&)> what;
};

class Clerk final : public Actor {
 public:
  static void behavior(On<Clerk>& on) { on.handle<&Clerk::deed>().handle<&Clerk::number>(); }

 private:
  void deed(const Deed& m) { m.what(*this); }
  void number(const int&) {}
};

SystemOptions options(std::string_view text) {
  SystemOptions made = SystemOptions::from(Config::text(text));
  made.logging = {.loggers = {}, .dead_letters = 0};
  return made;
}

TEST(DispatcherEdgesThreads, WhatIsLeftToRunAtTheEndMayLookUpADispatcher) {
  for (int round = 0; round < test::stressed(100); ++round) {
    ActorSystem system{"s", options("d { executor = fork-join-executor }, e { throughput = 7 }")};
    const ActorSystem* s = &system;
    (void)system.dispatchers().lookup("d");
    (void)system.when_terminated().then(
        [s](Result<Done>) { EXPECT_EQ(s->dispatchers().lookup("e").throughput(), 7u); });
  }
}

TEST(DispatcherEdgesThreads, AChildThatWaitsForAPlaceDoesNotKeepItsParentFromStopping) {
  ActorSystem system{"s", options(R"(
      p { type = PinnedDispatcher }
      mb { mailbox-type = Akka.Dispatch.BoundedMailbox, mailbox-capacity = 1
           mailbox-push-timeout-time = infinite })")};
  const ActorRef parent =
      system.spawn(props<Clerk>().with_mailbox("mb").with_dispatcher("p"), "parent");
  std::latch full{1};
  parent.tell(Deed{[&](Actor& self) {
    const ActorRef me = self.self();
    self.spawn(props<Clerk>().with_dispatcher("p"), "child").tell(Deed{[&full, me](Actor&) {
      me.tell(1);
      full.count_down();
      me.tell(2);  // there is no place, and never will be
    }});
    full.wait();
    self.stop();
  }});
  system.terminate().get();
}

TEST(DispatcherEdgesThreads, SendersToAPinnedActorThatEndsTouchNothingOfIt) {
  ActorSystem system{"s", options(R"(
      p { type = PinnedDispatcher }
      mb { mailbox-type = Akka.Dispatch.BoundedMailbox, mailbox-capacity = 1
           mailbox-push-timeout-time = 1ms })")};
  for (int round = 0; round < test::stressed(200); ++round) {
    const ActorRef target =
        system.spawn(props<Clerk>().with_dispatcher("p").with_mailbox("mb"), "");
    std::vector<std::thread> senders;
    for (int i = 0; i < 3; ++i) {
      senders.emplace_back([&target] {
        for (int n = 0; n < 20; ++n) target.tell(n);
      });
    }
    system.stop(target);
    for (std::thread& sender : senders) sender.join();
  }
  EXPECT_EQ(system.dispatchers().lookup("p").failed_tasks(), 0u);
}

TEST(DispatcherEdgesThreads, ActorsOfALoopEndOnTheThreadThatPumpsIt) {
  struct Noted final : Actor {
    std::thread::id* where;
    explicit Noted(std::thread::id* at) : where{at} {}
    void post_stop() override { *where = std::this_thread::get_id(); }
  };
  const auto loop = std::make_shared<SynchronizationContext>();
  SystemOptions made = options("ui { type = SynchronizedDispatcher }");
  made.synchronization_context = loop;
  std::atomic<bool> is_over{false};
  std::latch pumps{1};
  std::thread ui{[&] {
    loop->run_until_idle();
    pumps.count_down();
    while (!is_over) {
      loop->run_until_idle();
      std::this_thread::yield();
    }
  }};
  pumps.wait();
  const std::thread::id ui_thread = ui.get_id();
  std::thread::id ended_on;
  { ActorSystem{"s", made}.spawn(props<Noted>(&ended_on).with_dispatcher("ui"), "a"); }
  is_over = true;
  ui.join();
  EXPECT_EQ(ended_on, ui_thread);
}

}  // namespace
}  // namespace kebne
