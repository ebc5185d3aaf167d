// Counting what a system does, hearing of its actors' lives, and watching each message pass.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using namespace std::chrono_literals;

struct Order {
  int amount;
};
struct Tick {};

class Kitchen final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Kitchen>& on) {
    on.handle<&Kitchen::order>().handle<&Kitchen::tick>();
  }

 private:
  void pre_start() override { timers().repeatedly("tick", 1s, Tick{}); }
  void order(const Order& o) {
    if (o.amount < 0) throw std::invalid_argument{"less than nothing"};
  }
  void tick(const Tick&) {}
};

// [telemetry-interceptor]
class Tracer final : public kebne::Interceptor {
 public:
  void before(const kebne::Invocation&) override {}  // where a span would begin
  void after(const kebne::Invocation& call, kebne::Outcome outcome) override {
    std::printf("%s: %s\n", call.type_name().c_str(),
                outcome == kebne::Outcome::Failed ? "failed" : "done");
  }
};
// [/telemetry-interceptor]

// [telemetry-events]
class Registrar final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Registrar>& on) { on.handle<&Registrar::restarted>(); }

 private:
  void restarted(const kebne::ActorRestarted& e) {
    std::printf("%s restarted: %s\n", std::string{e.subject.path().name()}.c_str(),
                kebne::describe_exception(e.reason).c_str());
  }
};
// [/telemetry-events]

}  // namespace

int main() {
  const auto clock = std::make_shared<kebne::VirtualClock>();
  const auto executor = std::make_shared<kebne::StepExecutor>();
  const auto observer = std::make_shared<kebne::RecordingObserver>();
  // [telemetry-options]
  kebne::SystemOptions options;
  options.telemetry = {
      .events = true, .counters = true, .interceptors = {std::make_shared<Tracer>()}};
  // [/telemetry-options]
  options.clock = clock;
  options.executor = executor;
  options.observer = observer;
  kebne::ActorSystem system{"demo", options};
  system.event_stream().subscribe<kebne::ActorRestarted>(system.spawn<Registrar>("registrar"));

  const kebne::ActorRef kitchen = system.spawn<Kitchen>("kitchen");
  kitchen.tell(Order{2});
  kitchen.tell(Order{-1});
  executor->run_until_idle();
  clock->advance(3s);
  executor->run_until_idle();

  // [telemetry-snapshot]
  const kebne::metrics::Snapshot now = kebne::metrics::snapshot(system);
  std::printf("scheduled messages %u, restarts %u, actors %u\n",
              static_cast<unsigned>(now.scheduled_received), static_cast<unsigned>(now.restarts),
              static_cast<unsigned>(now.actors_live()));
  // [/telemetry-snapshot]
}
