#include "kebne/config/internal/problem.hpp"

#include <fmt/core.h>

#include <cstddef>

namespace kebne::detail::hocon {

namespace {

constexpr std::size_t longest_quote = 60;
constexpr std::size_t longest_name = 200;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// At most `longest` bytes of the text, never half a character, and `…` where it was cut.
std::string clipped(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string{text};
  std::size_t end = longest;
  while (end > 0 && continues(text[end])) --end;
  return std::string{text.substr(0, end)} + "...";
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

Error Problem::error() const { return {code, sentence(key, origin, found, wanted)}; }

std::string sentence(std::string_view key, const ConfigOrigin& origin, std::string_view found,
                     std::string_view wanted) {
  std::string out = shown(origin.source);
  if (origin.line != 0) out += fmt::format(":{}:{}", origin.line, origin.column);
  if (!out.empty()) out += ": ";
  if (!key.empty()) out += shown(key) + ": ";
  return out + fmt::format("found {}, wanted {}", found, wanted);
}

std::string shown(std::string_view text) { return printable(clipped(text, longest_name)); }

std::string quoted(std::string_view text) {
  return '"' + printable(clipped(text, longest_quote)) + '"';
}

}  // namespace kebne::detail::hocon
