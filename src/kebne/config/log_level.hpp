#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kebne {

/// How important a log record is; as a threshold, the least important that is let through. The
/// numbers are Akka.NET's.
enum class LogLevel : std::int32_t {
  Debug = 0,
  Info = 1,
  Warning = 2,
  Error = 3,
  Off = 2147483647,  ///< as a threshold: nothing is logged
};

/// `DEBUG`, `INFO`, `WARNING`, `ERROR`, `OFF`: the words of the configuration.
[[nodiscard]] std::string_view to_string(LogLevel level) noexcept;

/// A word of the configuration, in capitals or not; none for another word.
[[nodiscard]] std::optional<LogLevel> log_level(std::string_view word) noexcept;

}  // namespace kebne
