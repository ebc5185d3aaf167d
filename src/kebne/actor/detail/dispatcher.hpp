#pragma once

#include "kebne/base/executor.hpp"

#include <cstdint>

namespace kebne::detail {

/// Where an actor runs, and how long at a stretch.
struct Dispatcher {
  Executor* executor;
  std::uint32_t throughput;  ///< messages an actor handles before it goes to the back of the queue
};

}  // namespace kebne::detail
