#pragma once

#include <cstdint>
#include <string>

namespace kebne {

/// Where a value of a configuration was written.
struct ConfigOrigin {
  std::string source;        ///< name of a file or text, or `environment variable X`
  std::uint32_t line = 0;    ///< from 1; 0 where lines mean nothing
  std::uint32_t column = 0;  ///< from 1, in characters

  /// `app.conf:3:7`, or the source alone.
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const ConfigOrigin&, const ConfigOrigin&) = default;
};

}  // namespace kebne
