#include "kebne/config/internal/setting.hpp"

#include "kebne/config/internal/problem.hpp"

#include <algorithm>

namespace kebne::detail {

ConfigError refused(const Config& config, std::string_view path, std::string_view wanted) {
  return {std::string{path}, config.origin(path).value_or(ConfigOrigin{}),
          hocon::quoted(config.get<std::string>(path)), std::string{wanted}};
}

std::string without_assembly(std::string name) {
  name.erase(std::min(name.find(','), name.size()));
  name.erase(name.find_last_not_of(' ') + 1);
  return name;
}

}  // namespace kebne::detail
