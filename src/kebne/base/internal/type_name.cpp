#include "kebne/base/detail/type_name.hpp"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace kebne::detail {

std::string demangle(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text{
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free};
  return status == 0 ? text.get() : mangled;
}

}  // namespace kebne::detail
