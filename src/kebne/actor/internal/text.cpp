#include "kebne/actor/internal/text.hpp"

#include <fmt/core.h>

#include <cstddef>

namespace kebne::detail {
namespace {

constexpr std::size_t longest = 120;  // a longer text is shown by its two ends
constexpr std::size_t shown_end = 50;

unsigned byte(char c) noexcept { return static_cast<unsigned char>(c); }

/// Inside a UTF-8 sequence, where a text must not be cut.
bool is_continuation(char c) noexcept { return (byte(c) & 0xc0) == 0x80; }

void append(std::string& to, std::string_view text) {
  for (const char c : text) {
    if (is_control(c)) {
      to += fmt::format("\\x{:02x}", byte(c));
    } else {
      to += c;
    }
  }
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out{'"'};
  if (text.size() <= longest) {
    append(out, text);
  } else {
    std::size_t head = shown_end;
    while (head > 0 && is_continuation(text[head])) --head;
    std::size_t tail = text.size() - shown_end;
    while (tail < text.size() && is_continuation(text[tail])) ++tail;
    append(out, text.substr(0, head));
    out += fmt::format(" ...({} bytes)... ", tail - head);
    append(out, text.substr(tail));
  }
  out += '"';
  return out;
}

std::string quoted(char c) {
  if (is_control(c) || byte(c) > 0x7f) return fmt::format("byte 0x{:02x}", byte(c));
  return fmt::format("'{}'", c);
}

}  // namespace kebne::detail
