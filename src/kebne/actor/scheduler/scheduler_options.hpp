#pragma once

#include <chrono>
#include <cstdint>

namespace kebne {

/// How a system's scheduler keeps its timers. No setting makes one fire early or late.
struct SchedulerOptions {
  /// The width of a bucket, 10 ms or more; rounded up to a power of two of nanoseconds.
  std::chrono::nanoseconds tick_duration = std::chrono::milliseconds{10};

  /// Buckets of a revolution, 1 to 2^30; rounded up to a power of two, and down to 4096.
  std::uint32_t ticks_per_wheel = 512;

  /// How long the end of a system waits for its timer thread, which may be telling the observer of
  /// a dead letter.
  std::chrono::nanoseconds shutdown_timeout = std::chrono::seconds{5};
};

namespace detail {

/// Throws `ConfigError` for what is outside its limits.
void check(const SchedulerOptions& options);

}  // namespace detail
}  // namespace kebne
