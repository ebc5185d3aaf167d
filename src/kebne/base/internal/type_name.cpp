#include "kebne/base/detail/type_name.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include <cxxabi.h>

namespace kebne::detail {

namespace {

/// The one name of the library that nobody writes out.
void shorten_strings(std::string& name) {
  constexpr std::string_view full =
      "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
  for (std::size_t at = name.find(full); at != std::string::npos; at = name.find(full, at)) {
    name.replace(at, full.size(), "std::string");
  }
}

}  // namespace

std::string demangle(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text{
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free};
  std::string name{status == 0 ? text.get() : mangled};
  shorten_strings(name);
  return name;
}

}  // namespace kebne::detail
