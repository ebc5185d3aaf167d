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
