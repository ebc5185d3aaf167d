#include "kebne/config/internal/setting.hpp"

#include "kebne/config/internal/problem.hpp"

namespace kebne::detail {

ConfigError refused(const Config& config, std::string_view path, std::string_view wanted) {
  return {std::string{path}, config.origin(path).value_or(ConfigOrigin{}),
          hocon::quoted(config.get<std::string>(path)), std::string{wanted}};
}

}  // namespace kebne::detail
