#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kebne {

/// Room that `write_base64` needs at most: 64 bits in digits of 6.
inline constexpr std::size_t base64_name_max = 11;

/// Writes `n` in the digits `a-z A-Z 0-9 + ~`, least significant first, and returns how many.
///
/// Akka.NET names unnamed actors this way, after a `$`, and peers see these names. `to` has room
/// for `base64_name_max`; no zero is put at the end.
std::size_t write_base64(std::uint64_t n, char* to) noexcept;

/// The same as a string: 0 is "a", 63 is "~", 64 is "ab".
[[nodiscard]] std::string base64_name(std::uint64_t n);

}  // namespace kebne
