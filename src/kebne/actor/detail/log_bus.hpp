#pragma once

#include "kebne/config/log_level.hpp"

#include <atomic>
#include <string>

namespace kebne {
class Clock;
class EventStream;
}  // namespace kebne

namespace kebne::detail {

/// Where records of one system go. The level is what every disabled call looks at.
struct LogBus {
  std::atomic<LogLevel> level;  ///< the least that is logged
  const EventStream* events;
  const Clock* clock;
  const std::string* address;

  [[nodiscard]] bool is_enabled(LogLevel wanted) const noexcept {
    return wanted >= level.load(std::memory_order_relaxed);
  }
};

}  // namespace kebne::detail
