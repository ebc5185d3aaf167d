#include "kebne/config/config.hpp"
#include "kebne/config/internal/reference_texts.hpp"

#include <fmt/core.h>

namespace kebne {

namespace {

using detail::hocon::ReferenceText;

Result<IncludedText> built_in(std::string_view wanted, std::string_view) {
  for (const ReferenceText& reference : detail::hocon::reference_texts()) {
    if (reference.name == wanted) {
      return IncludedText{fmt::format("reference/{}", wanted), std::string{reference.text}};
    }
  }
  return fail(Code::BadSyntax, "not built in");
}

/// All reference files as one tree.
Config read_reference() {
  std::string text;
  for (const ReferenceText& reference : detail::hocon::reference_texts()) {
    if (reference.name.ends_with(".conf")) text += fmt::format("include \"{}\"\n", reference.name);
  }
  return Config::text(text, "reference", {.include = built_in});
}

}  // namespace

const Config& Config::reference() {
  static const Config reference = read_reference();
  return reference;
}

}  // namespace kebne
