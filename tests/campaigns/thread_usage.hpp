#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

namespace kebne::campaign {

/// What a thread has used so far.
struct Usage {
  std::string name;
  std::uint64_t ticks = 0;  ///< of processor time
  std::uint64_t voluntary = 0;
};

inline Usage usage_of(const std::filesystem::path& task) {
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
inline std::map<std::string, Usage> other_threads() {
  std::map<std::string, Usage> all;
  const std::string self = std::to_string(gettid());
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task"}) {
    const std::string id = task.path().filename();
    if (id != self) all.emplace(id, usage_of(task.path()));
  }
  return all;
}

}  // namespace kebne::campaign
