#pragma once

#include "kebne/actor/logging/logging_options.hpp"

namespace kebne::bench {

/// Nothing is logged, as in the peers: a line between the figures would be taken for one.
inline const LoggingOptions quiet{.level = LogLevel::Off};

}  // namespace kebne::bench
