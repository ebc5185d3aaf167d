#pragma once

#include "kebne/config/internal/layers.hpp"

#include <string>
#include <vector>

namespace kebne::detail::hocon {

/// A value that is no object, or an object without fields.
struct Leaf {
  std::string path;
  const Value* value;
};

/// All leaves below, sorted by path.
[[nodiscard]] std::vector<Leaf> leaves(const Objects& objects);

/// `[x, {k = v}]`, `{}`, `null`: without quotes around texts.
[[nodiscard]] std::string text_of_value(const Value* value);

}  // namespace kebne::detail::hocon
