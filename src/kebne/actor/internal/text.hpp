#pragma once

#include <string>
#include <string_view>

namespace kebne::detail {

// ASCII only; those of <cctype> follow the locale.
inline bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
inline bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
inline char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `text` in double quotes for an error message: control characters as `\xhh`, the middle of a
/// long text left out.
[[nodiscard]] std::string quoted(std::string_view text);

/// One byte for an error message: `' '`, or `byte 0xc3` for what does not print.
[[nodiscard]] std::string quoted(char c);

}  // namespace kebne::detail
