#include "kebne/actor/dispatch/dispatchers.hpp"

#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/recording_sink.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;

TestKit::Options configured(std::string_view text) {
  return {.config = std::make_shared<const Config>(Config::text(text, "app.conf"))};
}

std::string error_of(const TestKit::Options& options, std::string_view id) {
  try {
    TestKit kit{options};
    (void)kit.system().dispatchers().lookup(id);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

/// Runs what it is given at once, and counts.
class Immediate final : public Executor {
 public:
  explicit Immediate(int* count) : count_{count} {}
  void schedule(Runnable& runnable) noexcept override {
    ++*count_;
    while (runnable.run(&runnable, detail::local())) {
    }
  }
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override { return false; }

 private:
  int* count_;
};

TEST(Dispatchers, EverySystemHasTwo) {
  TestKit kit;
  const Dispatchers all = kit.system().dispatchers();

  const MessageDispatcher plain = all.default_dispatcher();
  EXPECT_EQ(plain.id(), "akka.actor.default-dispatcher");
  EXPECT_EQ(plain.type(), "Dispatcher");
  EXPECT_EQ(plain.throughput(), 30u);
  EXPECT_EQ(plain.throughput_deadline(), 0ms);
  EXPECT_EQ(plain.inhabitants(), 0);
  EXPECT_EQ(all.lookup("akka.actor.internal-dispatcher").throughput(), 5u);
  EXPECT_TRUE(all.has_dispatcher("akka.actor.default-blocking-io-dispatcher"));
  EXPECT_FALSE(all.has_dispatcher("no.such"));
}

TEST(Dispatchers, AreMadeOnce) {
  int made = 0;
  TestKit::Options options = configured("d { executor = my-executor }, alias = d");
  options.executor_types = {{"my-executor", [&](const Config&) {
                               ++made;
                               return std::make_shared<StepExecutor>();
                             }}};
  TestKit kit{options};
  const Dispatchers all = kit.system().dispatchers();

  EXPECT_EQ(all.lookup("d").id(), "d");
  EXPECT_EQ(all.lookup("alias").id(), "d");
  EXPECT_EQ(made, 1);
}

TEST(Dispatchers, MayBeOfTheUsersOwn) {
  int scheduled = 0;
  std::string read;
  TestKit::Options options =
      configured(R"(d { type = "My.Dispatcher, My.Assembly", colour = red })");
  options.executor_types = {{"My.Dispatcher", [&](const Config& section) {
                               read = section.get_string("colour");
                               return std::make_shared<Immediate>(&scheduled);
                             }}};
  TestKit kit{options};

  bool has_run = false;
  kit.system().dispatchers().lookup("d").schedule([&] { has_run = true; });

  EXPECT_TRUE(has_run);
  EXPECT_EQ(scheduled, 1);
  EXPECT_EQ(read, "red");
}

TEST(Dispatchers, SayWhatCannotBeUsed) {
  EXPECT_EQ(error_of({}, "no.such"), "no.such: found nothing, wanted a dispatcher's section");
  EXPECT_EQ(error_of(configured("d { type = NoSuch }"), "d"),
            "app.conf:1:12: d.type: found \"NoSuch\", wanted Dispatcher, TaskDispatcher, "
            "ForkJoinDispatcher, PinnedDispatcher, SynchronizedDispatcher, "
            "Akka.TestKit.CallingThreadDispatcherConfigurator");
  EXPECT_EQ(error_of(configured("d { executor = nonsense }"), "d"),
            "app.conf:1:16: d.executor: found \"nonsense\", wanted default-executor, "
            "thread-pool-executor, fork-join-executor, task-executor, channel-executor, "
            "current-context-executor, Akka.TestKit.CallingThreadDispatcherConfigurator");
  EXPECT_EQ(error_of(configured("d { type = SynchronizedDispatcher }"), "d"),
            "app.conf:1:3: d: found no synchronization context, wanted one in "
            "SystemOptions::synchronization_context, which runs these actors");
}

TEST(Dispatchers, OfAFailedLookupNothingIsKept) {
  int made = 0;
  TestKit::Options options = configured("d { executor = shy }");
  options.executor_types = {{"shy", [&](const Config&) -> std::shared_ptr<Executor> {
                               if (++made == 1) throw std::runtime_error{"not yet"};
                               return std::make_shared<StepExecutor>();
                             }}};
  TestKit kit{options};
  EXPECT_THROW((void)kit.system().dispatchers().lookup("d"), std::runtime_error);
  EXPECT_EQ(kit.system().dispatchers().lookup("d").id(), "d");
}

TEST(MessageDispatcher, RunsTasksBehindWhatWaits) {
  TestKit kit;
  const MessageDispatcher d = kit.system().dispatchers().default_dispatcher();
  std::vector<int> order;
  std::array<char, 100> large{};
  auto unique = std::make_unique<int>(2);

  d.schedule([&] { order.push_back(1); });
  d.schedule([&order, owned = std::move(unique)] { order.push_back(*owned); });
  d.schedule([&order, large] { order.push_back(3 + large[0]); });
  EXPECT_TRUE(order.empty());
  kit.run_until_idle();

  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(MessageDispatcher, CountsAndLogsTasksThatThrow) {
  auto sink = std::make_shared<RecordingSink>();
  TestKit kit{{.logging = {.sinks = {sink}}}};
  const MessageDispatcher d = kit.system().dispatchers().default_dispatcher();

  d.schedule([] { throw std::runtime_error{"boom"}; });
  d.schedule([] {});
  kit.run_until_idle();

  EXPECT_EQ(d.failed_tasks(), 1u);
  EXPECT_EQ(sink->take_messages(),
            (std::vector<std::string>{"a task of dispatcher akka.actor.default-dispatcher threw "
                                      "std::runtime_error: boom"}));
}

TEST(MessageDispatcher, TakesNoTasksAfterTheEnd) {
  TestKit kit;
  const MessageDispatcher d = kit.system().dispatchers().default_dispatcher();
  kit.shut_down();

  bool has_run = false;
  try {
    d.schedule([&] { has_run = true; });
    FAIL() << "it took a task";
  } catch (const SystemTerminating& error) {
    EXPECT_STREQ(error.what(),
                 "system test has ended: its dispatcher akka.actor.default-dispatcher takes no "
                 "more tasks");
  }
  EXPECT_FALSE(has_run);
  EXPECT_EQ(d.id(), "akka.actor.default-dispatcher");  // the handle itself stays good
}

}  // namespace
}  // namespace kebne
