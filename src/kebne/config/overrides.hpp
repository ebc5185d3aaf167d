#pragma once

#include "kebne/config/config.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kebne {

/// Variables by name and value.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// The variables of this process. Not to be called while another thread changes them.
[[nodiscard]] Environment process_environment();

/// What variables say about keys: `AKKA__ACTOR__ASK_TIMEOUT` is `akka.actor.ask-timeout`.
///
/// Counts names that begin with `AKKA__` or `KEBNE__`; two underscores are a dot, one is a dash. A
/// value is a text as it stands; one that begins with `[`, `{` or `"` is read as HOCON, without
/// substitutions and includes. Throws `ConfigError` for a name or value that cannot be read, and
/// for two variables of which one is inside the other.
[[nodiscard]] Config environment_overrides(const Environment& variables);

/// What `-D akka.loglevel=DEBUG` or `-Dakka.loglevel=DEBUG` on a command line say, and the rest.
struct CommandLine {
  Config overrides;                ///< values as `environment_overrides` reads them; the last wins
  std::vector<std::string> other;  ///< all other arguments; `--` ends the overrides and stays
};

/// Reads the arguments behind the program's name. Throws `ConfigError` for an override that cannot
/// be read.
[[nodiscard]] CommandLine read_command_line(const std::vector<std::string>& arguments);
[[nodiscard]] CommandLine read_command_line(int argc, const char* const* argv);

}  // namespace kebne
