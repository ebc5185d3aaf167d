#pragma once

#include "kebne/base/detail/counter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kebne::detail {

class SystemCounts;

/// What each thread counts for itself.
enum class Counted : std::uint8_t {
  Sent,
  Received,
  ScheduledReceived,
  Unhandled,
  Started,
  Stopped,
  Restarted,
};
inline constexpr std::size_t counted_kinds = 7;

/// One thread's counters. Written by it alone, read by any.
struct Counts {
  std::atomic<std::uint64_t> of[counted_kinds] = {};

  [[nodiscard]] std::atomic<std::uint64_t>& operator[](Counted kind) noexcept {
    return of[static_cast<std::size_t>(kind)];
  }
};

}  // namespace kebne::detail
