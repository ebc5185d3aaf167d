#include "kebne/actor/logging/log_level.hpp"

#include "kebne/actor/internal/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne {
namespace {

bool equal_but_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return detail::to_lower(x) == detail::to_lower(y); });
}

}  // namespace

std::string_view to_string(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::Debug: return "DEBUG";
    case LogLevel::Info: return "INFO";
    case LogLevel::Warning: return "WARNING";
    case LogLevel::Error: return "ERROR";
    case LogLevel::Off: return "OFF";
  }
  return "unknown";
}

Result<LogLevel> parse_log_level(std::string_view word) {
  for (const LogLevel level :
       {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Off}) {
    if (equal_but_case(word, to_string(level))) return level;
  }
  return fail(Code::BadSyntax,
              fmt::format("log level: expected DEBUG, INFO, WARNING, ERROR or OFF, got {}",
                          detail::quoted(word)));
}

}  // namespace kebne
