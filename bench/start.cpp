// One system from nothing to ready and terminated; time the process from outside for the rest.
//
// Systems start their pool with the first actor, so "start-first-answer" shows a second system
// until an actor of it has answered.
#include "bench/process.hpp"
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

namespace kebne::bench {
namespace {

class Silent final : public Actor {
  bool receive(Envelope&) override { return true; }
};

}  // namespace

void start(const Options& options, const Report& report) {
  const SystemOptions settings{.workers = options.workers, .logging = quiet};
  {
    const Stopwatch create;
    ActorSystem system{"start", settings};
    const double ready = create.ms();
    const Stopwatch terminate;
    system.terminate().get();
    const double down = terminate.ms();
    const auto peak = static_cast<double>(peak_resident_bytes());
    report.line("start", "local", "create", ready, "ms");
    report.line("start", "local", "terminate", down, "ms");
    report.line("start", "local", "peak-rss", peak / (1024 * 1024), "MiB");
  }

  const Stopwatch create;
  ActorSystem system{"start", settings};
  system.ask<Identify>(system.spawn<Silent>("")).get();
  report.line("start-first-answer", "local", "create", create.ms(), "ms");
  const Stopwatch terminate;
  system.terminate().get();
  report.line("start-first-answer", "local", "terminate", terminate.ms(), "ms");
}

}  // namespace kebne::bench
