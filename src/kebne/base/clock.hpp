#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace kebne {

/// Something that is to happen when a clock has come so far.
class Alarm {
 public:
  virtual ~Alarm() = default;

  /// The time at which it is to ring next, or one before it; empty: not at all.
  [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> due() const = 0;

  /// Does what is due by now.
  virtual void ring() noexcept = 0;
};

/// Where an actor system takes its time from. Any thread may call it.
class Clock {
 public:
  virtual ~Clock() = default;

  /// Monotonic time since an origin of the clock's own; never goes back.
  [[nodiscard]] virtual std::chrono::nanoseconds now() const noexcept = 0;

  /// The date and time, for people: may jump. Unless overridden, the machine's.
  [[nodiscard]] virtual std::chrono::system_clock::time_point wall() const noexcept;

  /// Whether this clock moves only when it is told to, and then rings `alarm` whenever it is due,
  /// until `forget`. If not, whoever waits for a time has to sleep till then.
  virtual bool drives([[maybe_unused]] Alarm& alarm) { return false; }
  /// Does not return while the alarm rings on another thread.
  virtual void forget([[maybe_unused]] Alarm& alarm) noexcept {}
};

/// The machine's monotonic clock.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override;
};

}  // namespace kebne
