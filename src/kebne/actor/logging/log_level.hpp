#pragma once

#include "kebne/base/result.hpp"

#include <cstdint>
#include <string_view>

namespace kebne {

/// How much a log record matters. The numbers are Akka.NET's.
enum class LogLevel : std::int32_t {
  Debug = 0,
  Info = 1,
  Warning = 2,
  Error = 3,
  Off = 2147483647,  ///< as a threshold: nothing is logged
};

/// `DEBUG`, `INFO`, `WARNING`, `ERROR`, `OFF`.
[[nodiscard]] std::string_view to_string(LogLevel level) noexcept;

/// Reads one of these words, in any case. Fails with `Code::BadSyntax`.
[[nodiscard]] Result<LogLevel> parse_log_level(std::string_view word);

}  // namespace kebne
