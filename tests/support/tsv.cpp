#include "tests/support/tsv.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <utility>

namespace kebne::test {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void append_utf8(std::string& to, std::uint32_t unit) {
  const auto put = [&to](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (unit < 0x80) {
    put(unit);
  } else if (unit < 0x800) {
    put(0xc0 | unit >> 6);
    put(0x80 | (unit & 0x3f));
  } else {
    put(0xe0 | unit >> 12);
    put(0x80 | (unit >> 6 & 0x3f));
    put(0x80 | (unit & 0x3f));
  }
}

Result<std::string> unescape(std::string_view cell) {
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\') {
      out += cell[i];
      continue;
    }
    const char kind = ++i < cell.size() ? cell[i] : '\0';
    switch (kind) {
      case 't': out += '\t'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case '\\': out += '\\'; break;
      case 'u': {
        const std::string_view digits = cell.substr(i + 1, 4);
        std::uint32_t unit = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
        if (error != std::errc{} || digits.size() != 4 || end != digits.data() + 4) {
          return fail(Code::BadSyntax, fmt::format("expected \\uXXXX, got \\u{}", digits));
        }
        append_utf8(out, unit);
        i += 4;
        break;
      }
      default:
        return fail(
            Code::BadSyntax,
            fmt::format("unknown escape in \"{}\": expected \\t \\n \\r \\\\ \\uXXXX", cell));
    }
  }
  return out;
}

}  // namespace

Result<Tsv> Tsv::parse(std::string name, std::string_view text) {
  const auto bad = [&name](std::size_t line, std::string_view why) {
    return fail(Code::BadSyntax, fmt::format("{}:{}: {}", name, line, why));
  };
  if (text.empty() || text.back() != '\n') {
    return bad(1, "expected a header and \\n after each line, the last one too");
  }
  text.remove_suffix(1);
  Tsv table;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.find('\r') != std::string_view::npos) return bad(number, "expected no \\r");
    std::vector<std::string> cells;
    for (const std::string_view cell : split(line, '\t')) {
      Result<std::string> read = unescape(cell);
      if (!read) return bad(number, read.error().text);
      cells.push_back(*std::move(read));
    }
    if (number == 1) {
      table.columns = std::move(cells);
      continue;
    }
    if (cells.size() != table.columns.size()) {
      return bad(number, fmt::format("{} cells, expected {}", cells.size(), table.columns.size()));
    }
    table.lines.push_back({number, std::move(cells)});
  }
  table.name = std::move(name);
  return table;
}

Result<std::size_t> Tsv::column(std::string_view wanted) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == wanted) return i;
  }
  return fail(Code::BadSyntax, fmt::format("{}:1: expected a column {}, found none", name, wanted));
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) return fail(Code::BadSyntax, path + ": cannot be opened");
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  if (file.bad()) return fail(Code::BadSyntax, path + ": cannot be read");
  return text;
}

}  // namespace kebne::test
