// campaign_systems [SYSTEMS]: systems with dispatchers of their own, of each kind, are made, used
// and terminated one after the other. Fails when one leaves a thread behind, or when resident
// memory grows by more than 4 MiB after the first tenth.
#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"
#include "tests/campaigns/thread_usage.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <string>
#include <string_view>
#include <thread>

namespace {

constexpr std::string_view settings = R"(
  akka { loglevel = OFF, stdout-loglevel = OFF }
  bench {
    fork-join { executor = fork-join-executor, dedicated-thread-pool.thread-count = 3 }
    pinned { type = PinnedDispatcher }
    task { executor = task-executor }
    channel { executor = channel-executor }
  }
)";

struct Idle final : kebne::Actor {};

std::int64_t resident_kib() {
  std::ifstream statm{"/proc/self/statm"};
  std::int64_t total = 0;
  std::int64_t resident = 0;
  statm >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

/// Other threads than the calling one, once there are no more than `wanted`, or after a second: the
/// system lists a thread for a moment after it has been joined.
std::size_t threads_left(std::size_t wanted) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{1};
  std::size_t now = kebne::campaign::other_threads().size();
  while (now > wanted && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
    now = kebne::campaign::other_threads().size();
  }
  return now;
}

void make_and_use(const kebne::Config& config) {
  kebne::ActorSystem system{"one", config};
  for (const char* id : {"bench.fork-join", "bench.pinned", "bench.task", "bench.channel"}) {
    system.ask<kebne::Identify>(system.spawn(kebne::props<Idle>().with_dispatcher(id))).get();
    std::latch done{10};
    const auto dispatcher = system.dispatchers().lookup(id);
    for (int i = 0; i < 10; ++i) dispatcher.schedule([&done] { done.count_down(); });
    done.wait();
  }
  system.terminate().get();
}

}  // namespace

int main(int argc, char** argv) {
  const int systems = argc > 1 ? std::atoi(argv[1]) : 1'000;
  if (systems < 10) {
    fmt::print(stderr, "usage: campaign_systems [SYSTEMS], 10 or more\n");
    return 2;
  }
  constexpr std::int64_t allowed_kib = 4 * 1024;
  const auto config = kebne::Config::text(settings);
  make_and_use(config);  // what the process keeps for good is there from now on
  const std::size_t threads = threads_left(0);
  std::size_t most_threads = threads;
  std::int64_t early_kib = 0;
  for (int i = 1; i <= systems; ++i) {
    make_and_use(config);
    most_threads = std::max(most_threads, threads_left(threads));
    if (i == systems / 10) early_kib = resident_kib();
  }
  const std::int64_t late_kib = resident_kib();
  fmt::print(
      "{} systems: {} other threads after the first, at most {} after one; {} KiB resident "
      "after {}, {} KiB at the end\n",
      systems, threads, most_threads, early_kib, systems / 10, late_kib);
  if (most_threads <= threads && late_kib - early_kib <= allowed_kib) return 0;
  fmt::print(stderr, "campaign_systems: threads stay, or memory grows\n");
  return 1;
}
