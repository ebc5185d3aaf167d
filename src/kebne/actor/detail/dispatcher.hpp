#pragma once

#include "kebne/base/executor.hpp"

#include <cstdint>

namespace kebne::detail {

struct LogBus;

/// Where an actor runs, and how long at a stretch.
struct Dispatcher {
  Executor* executor;
  std::uint32_t throughput;  ///< messages an actor handles before it goes to the back of the queue
  LogBus* log;               ///< the system's: on the short way from an actor to its level
};

}  // namespace kebne::detail
