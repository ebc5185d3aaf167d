#include "kebne/config/internal/lexer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kebne::detail::hocon {

namespace {

/// Length of the sequence at `at`, or 0 when it is none: too long, a surrogate, cut off.
std::size_t sequence_at(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) > 0x9f) return 0;
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

}  // namespace

std::size_t first_bad_utf8(std::string_view text) noexcept {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight;
    while (at + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & high_bits) != 0) break;
      at += sizeof eight;
    }
    if (at == text.size()) break;
    const std::size_t length = sequence_at(text, at);
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace kebne::detail::hocon
