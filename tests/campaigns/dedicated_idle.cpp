// campaign_dedicated_idle [SECONDS]: CPU ticks and voluntary context switches of every thread but
// the measuring one, while the eight threads of a fork-join executor, where an actor lives, have
// nothing to do. Fails when there are any, or fewer threads.
#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"
#include "tests/campaigns/thread_usage.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

using kebne::campaign::other_threads;

namespace {

constexpr std::string_view settings = R"(
  eight { executor = fork-join-executor, dedicated-thread-pool.thread-count = 8 }
)";

struct Idle final : kebne::Actor {};

}  // namespace

int main(int argc, char** argv) {
  const int seconds = argc > 1 ? std::atoi(argv[1]) : 60;
  if (seconds < 1) {
    fmt::print(stderr, "usage: campaign_dedicated_idle [SECONDS], 1 or more\n");
    return 2;
  }
  kebne::ActorSystem system{"idle", kebne::Config::text(settings)};
  const auto inhabitant = system.spawn(kebne::props<Idle>().with_dispatcher("eight"));
  system.ask<kebne::Identify>(inhabitant).get();
  // Until all have fallen asleep; longer than the shutdown-timeout that must not end them.
  std::this_thread::sleep_for(std::chrono::seconds{3});

  const auto before = other_threads();
  std::this_thread::sleep_for(std::chrono::seconds{seconds});
  const auto after = other_threads();

  const auto own = std::count_if(after.begin(), after.end(),
                                 [](const auto& entry) { return entry.second.name == "eight"; });
  std::uint64_t ticks = 0;
  std::uint64_t switches = 0;
  for (const auto& [id, now] : after) {
    const auto then = before.find(id);
    if (then == before.end()) continue;
    ticks += now.ticks - then->second.ticks;
    switches += now.voluntary - then->second.voluntary;
  }
  fmt::print("{} dedicated threads of {}, {} s: {} ticks, {} voluntary switches\n", own,
             after.size(), seconds, ticks, switches);
  if (own == 8 && before.size() == after.size() && ticks == 0 && switches == 0) return 0;
  fmt::print(stderr, "campaign_dedicated_idle: wanted 8 threads that are never awake\n");
  return 1;
}
