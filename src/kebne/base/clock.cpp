#include "kebne/base/clock.hpp"

#include "kebne/base/detail/platform.hpp"
#include "kebne/base/internal/counter_clock.hpp"

namespace kebne {
namespace {

std::int64_t exact_wall_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The machine, as `CounterClock` wants it.
struct Machine {
  static std::uint64_t counter() noexcept { return detail::cycle_counter(); }

  static detail::ExactReading read() noexcept {
    static const bool has_counter = detail::has_steady_cycle_counter();
    if (!has_counter) return {.wall_ns = exact_wall_ns()};
    detail::ExactReading reading{.has_counter = true};
    reading.before = detail::cycle_counter_in_order();
    reading.monotonic_ns = static_cast<std::int64_t>(detail::monotonic_ns());
    reading.wall_ns = exact_wall_ns();
    reading.after = detail::cycle_counter_in_order();
    return reading;
  }
};

constinit detail::CounterRate counter_rate;
constinit thread_local detail::CounterClock thread_clock;

}  // namespace

std::chrono::system_clock::time_point Clock::wall() const noexcept {
  return std::chrono::system_clock::now();
}

std::chrono::nanoseconds SystemClock::now() const noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

std::chrono::system_clock::time_point SystemClock::wall() const noexcept {
  Machine machine;
  const std::chrono::nanoseconds ns{thread_clock.now(machine, counter_rate)};
  return std::chrono::system_clock::time_point{
      std::chrono::duration_cast<std::chrono::system_clock::duration>(ns)};
}

}  // namespace kebne
