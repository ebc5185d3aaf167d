#pragma once

#include "kebne/base/clock.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace kebne {

/// A clock that stands still until it is told to go on. Begins at zero. Any thread.
///
/// It drives the schedulers of the systems that have it: on its way it stops at each deadline, and
/// what is due then is told or handed to a dispatcher. Systems that share it are served in the
/// order in which they were made.
class VirtualClock final : public Clock {
 public:
  VirtualClock() = default;
  /// Begins elsewhere.
  explicit VirtualClock(std::chrono::nanoseconds start) noexcept : now_{start.count()} {}

  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    return std::chrono::nanoseconds{now_.load(std::memory_order_relaxed)};
  }

  /// 1 January 1970, and what has passed since.
  [[nodiscard]] std::chrono::system_clock::time_point wall() const noexcept override {
    return std::chrono::system_clock::time_point{
        std::chrono::duration_cast<std::chrono::system_clock::duration>(now())};
  }

  /// Time passes. A negative duration is taken as none: a monotonic clock never goes back. Actors
  /// do not run meanwhile: `TestKit::advance` lets them.
  void advance(std::chrono::nanoseconds by);

  /// When the next scheduled thing is due, or a time before that; empty: nothing is scheduled.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> next_deadline() const;

  bool drives(Alarm& alarm) override;
  void forget(Alarm& alarm) noexcept override;

 private:
  void move_to(std::chrono::nanoseconds time) noexcept;

  std::atomic<std::int64_t> now_{0};
  mutable std::recursive_mutex lock_;  // held while alarms ring, which may move the clock or end
  std::vector<Alarm*> alarms_;
};

}  // namespace kebne
