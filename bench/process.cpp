#include "bench/process.hpp"

#include <fmt/core.h>

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace kebne::bench {
namespace {

/// The number behind `name` in a file of `name: number` lines, `fallback` when there is none.
double field(const std::filesystem::path& file, std::string_view name, double fallback) {
  std::ifstream in{file};
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(':');
    if (!line.starts_with(name) || colon == std::string::npos) continue;
    return std::strtod(line.c_str() + colon + 1, nullptr);
  }
  return fallback;
}

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

}  // namespace

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

std::int64_t resident_bytes() {
  std::ifstream in{"/proc/self/statm"};
  std::int64_t all = 0;
  std::int64_t resident = 0;
  in >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// VmHWM and not getrusage: the latter starts at the peak of the program that called exec.
std::int64_t peak_resident_bytes() { return whole(field("/proc/self/status", "VmHWM", 0)) * 1024; }

int thread_count() { return static_cast<int>(field("/proc/self/status", "Threads", 0)); }

SwitchesByThread read_switches() {
  SwitchesByThread all;
  std::error_code ended;
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task", ended}) {
    const auto status = task.path() / "status";
    const double voluntary = field(status, "voluntary_ctxt_switches", -1);
    if (voluntary < 0) continue;  // the thread ended between listing and reading
    all[task.path().filename()] = {whole(voluntary),
                                   whole(field(status, "nonvoluntary_ctxt_switches", 0))};
  }
  return all;
}

Switches switches_since(const SwitchesByThread& before) {
  Switches sum;
  for (const auto& [thread, now] : read_switches()) {
    const auto found = before.find(thread);
    const Switches then = found == before.end() ? Switches{} : found->second;
    sum.voluntary += now.voluntary - then.voluntary;
    sum.involuntary += now.involuntary - then.involuntary;
  }
  return sum;
}

std::string operating_system() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

double clock_mhz() { return field("/proc/cpuinfo", "cpu MHz", 0); }

}  // namespace kebne::bench
