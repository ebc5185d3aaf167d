// campaign_idle [ACTORS] [SECONDS]: CPU ticks and voluntary context switches of every thread but
// the measuring one, while a system with so many actors has nothing to do. Fails when there are
// any.
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

namespace {

struct Idle final : kebne::Actor {};

struct Usage {
  std::string name;
  std::uint64_t ticks = 0;
  std::uint64_t voluntary = 0;
};

Usage usage_of(const std::filesystem::path& task) {
  Usage usage;
  std::ifstream comm{task / "comm"};
  std::getline(comm, usage.name);
  std::ifstream stat_file{task / "stat"};
  std::string stat;
  std::getline(stat_file, stat);
  std::istringstream fields{stat.substr(stat.rfind(')') + 2)};
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  std::uint64_t user = 0;
  std::uint64_t system = 0;
  fields >> user >> system;
  usage.ticks = user + system;
  std::ifstream status{task / "status"};
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view key = "voluntary_ctxt_switches:";
    if (line.compare(0, key.size(), key) == 0)
      usage.voluntary = std::stoull(line.substr(key.size()));
  }
  return usage;
}

/// By thread id, without the calling thread.
std::map<std::string, Usage> other_threads() {
  std::map<std::string, Usage> all;
  const std::string self = std::to_string(gettid());
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task"}) {
    const std::string id = task.path().filename();
    if (id != self) all.emplace(id, usage_of(task.path()));
  }
  return all;
}

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
