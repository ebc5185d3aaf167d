#include "kebne/config/config_origin.hpp"

#include <fmt/core.h>

namespace kebne {

std::string ConfigOrigin::to_string() const {
  return line == 0 ? source : fmt::format("{}:{}:{}", source, line, column);
}

}  // namespace kebne
