#include "kebne/base/internal/counter_clock.hpp"

#include <cmath>
#include <mutex>
#include <utility>

namespace kebne::detail {
namespace {

constexpr std::int64_t shortest_span_ns = 10'000'000;
constexpr std::uint64_t reach_ns = 100'000;
constexpr double precision = 1.0 / 4096;  // of a span
// Covers that, and a slew (500 ppm) that turns round after the rate was found.
constexpr double low = 1.0 - 1.0 / 500;
constexpr double unit = 4294967296.0;

}  // namespace

void CounterRate::learn(const ExactReading& now) noexcept {
  if (get() != 0 || !now.has_counter) return;
  const std::unique_lock guard{lock_, std::try_to_lock};
  if (!guard) return;
  const auto ticks = static_cast<std::int64_t>(now.after - first_.after);
  const std::int64_t ns = now.monotonic_ns - first_.monotonic_ns;
  // A reading during which the thread was interrupted gives way to a better one.
  if (!first_.has_counter || ticks <= 0 || ns <= 0 || now.width() < first_.width() / 4) {
    first_ = now;
    last_ = 0;
    return;
  }
  const auto unsure = static_cast<double>(now.width() + first_.width());
  if (ns < shortest_span_ns || unsure > static_cast<double>(ticks) * precision) return;
  first_ = now;
  const double found = static_cast<double>(ns) / static_cast<double>(ticks);
  const double before = std::exchange(last_, found);
  if (std::abs(found - before) > found * precision) return;
  rate_.store(static_cast<std::uint64_t>(found * low * unit), std::memory_order_relaxed);
}

std::int64_t CounterClock::reread(const ExactReading& now, CounterRate& rate) noexcept {
  rate.learn(now);
  rate_ = rate.get();
  reach_ = rate_ == 0 ? 0 : (reach_ns << 32) / rate_;
  // Where the thread was interrupted nobody knows where the counter stood at the exact time.
  if (!now.has_counter || now.width() > reach_ / 32) reach_ = 0;
  // The later of the two: the result lags, but is never ahead.
  counter_ = now.after;
  wall_ns_ = now.wall_ns;
  return now.wall_ns;
}

}  // namespace kebne::detail
