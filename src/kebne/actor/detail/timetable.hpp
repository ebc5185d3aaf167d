#pragma once

#include <chrono>
#include <cstdint>

namespace kebne::detail {

enum class Repeat : std::uint8_t {
  Once,
  FixedRate,   ///< next time: `interval` after it was due
  FixedDelay,  ///< next time: `interval` after it has happened
};

/// When something happens.
struct Timetable {
  Repeat repeat;
  std::chrono::nanoseconds delay;  ///< until the first time
  std::chrono::nanoseconds interval{0};

  /// The first time. Throws `std::invalid_argument` for a timetable that cannot be kept.
  [[nodiscard]] std::chrono::nanoseconds first(std::chrono::nanoseconds now) const;

  /// Moves `time` on by a positive duration; false: time ends before that.
  [[nodiscard]] static bool add(std::chrono::nanoseconds& time,
                                std::chrono::nanoseconds by) noexcept;
};

}  // namespace kebne::detail
