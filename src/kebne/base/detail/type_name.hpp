#pragma once

#include <string>

namespace kebne::detail {

/// A type's name as people write it, from the compiler's own spelling.
[[nodiscard]] std::string demangle(const char* mangled);

}  // namespace kebne::detail
