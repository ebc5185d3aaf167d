// Dispatchers and mailboxes where they meet the edges of a system: its own dispatchers, its end,
// executors that run in their caller.
#include "kebne/actor.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/calling_thread_executor.hpp"
#include "kebne/testkit/recording_sink.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

struct Deed {
  std::function<void(Actor&)> what;
};

/// Does as it is told, writes numbers down, and has a last word.
class Clerk final : public Actor {
 public:
  using Last = std::function<void()>;
  static void behavior(On<Clerk>& on) { on.handle<&Clerk::deed>().handle<&Clerk::number>(); }
  explicit Clerk(std::vector<int>* seen, Last last = {}) : seen_{seen}, last_{std::move(last)} {}
  void post_stop() override {
    if (last_) last_();
  }

 private:
  void deed(const Deed& m) { m.what(*this); }
  void number(const int& n) { seen_->push_back(n); }
  std::vector<int>* seen_;
  Last last_;
};

std::shared_ptr<const Config> config(std::string_view text) {
  return std::make_shared<const Config>(Config::text(text, "app.conf"));
}

TEST(DispatcherEdges, TheTwoOfTheSystemMayBeOne) {
  TestKit kit{{.config = config("akka.actor.internal-dispatcher = akka.actor.default-dispatcher")}};
  std::vector<int> seen;
  kit.spawn<Clerk>("a", &seen).tell(1);
  kit.run_until_idle();

  EXPECT_EQ(seen, (std::vector<int>{1}));
  EXPECT_EQ(kit.system().dispatchers().lookup("akka.actor.internal-dispatcher").id(),
            "akka.actor.default-dispatcher");
}

TEST(DispatcherEdges, AnExecutorMayBeMadeOfAnothersDispatcher) {
  const ActorSystem* system = nullptr;
  TestKit kit{{.config = config("outer { executor = wraps }, inner { throughput = 7 }"),
               .executor_types = {{"wraps", [&](const Config&) {
                                     (void)system->dispatchers().lookup("inner");
                                     return std::make_shared<StepExecutor>();
                                   }}}}};
  system = &kit.system();
  EXPECT_EQ(kit.system().dispatchers().lookup("outer").id(), "outer");
}

TEST(DispatcherEdges, AnExecutorThatIsNoneIsRefused) {
  TestKit kit{{.config = config("d { executor = none }"),
               .executor_types = {
                   {"none", [](const Config&) -> std::shared_ptr<Executor> { return nullptr; }}}}};
  EXPECT_THROW((void)kit.system().dispatchers().lookup("d"), ConfigError);
}

TEST(DispatcherEdges, TheInternalOneCountsNobody) {
  ActorSystem system{"s", SystemOptions::from(Config::text(
                              "akka.actor.internal-dispatcher.executor = fork-join-executor"))};
  const MessageDispatcher internal = system.dispatchers().lookup("akka.actor.internal-dispatcher");
  system.terminate().get();
  EXPECT_EQ(internal.inhabitants(), 0);
}

TEST(DispatcherEdges, AUsersLoopAndAStepExecutorComeToTheirEndTogether) {
  std::vector<int> seen;
  SystemOptions options = SystemOptions::from(Config::text("ui { type = SynchronizedDispatcher }"));
  options.executor = std::make_shared<StepExecutor>();
  options.synchronization_context = std::make_shared<SynchronizationContext>();
  {
    ActorSystem system{"s", options};
    system.spawn(props<Clerk>(&seen).with_dispatcher("ui"), "a").tell(1);
    EXPECT_TRUE(seen.empty());
    options.synchronization_context->run_until_idle();
    EXPECT_EQ(seen, (std::vector<int>{1}));
  }
}

TEST(DispatcherEdges, AnActorThatEndsInItsCallersThreadMayTryToSpawn) {
  TestKit kit{
      {.config = config("c { type = \"Akka.TestKit.CallingThreadDispatcherConfigurator\" }")}};
  std::vector<int> seen;
  bool was_refused = false;
  ActorSystem* const system = &kit.system();
  const Clerk::Last last = [&] {
    try {
      system->spawn<Clerk>("late", &seen);
    } catch (const SystemTerminating&) {
      was_refused = true;
    }
  };
  kit.system().spawn(props<Clerk>(&seen, last).with_dispatcher("c"), "a");
  kit.shut_down();
  EXPECT_TRUE(was_refused);
}

TEST(DispatcherEdges, ALoggerMayRunInItsCallersThread) {
  const auto sink = std::make_shared<RecordingSink>();
  ActorSystem system{
      "s", {.executor = std::make_shared<CallingThreadExecutor>(), .logging = {.sinks = {sink}}}};
  system.log("me").info("one");
  system.log("me").info("two");
  EXPECT_EQ(sink->take_messages(), (std::vector<std::string>{"one", "two"}));
}

TEST(DispatcherEdges, ManySendersToAFullMailboxDoNotEndTheStack) {
  constexpr int senders = 20'000;
  TestKit kit{{.config = config(
                   "mb { mailbox-type = Akka.Dispatch.BoundedMailbox, mailbox-capacity = 1 }")}};
  std::vector<int> seen;
  const ActorRef target = kit.system().spawn(props<Clerk>(&seen).with_mailbox("mb"), "target");
  std::vector<ActorRef> all;
  for (int i = 0; i < senders; ++i) all.push_back(kit.spawn<Clerk>("", &seen));
  kit.run_until_idle();

  for (const ActorRef& sender : all) {
    sender.tell(Deed{[&](Actor&) {
      target.tell(1);
      target.tell(2);
    }});
  }
  kit.run_until_idle();

  EXPECT_EQ(seen.size() + kit.observer().dead_letters().size(), 2u * senders);
}

TEST(DispatcherEdges, CoalescedSendsToOneselfAreOrderedLikeOthers) {
  for (const char* coalesces : {"off", "on"}) {
    std::vector<int> seen;
    TestKit kit{
        {.config = config(std::string{"c { coalesce-sends = "} + coalesces +
                          " }, mb { mailbox-type = largest-first }"),
         .mailbox_types = {unbounded_priority_mailbox("largest-first", [](const Envelope& e) {
           const int* n = e.get_if<int>();
           return n != nullptr ? -*n : -100;
         })}}};
    const ActorRef a =
        kit.system().spawn(props<Clerk>(&seen).with_dispatcher("c").with_mailbox("mb"), "a");
    a.tell(1);
    a.tell(Deed{[](Actor& self) { self.self().tell(9); }});
    a.tell(2);
    kit.run_until_idle();
    EXPECT_EQ(seen, (std::vector<int>{9, 2, 1})) << coalesces;
  }
}

}  // namespace
}  // namespace kebne
