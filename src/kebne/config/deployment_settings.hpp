#pragma once

#include "kebne/config/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kebne {

/// What `akka.actor.deployment` says of the actors at one path, or at all paths like it.
struct DeploymentSettings {
  std::vector<std::string> pattern;  ///< names below `/user`; `*` any one, a last `**` any more
  std::string dispatcher;            ///< empty: it does not say
  std::string mailbox;               ///< likewise

  /// All of them that say something, in the order of the file. Throws `ConfigError` for a key that
  /// is not a path such as `/parent/child`, and for values of the wrong type.
  [[nodiscard]] static std::vector<DeploymentSettings> read(const Config& whole);

  /// The one for an actor: exact names win over `*`, this over `**`. Null: none.
  [[nodiscard]] static const DeploymentSettings* find(const std::vector<DeploymentSettings>& all,
                                                      const std::vector<std::string_view>& path);
};

}  // namespace kebne
