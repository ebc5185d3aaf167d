#include "kebne/actor/interceptor.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

/// Writes down what passes.
class Tracer final : public Interceptor {
 public:
  Tracer(std::string name, Lines* lines, bool scheduled = false)
      : name_{std::move(name)}, lines_{lines}, scheduled_{scheduled} {}

  void before(const Invocation& i) override {
    lines_->push_back(name_ + "<" + std::string{i.actor().path().name()} + " " + i.type_name() +
                      (i.scheduled() ? " scheduled" : "") + (i.sender() ? " from" : ""));
    EXPECT_NE(i.message(), nullptr);
  }
  void after(const Invocation& i, Outcome outcome) override {
    const char* words[] = {"handled", "unhandled", "failed"};
    lines_->push_back(name_ + ">" + words[static_cast<int>(outcome)]);
    (void)i.type_name();
  }
  [[nodiscard]] bool includes_scheduled() const override { return scheduled_; }

 private:
  std::string name_;
  Lines* lines_;
  bool scheduled_;
};

/// Counts what passes.
class Tally final : public Interceptor {
 public:
  explicit Tally(bool scheduled) : scheduled_{scheduled} {}
  void before(const Invocation&) override { ++count; }
  void after(const Invocation&, Outcome) override {}
  [[nodiscard]] bool includes_scheduled() const override { return scheduled_; }
  int count = 0;

 private:
  bool scheduled_;
};

class Angry final : public Interceptor {
 public:
  void before(const Invocation&) override { throw std::runtime_error{"before"}; }
  void after(const Invocation&, Outcome) override { throw std::runtime_error{"after"}; }
};

struct Sole {
  std::unique_ptr<int> value;
};

class Sink final : public Actor {
 public:
  static void behavior(On<Sink>& on) {
    on.handle<&Sink::number>().handle<&Sink::act>().handle<&Sink::sole>().handle<&Sink::gone>();
  }
  using Actor::spawn;
  using Actor::timers;
  using Actor::watch;
  void watch_for(const ActorRef& who, int message) { watch_with(who, message); }

 private:
  void number(const int& n) {
    if (n < 0) throw std::runtime_error{"negative"};
  }
  void act(const std::function<void(Sink&)>& f) { f(*this); }
  void sole(const Sole&) { forward(ActorRef::nobody()); }
  void gone(const Terminated&) {}
};

struct World {
  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>();
  std::shared_ptr<StepExecutor> executor = std::make_shared<StepExecutor>();
  std::shared_ptr<RecordingObserver> observer = std::make_shared<RecordingObserver>();
  ActorSystem system;

  explicit World(std::vector<std::shared_ptr<Interceptor>> interceptors)
      : system{"s",
               {.observer = observer,
                .clock = clock,
                .executor = executor,
                .telemetry = {.interceptors = std::move(interceptors)}}} {}
  void run() { executor->run_until_idle(); }
};

TEST(InterceptorTest, StandsAroundEachHandling) {
  Lines lines;
  World world{{std::make_shared<Tracer>("a", &lines), std::make_shared<Tracer>("b", &lines)}};
  const ActorRef sink = world.system.spawn<Sink>("sink");
  sink.tell(1);
  sink.tell('x', sink);
  sink.tell(-1);
  world.run();
  EXPECT_EQ(lines, (Lines{"a<sink int", "b<sink int", "b>handled", "a>handled",  //
                          "a<sink char from", "b<sink char from", "b>unhandled", "a>unhandled",
                          "a<sink int", "b<sink int", "b>failed", "a>failed"}));
}

TEST(InterceptorTest, SeesScheduledMessagesOnlyOnRequest) {
  Lines lines;
  World world{
      {std::make_shared<Tracer>("all", &lines, true), std::make_shared<Tracer>("user", &lines)}};
  const ActorRef sink = world.system.spawn<Sink>("sink");
  world.system.scheduler().schedule_tell_once(1ms, sink, 1);
  sink.tell(2);
  world.run();
  world.clock->advance(1ms);
  world.run();
  EXPECT_EQ(lines, (Lines{"all<sink int", "user<sink int", "user>handled", "all>handled",
                          "all<sink int scheduled", "all>handled"}));
}

TEST(InterceptorTest, SeesNeitherWhatTheLibraryAnswersNorInternalActors) {
  const auto tally = std::make_shared<Tally>(true);
  World world{{tally}};  // whose logger gets mail of its own
  const ActorRef sink = world.system.spawn<Sink>("sink");
  EXPECT_TRUE(world.system.ask<Identify>(sink, 1).get().actor);
  sink.tell(PoisonPill{});
  world.system.log("me").error("a record");
  world.run();
  EXPECT_EQ(tally->count, 0);
}

TEST(InterceptorTest, SeesNoticesOfTheEndOfOthers) {
  Lines lines;
  World world{{std::make_shared<Tracer>("a", &lines)}};
  const ActorRef first = world.system.spawn<Sink>("first");
  const ActorRef second = world.system.spawn<Sink>("second");
  world.system.spawn<Sink>("sink").tell(std::function<void(Sink&)>{[=](Sink& s) {
    s.watch(first);
    s.watch_for(second, -7);
  }});
  world.run();
  lines.clear();
  world.system.stop(first);
  world.run();
  world.system.stop(second);
  world.run();
  EXPECT_EQ(lines, (Lines{"a<sink kebne::Terminated from", "a>handled",  //
                          "a<sink int from", "a>failed"}));
}

TEST(InterceptorTest, SeesChildren) {
  const auto tally = std::make_shared<Tally>(false);
  World world{{tally}};
  world.system.spawn<Sink>("sink").tell(
      std::function<void(Sink&)>{[](Sink& s) { s.spawn<Sink>("child").tell(1); }});
  world.run();
  EXPECT_EQ(tally->count, 2);
}

TEST(InterceptorTest, OutlivesAMessageThatLeaves) {
  Lines lines;
  World world{{std::make_shared<Tracer>("a", &lines)}};
  world.system.spawn<Sink>("sink").tell(Sole{std::make_unique<int>(1)});
  world.run();
  EXPECT_EQ(lines.back(), "a>handled");
}

TEST(InterceptorTest, MayThrowWithoutHarm) {
  Lines lines;
  World world{{std::make_shared<Angry>(), std::make_shared<Tracer>("t", &lines)}};
  const ActorRef sink = world.system.spawn<Sink>("sink");
  sink.tell(1);
  sink.tell(-1);
  world.run();
  EXPECT_EQ(lines, (Lines{"t<sink int", "t>handled", "t<sink int", "t>failed"}));
  const auto failures = world.observer->failures();
  ASSERT_EQ(failures.size(), 5u);  // four of the interceptor's, one of the actor's
  EXPECT_EQ(failures[0].point, FailurePoint::Callback);
  EXPECT_EQ(failures[0].actor, "akka://s/user/sink");
}

TEST(InterceptorTest, MustExist) {
  EXPECT_THROW((ActorSystem{"s", {.telemetry = {.interceptors = {nullptr}}}}), ConfigError);
}

TEST(InterceptorTest, TellsAThousandTimersFromTheUsersMessages) {
  constexpr int timers = 1000;
  constexpr int told = 12'345;
  const auto user = std::make_shared<Tally>(false);
  const auto all = std::make_shared<Tally>(true);
  World world{{user, all}};
  const ActorRef sink = world.system.spawn<Sink>("sink");
  for (int i = 0; i < timers / 2; ++i) {
    world.system.scheduler().schedule_tell_repeatedly(1ms, 10ms, sink, i);
  }
  sink.tell(std::function<void(Sink&)>{[](Sink& s) {
    for (int i = 0; i < timers / 2; ++i) s.timers().repeatedly(std::to_string(i), 10ms, i);
  }});
  for (int i = 1; i < told; ++i) {
    sink.tell(i);
    if (i % 1000 == 0) {
      world.run();
      world.clock->advance(10ms);
    }
  }
  world.run();
  world.clock->advance(80ms);
  world.run();
  // Those of the scheduler fired at 1, 11, ..., 191 ms; the actor's at 10, 20, ..., 200 ms.
  EXPECT_EQ(world.clock->now(), 200ms);
  EXPECT_EQ(user->count, told);
  EXPECT_EQ(all->count, told + 20 * timers);
}

}  // namespace
}  // namespace kebne
