#pragma once

#include "kebne/base/clock.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace kebne {

/// A clock that stands still until it is told to go on. Begins at zero. Any thread.
class VirtualClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    return std::chrono::nanoseconds{now_.load(std::memory_order_relaxed)};
  }

  /// 1 January 1970, and what has passed since.
  [[nodiscard]] std::chrono::system_clock::time_point wall() const noexcept override {
    return std::chrono::system_clock::time_point{
        std::chrono::duration_cast<std::chrono::system_clock::duration>(now())};
  }

  /// Time passes. A negative duration is taken as none: a monotonic clock never goes back.
  void advance(std::chrono::nanoseconds by) noexcept {
    if (by.count() > 0) now_.fetch_add(by.count(), std::memory_order_relaxed);
  }

 private:
  std::atomic<std::int64_t> now_{0};
};

}  // namespace kebne
