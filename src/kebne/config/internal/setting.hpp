#pragma once

#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace kebne::detail {

/// The error for a value that has the right type but is not allowed.
[[nodiscard]] ConfigError refused(const Config& config, std::string_view path,
                                  std::string_view wanted);

/// A class name of .NET without its assembly.
[[nodiscard]] std::string without_assembly(std::string name);

/// A number from `least` to `most`.
template <class T>
[[nodiscard]] T read_within(const Config& config, std::string_view path, T least, T most) {
  const T value = config.get<T>(path);
  if (value < least || value > most) {
    throw refused(config, path, fmt::format("{}..{}", least, most));
  }
  return value;
}

}  // namespace kebne::detail
