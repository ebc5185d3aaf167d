#pragma once

#include <chrono>
#include <cstdint>

namespace kebne::detail {

/// Stands in a timer wheel, as a part of what is to happen. Its owner's; under the wheel's lock.
struct TimerEntry {
  enum Part : std::uint8_t {
    OfTimer,
    OfQuestion,  ///< a `PromiseCell`
  };

  TimerEntry* next = nullptr;  ///< null: not armed
  TimerEntry* previous = nullptr;
  std::uint64_t key = 0;  ///< the deadline, in an order that unsigned numbers have
  std::uint32_t index = 0;
  std::uint8_t level = 0;
  Part part;

  explicit TimerEntry(Part of = OfTimer) noexcept : part{of} {}
  [[nodiscard]] bool is_armed() const noexcept { return next != nullptr; }
  [[nodiscard]] std::chrono::nanoseconds deadline() const noexcept {
    return std::chrono::nanoseconds{static_cast<std::int64_t>(key ^ sign)};
  }

  static constexpr std::uint64_t sign = std::uint64_t{1} << 63;
};

}  // namespace kebne::detail
