#include "bench/report.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace kebne::bench {

void Report::line(std::string_view benchmark, std::string_view variant, std::string_view parameter,
                  double value, std::string_view unit) const {
  std::string name{parameter};
  if (quick_) name += name.empty() ? "quick" : ",quick";
  const int digits = std::abs(value) >= 100 ? 0 : 3;
  if (tsv_) {
    fmt::print("{}\t{}\t{}\t{:.{}f}\t{}\n", benchmark, variant, name, value, digits, unit);
  } else {
    const auto text = digits == 0 ? grouped(value) : fmt::format("{:.{}f}", value, digits);
    fmt::print("{:<18} {:<18} {:<24} {:>16} {}\n", benchmark, variant, name, text, unit);
  }
  std::fflush(stdout);
}

Progress::Progress() : terminal_{isatty(STDERR_FILENO) == 1} {}

void Progress::show(std::string_view text) {
  if (!terminal_) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

void note(std::string_view text) { fmt::print(stderr, "# {}\n", text); }

std::string grouped(double value) {
  auto text = fmt::format("{:.0f}", value);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

}  // namespace kebne::bench
