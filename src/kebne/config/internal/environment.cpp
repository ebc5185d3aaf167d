#include "kebne/config/overrides.hpp"

#include <string_view>

#ifdef _WIN32
#include <stdlib.h>
#else
#include <unistd.h>
#endif

namespace kebne {

Environment process_environment() {
#ifdef _WIN32
  const char* const* entry = _environ;
#else
  const char* const* entry = environ;
#endif
  Environment variables;
  for (; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

}  // namespace kebne
