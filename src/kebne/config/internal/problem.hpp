#pragma once

#include "kebne/base/result.hpp"
#include "kebne/config/config_error.hpp"
#include "kebne/config/config_origin.hpp"

#include <string>
#include <string_view>

namespace kebne::detail::hocon {

/// What is wrong with a configuration, before it becomes a `ConfigError` or an `Error`.
struct Problem {
  std::string key;
  ConfigOrigin origin;
  std::string found;
  std::string wanted;
  Code code = Code::BadSyntax;

  [[nodiscard]] Error error() const;
  [[nodiscard]] ConfigError exception() const { return {key, origin, found, wanted}; }
};

/// `origin: key: found …, wanted …`.
[[nodiscard]] std::string sentence(std::string_view key, const ConfigOrigin& origin,
                                   std::string_view found, std::string_view wanted);

/// A piece of a configuration in quotes for an error text: on one line, and cut when it is long.
[[nodiscard]] std::string quoted(std::string_view text);

/// The same without quotes, for keys and names of files.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace kebne::detail::hocon
