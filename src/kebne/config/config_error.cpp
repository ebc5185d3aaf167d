#include "kebne/config/config_error.hpp"

#include "kebne/config/internal/problem.hpp"

#include <utility>

namespace kebne {

ConfigError::ConfigError(std::string key_, ConfigOrigin origin_, std::string found_,
                         std::string wanted_)
    : std::invalid_argument{detail::hocon::sentence(key_, origin_, found_, wanted_)},
      key{std::move(key_)},
      origin{std::move(origin_)},
      found{std::move(found_)},
      wanted{std::move(wanted_)} {}

}  // namespace kebne
