#include "bench/rally.hpp"

#include "bench/pool_bytes.hpp"
#include "bench/quiet.hpp"
#include "bench/rally_actors.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <latch>
#include <stdexcept>
#include <utility>
#include <vector>

namespace kebne::bench {
Cell play(const Rally& rally) {
  Cell cell;
  cell.messages = 2 * rally.total;
  std::latch done{rally.pairs};
  const Stopwatch life;
  ActorSystem system{"rally",
                     {.throughput = rally.throughput, .workers = rally.workers, .logging = quiet}};
  std::vector<ActorRef> strikers;
  for (std::int64_t i = 0; i < rally.pairs; ++i) {
    const ActorRef wall = system.spawn<Wall>(fmt::format("wall-{}", i));
    const Score score{wall, rally.total / rally.pairs, rally.window, &done};
    strikers.push_back(system.spawn(striker(rally.kind, score), fmt::format("striker-{}", i)));
    system.ask<Identify>(wall).get();
    system.ask<Identify>(strikers.back()).get();
  }
  cell.start_ms = life.ms();

  const AllocationCounter allocations;
  const SwitchesByThread switches = read_switches();
  const double cpu = cpu_seconds();
  const std::int64_t allocated = allocations.so_far().bytes + pool_bytes();
  const Stopwatch clock;
  for (const auto& s : strikers) s.tell(Go{});
  done.wait();
  cell.seconds = clock.seconds();
  cell.allocated_bytes = allocations.so_far().bytes + pool_bytes() - allocated;
  cell.cpu_seconds = cpu_seconds() - cpu;
  const Switches since = switches_since(switches);
  cell.context_switches = since.voluntary + since.involuntary;
  cell.threads = thread_count();

  system.terminate().get();
  cell.total_ms = life.ms();
  return cell;
}

}  // namespace kebne::bench
