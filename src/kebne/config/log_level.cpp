#include "kebne/config/log_level.hpp"

#include <algorithm>

namespace kebne {

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

std::optional<LogLevel> log_level(std::string_view word) noexcept {
  const auto same = [](char a, char b) {
    return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
  };
  for (const LogLevel level :
       {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error, LogLevel::Off}) {
    const std::string_view name = to_string(level);
    if (std::equal(word.begin(), word.end(), name.begin(), name.end(), same)) return level;
  }
  return std::nullopt;
}

}  // namespace kebne
