#pragma once

#include <chrono>
#include <cstdint>

namespace kebne {

/// A number of bytes: `128000b`, `4 KiB`, `1MB`.
struct ByteSize {
  std::int64_t bytes = 0;
  friend bool operator==(ByteSize, ByteSize) noexcept = default;
};

/// How long to wait: a duration, or `infinite`.
struct Timeout {
  std::chrono::nanoseconds after{0};  ///< the largest there is stands for infinite

  [[nodiscard]] static constexpr Timeout infinite() noexcept {
    return {std::chrono::nanoseconds::max()};
  }
  [[nodiscard]] constexpr bool is_infinite() const noexcept { return *this == infinite(); }
  friend constexpr bool operator==(Timeout, Timeout) noexcept = default;
};

}  // namespace kebne
