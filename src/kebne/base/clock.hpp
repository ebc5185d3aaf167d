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

/// The machine's clocks.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override;

  /// Where the kernel itself counts time with the processor's counter, this reads the counter, and
  /// the kernel's clock only every 100 us: at most 0.3 us late, never ahead, and a clock that was
  /// set shows within 100 us. Times of one thread do not run back unless the clock is set back;
  /// those of two threads may differ in order by that much.
  [[nodiscard]] std::chrono::system_clock::time_point wall() const noexcept override;
};

}  // namespace kebne
