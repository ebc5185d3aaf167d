#pragma once

#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/spin_lock.hpp"

#include <atomic>
#include <cstdint>

namespace kebne::detail {

/// What the exact clocks said, and where the processor's counter stood around it.
struct ExactReading {
  std::int64_t wall_ns = 0;
  std::int64_t monotonic_ns = 0;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  bool has_counter = false;  ///< false: only `wall_ns` says something

  /// How far the counter went meanwhile: long when the thread was interrupted.
  [[nodiscard]] std::uint64_t width() const noexcept { return after - before; }
};

/// How long a tick of the counter takes. One for the process, any thread.
///
/// Found from exact readings at least 10 ms apart. Two such spans must agree, so that one during
/// which the machine slept, or one clock stood still, is not believed.
class CounterRate {
 public:
  /// In 2^-32 ns, a five-hundredth low; 0 as long as it is not known.
  [[nodiscard]] std::uint64_t get() const noexcept { return rate_.load(std::memory_order_relaxed); }

  /// Never waits: of two threads that come together, one is not listened to.
  void learn(const ExactReading& now) noexcept;

 private:
  std::atomic<std::uint64_t> rate_{0};
  SpinLock lock_;
  // Under lock_:
  ExactReading first_;
  double last_ = 0;  ///< ns a tick, of the span before
};

/// The wall clock of one thread, taken from the processor's counter between exact readings.
///
/// `Source` has `std::uint64_t counter()` and `ExactReading read()`. An exact reading holds for 100
/// us of the counter; when the clock was set, or the counter stepped, that shows with the next.
///
/// As the rate is a five-hundredth low, the result lags by 0.2 us before the next exact reading and
/// meets it from below. So the thread's time never runs back, however the clock is slewed (500 ppm
/// at most), unless the clock itself is set back.
class CounterClock {
 public:
  template <class Source>
  [[nodiscard]] KEBNE_ALWAYS_INLINE std::int64_t now(Source& source, CounterRate& rate) noexcept {
    // The counter is not touched before it is known that the machine has a good one.
    if (KEBNE_LIKELY(reach_ != 0)) {
      // A counter behind the last reading, as after a move to another processor, is far ahead here.
      const std::uint64_t passed = source.counter() - counter_;
      if (KEBNE_LIKELY(passed < reach_)) {
        return wall_ns_ + static_cast<std::int64_t>((passed * rate_) >> 32);
      }
    }
    return reread(source.read(), rate);
  }

 private:
  std::int64_t reread(const ExactReading& now, CounterRate& rate) noexcept;

  std::uint64_t counter_ = 0;
  std::uint64_t reach_ = 0;  ///< ticks from `counter_` that are not too far; 0: read exactly
  std::uint64_t rate_ = 0;
  std::int64_t wall_ns_ = 0;
};

}  // namespace kebne::detail
