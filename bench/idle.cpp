// Memory of actors that do nothing; once a process, since memory claimed earlier would hide growth.
//
// N actors without state are started under the user guardian, after 1,000 others.
// actorof-returns, last-one-up: rates, the latter until the last one is constructed. alloc: bytes
// asked of operator new. rss-before-gc, rss-after-gc: growth of resident memory, one figure under
// both names, since there is no collector. All per actor.
#include "bench/pool_bytes.hpp"
#include "bench/process.hpp"
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <latch>
#include <vector>

namespace kebne::bench {
namespace {

class Idle final : public Actor {
 public:
  Idle() = default;
  explicit Idle(std::latch* up) { up->count_down(); }

 private:
  bool receive(Envelope&) override { return true; }
};

}  // namespace

void idle(const Options& options, const Report& report) {
  Progress progress;
  progress.show("idle");
  ActorSystem system{"idle", {.workers = options.workers, .logging = quiet}};
  for (int i = 0; i < 1000; ++i) system.ask<Identify>(system.spawn<Idle>("")).get();

  std::vector<ActorRef> keep(static_cast<std::size_t>(options.count));
  std::latch up{options.count};
  const Props settings = props<Idle>(&up);
  const AllocationCounter allocations;
  const std::int64_t before = resident_bytes();
  const std::int64_t allocated = allocations.so_far().bytes + pool_bytes();
  const Stopwatch clock;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    keep[i] = options.named ? system.spawn(settings, fmt::format("idle-actor-{}", i))
                            : system.spawn(settings);
  }
  const double returned = clock.seconds();
  up.wait();
  const double started = clock.seconds();
  const std::int64_t bytes = allocations.so_far().bytes + pool_bytes() - allocated;
  system.ask<Identify>(keep.back()).get();
  const std::int64_t growth = resident_bytes() - before;
  progress.clear();

  const auto count = static_cast<double>(options.count);
  const auto parameter = fmt::format("actors={}", options.count);
  const char* name = options.named ? "idle-named" : "idle";
  report.line(name, "actorof-returns", parameter, count / returned, "actors/s");
  report.line(name, "last-one-up", parameter, count / started, "actors/s");
  report.line(name, "alloc", parameter, static_cast<double>(bytes) / count, "bytes/actor");
  report.line(name, "rss-before-gc", parameter, static_cast<double>(growth) / count, "bytes/actor");
  report.line(name, "rss-after-gc", parameter, static_cast<double>(growth) / count, "bytes/actor");
}

}  // namespace kebne::bench
