#pragma once

#include "bench/options.hpp"
#include "bench/process.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kebne::bench {

/// What one rally showed.
struct Cell {
  double seconds = 0;      // from the first Go until every pair is done
  double cpu_seconds = 0;  // of all threads, in the same time
  double start_ms = 0;     // from nothing until every actor has answered
  double total_ms = 0;     // from nothing until the system has terminated
  std::int64_t messages = 0;
  std::int64_t context_switches = 0;
  std::int64_t allocated_bytes = 0;  // by operator new and the library's pools, while playing
  int threads = 0;

  [[nodiscard]] double rate() const { return static_cast<double>(messages) / seconds; }
  [[nodiscard]] double cpu_ns() const { return cpu_seconds * 1e9 / static_cast<double>(messages); }
  [[nodiscard]] double switches_per_million() const {
    return static_cast<double>(context_switches) * 1e6 / static_cast<double>(messages);
  }
};

/// What distinguishes one rally from another.
struct Rally {
  std::string kind;                    // base or receive: the form of the striker
  std::string dispatcher = "default";  // one of `dispatchers()`: where all actors live
  std::uint32_t throughput = 30;
  std::int64_t total = 0;
  std::int64_t pairs = 1;
  std::int64_t window = 1000;
  std::uint32_t workers = 0;
};

/// The names of the dispatchers that a rally may be played on.
///
/// default: the system's own. fork-join: a pool of its own with as many threads. task, channel: on
/// the default pool by these executors. pinned: a thread for each actor. coalescing: the default
/// pool, an actor's sends published together.
std::vector<std::string> dispatchers();

/// What its cells are called: the kind, marked where the dispatcher is not the default one.
std::string variant_of(const std::string& kind, const std::string& dispatcher);

/// Plays one rally in a system of its own.
///
/// `pairs` strikers have a budget of `total / pairs` balls each. On Go a striker serves `window`
/// balls at once; then each ball that comes back goes out again until the budget is spent. The wall
/// sends each ball back to its sender. A ball counts twice: received by the wall and by the
/// striker.
Cell play(const Rally& rally);

}  // namespace kebne::bench
