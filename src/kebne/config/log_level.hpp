#pragma once

#include <optional>
#include <string_view>

namespace kebne {

/// How important a log record is; as a threshold, the least important that is let through.
enum class LogLevel : unsigned char { Debug, Info, Warning, Error, Off };

/// `DEBUG`, `INFO`, `WARNING`, `ERROR`, `OFF`: the words of the configuration.
[[nodiscard]] std::string_view to_string(LogLevel level) noexcept;

/// A word of the configuration, in capitals or not; none for another word.
[[nodiscard]] std::optional<LogLevel> log_level(std::string_view word) noexcept;

}  // namespace kebne
