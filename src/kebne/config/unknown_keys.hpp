#pragma once

#include "kebne/config/config.hpp"
#include "kebne/config/config_origin.hpp"

#include <string>
#include <vector>

namespace kebne {

/// A key that nothing knows: most often a slip of the pen.
struct UnknownKey {
  std::string key;
  ConfigOrigin origin;
  std::string nearest;  ///< the known key that looks most like it; empty when none does

  /// `app.conf:3:7: akka.loglvel: unknown key, perhaps akka.loglevel is meant`.
  [[nodiscard]] std::string to_string() const;
};

/// The keys under `akka` and `kebne` that neither the reference files nor Akka.NET know, sorted.
///
/// Keys of Akka.NET that mean nothing here are known, and so is all that is below names which users
/// choose, such as dispatchers and plugins. For long lists `nearest` is looked for among
/// its neighbours only.
[[nodiscard]] std::vector<UnknownKey> unknown_keys(const Config& config);

}  // namespace kebne
