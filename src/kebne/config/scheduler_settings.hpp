#pragma once

#include "kebne/config/config.hpp"

#include <chrono>
#include <cstdint>

namespace kebne {

/// What `akka.scheduler` says, read and checked.
struct SchedulerSettings {
  static constexpr std::chrono::milliseconds least_tick{10};
  static constexpr std::uint32_t most_ticks = 1u << 30;

  std::chrono::nanoseconds tick_duration;
  std::uint32_t ticks_per_wheel;
  std::chrono::nanoseconds shutdown_timeout;

  /// Throws `ConfigError` for a key that is missing, has the wrong type or is out of range, and for
  /// an implementation other than `HashedWheelTimerScheduler`.
  [[nodiscard]] static SchedulerSettings read(const Config& whole);
};

}  // namespace kebne
