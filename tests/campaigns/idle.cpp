// campaign_idle [ACTORS] [SECONDS]: CPU ticks and voluntary context switches of every thread but
// the measuring one, while a system with so many actors has nothing to do. Fails when there are
// any.
#include "kebne/actor.hpp"
#include "tests/campaigns/thread_usage.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

using kebne::campaign::other_threads;

namespace {

struct Idle final : kebne::Actor {};

}  // namespace

int main(int argc, char** argv) {
  const int actors = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 10;
  if (actors < 1 || seconds < 1) {
    fmt::print(stderr, "usage: campaign_idle [ACTORS] [SECONDS], both 1 or more\n");
    return 2;
  }
  kebne::ActorSystem system{"idle"};
  kebne::ActorRef last;
  for (int i = 0; i < actors; ++i) last = system.spawn<Idle>("a" + std::to_string(i));
  system.ask<kebne::Identify>(last).get();
  std::this_thread::sleep_for(std::chrono::seconds{1});  // until all have fallen asleep

  const auto before = other_threads();
  std::this_thread::sleep_for(std::chrono::seconds{seconds});
  const auto after = other_threads();

  bool is_idle = before.size() == after.size();
  fmt::print("{} actors, {} s, {} threads besides this one\n", actors, seconds, after.size());
  for (const auto& [id, now] : after) {
    const auto then = before.find(id);
    if (then == before.end()) continue;
    const std::uint64_t ticks = now.ticks - then->second.ticks;
    const std::uint64_t switches = now.voluntary - then->second.voluntary;
    fmt::print("{:<16} {} ticks, {} voluntary switches\n", now.name, ticks, switches);
    is_idle = is_idle && ticks == 0 && switches == 0;
  }
  if (is_idle) return 0;
  fmt::print(stderr, "campaign_idle: a thread was awake, or came or went; wanted none\n");
  return 1;
}
