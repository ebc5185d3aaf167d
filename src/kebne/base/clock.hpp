#pragma once

#include <chrono>
#include <cstdint>

namespace kebne {

/// Where an actor system takes its time from. Any thread may call it.
class Clock {
 public:
  virtual ~Clock() = default;

  /// Monotonic time since an origin of the clock's own; never goes back.
  [[nodiscard]] virtual std::chrono::nanoseconds now() const noexcept = 0;

  /// The date and time, for people: may jump. Unless overridden, the machine's.
  [[nodiscard]] virtual std::chrono::system_clock::time_point wall() const noexcept;
};

/// The machine's monotonic clock.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override;
};

}  // namespace kebne
