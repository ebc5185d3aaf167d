#include "kebne/actor/event/telemetry.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

using Lines = std::vector<std::string>;

class Mortal final : public Actor {
 public:
  static void behavior(On<Mortal>& on) { on.handle<&Mortal::fail>(); }

 private:
  void fail(const std::string& why) { throw std::runtime_error{why}; }
};

class Stillborn final : public Actor {
  void pre_start() override { throw std::runtime_error{"no"}; }
};

class Registrar final : public Actor {
 public:
  static void behavior(On<Registrar>& on) {
    on.handle<&Registrar::started>().handle<&Registrar::restarted>().handle<&Registrar::stopped>();
  }
  explicit Registrar(Lines* lines) : lines_{lines} {}

 private:
  void started(const ActorStarted& e) { note("started", e.subject, e.actor_type); }
  void restarted(const ActorRestarted& e) {
    note("restarted after " + describe_exception(e.reason), e.subject, e.actor_type);
  }
  void stopped(const ActorStopped& e) { note("stopped", e.subject, e.actor_type); }
  void note(const std::string& what, const ActorRef& who, const std::string& type) {
    if (who == self()) return;
    lines_->push_back(std::string{who.path().name()} + " " + what + " " + type);
  }
  Lines* lines_;
};

struct TelemetryTest : testing::Test {
  Lines lines;
  std::shared_ptr<StepExecutor> executor = std::make_shared<StepExecutor>();

  void live(SystemOptions options) {
    options.executor = executor;
    options.observer = std::make_shared<RecordingObserver>();
    options.logging.loggers = {};
    ActorSystem system{"s", options};
    system.event_stream().subscribe<ActorTelemetryEvent>(
        system.spawn<Registrar>("registrar", &lines));
    executor->run_until_idle();
    lines.clear();  // internal actors have started as well
    const ActorRef mortal = system.spawn<Mortal>("mortal");
    system.spawn<Stillborn>("stillborn");
    executor->run_until_idle();
    mortal.tell(std::string{"boom"});
    executor->run_until_idle();
    system.stop(mortal);
    executor->run_until_idle();
  }
};

TEST_F(TelemetryTest, TellsOfTheLivesOfActors) {
  live({.telemetry = {.events = true}});
  const std::string type = "kebne::(anonymous namespace)::Mortal";
  EXPECT_EQ(lines, (Lines{"mortal started " + type,
                          "mortal restarted after std::runtime_error: boom " + type,
                          "mortal stopped " + type}));
}

TEST_F(TelemetryTest, IsOffByDefault) {
  live({});
  EXPECT_TRUE(lines.empty());
}

TEST_F(TelemetryTest, IsConfigured) {
  EXPECT_TRUE(
      SystemOptions::from(Config::text("akka.actor.telemetry.enabled = on")).telemetry.events);
  EXPECT_FALSE(SystemOptions::from(Config{}).telemetry.events);
}

}  // namespace
}  // namespace kebne
