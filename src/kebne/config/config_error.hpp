#pragma once

#include "kebne/config/config_origin.hpp"

#include <stdexcept>
#include <string>

namespace kebne {

/// A configuration that cannot be used: text that does not follow the grammar, a key that is
/// missing, a value of the wrong type or outside its limits.
///
/// `what()` is `origin: key: found …, wanted …`, without the parts that are empty.
struct ConfigError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
  ConfigError(std::string key, ConfigOrigin origin, std::string found, std::string wanted);

  std::string key;      ///< full path; empty where the error is not inside a key
  ConfigOrigin origin;  ///< source is empty where there is no text to point at
  std::string found;
  std::string wanted;
};

}  // namespace kebne
