#pragma once

#include "kebne/base/executor.hpp"

#include <cstdint>

namespace kebne::detail {

struct DispatcherEntry;
struct LogBus;

/// Where an actor runs, and how long at a stretch: what its cell reads.
struct Dispatcher {
  Executor* executor;
  std::uint32_t throughput;  ///< messages an actor handles before it goes to the back of the queue
  LogBus* log;               ///< the system's: on the short way from an actor to its level
  std::int64_t deadline_ns = 0;      ///< how long a run lasts at most; 0: no limit
  std::uint8_t ways = 0;             ///< `ActorCell::Way` bits of its cells
  DispatcherEntry* entry = nullptr;  ///< what its system knows of it

  /// Told at the end of each actor that lived here; after it the dispatcher may be gone. Null:
  /// nobody counts.
  void (*leave)(Dispatcher&) noexcept = nullptr;
};

}  // namespace kebne::detail
