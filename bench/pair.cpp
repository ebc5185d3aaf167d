// One pair, one message in flight: what handing over costs.
//
// Left sends a countdown value N to right; each side answers with the value less one; when left
// sees a value of 0 or less it answers the asker. N + 2 hops for an even N, never more than one
// message alive. The clock runs around the ask; each repetition has a new system, ten unreported
// ones come first. "shipped-divisor" divides by 2N, as a well-known form of this benchmark does.
#include "bench/pair_actors.hpp"
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

namespace kebne::bench {
namespace {

struct Run {
  double ns;
  std::int64_t hops;
};

Run once(const Options& options) {
  ActorSystem system{"pair", {.workers = options.workers, .logging = quiet}};
  const ActorRef right = system.spawn<Right>("");
  const ActorRef left = system.spawn<Left>("", right);
  const Stopwatch clock;
  const Over over = system.ask<Begin>(left, options.ops).get();
  return {clock.seconds() * 1e9, over.hops};
}

}  // namespace

void pair(const Options& options, const Report& report) {
  Progress progress;
  constexpr std::int64_t warm_ups = 10;
  for (std::int64_t i = 0; i < warm_ups + options.reps; ++i) {
    progress.show(fmt::format("pair: run {}/{}", i + 1, warm_ups + options.reps));
    const Run run = once(options);
    progress.clear();
    if (i < warm_ups) continue;
    const auto parameter = fmt::format("messages={}", run.hops);
    report.line("single-pair", "receive", parameter, run.ns / static_cast<double>(run.hops),
                "ns/msg");
    report.line("single-pair", "shipped-divisor", parameter,
                run.ns / (2.0 * static_cast<double>(options.ops)), "ns/op");
  }
}

}  // namespace kebne::bench
