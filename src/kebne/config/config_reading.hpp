#pragma once

#include "kebne/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kebne {

/// What one configuration may use up, whatever its text says. Each limit ends in an error that
/// names it.
struct ConfigLimits {
  std::size_t bytes = std::size_t{16} << 20;  ///< text, with all that it includes
  std::uint32_t depth = 200;                  ///< objects and lists inside each other
  std::uint32_t includes = 1000;              ///< files included, each time counted
  std::uint32_t include_depth = 32;           ///< files that include each other
  std::uint32_t chain = 500;                  ///< substitutions that wait for each other
  std::uint32_t values = 1'000'000;           ///< in the tree when all substitutions are filled in
  std::uint64_t work = 2'000'000;             ///< steps and bytes that substitutions cost
};

/// A text that an `include` asked for.
struct IncludedText {
  std::string origin;  ///< the same for the same text: how a file that includes itself is found
  std::string text;
};

/// Finds the text of `include "wanted"` in the source `from`; an error says why there is none.
using IncludeLoader =
    std::function<Result<IncludedText>(std::string_view wanted, std::string_view from)>;

/// How a text is read.
struct ConfigReading {
  IncludeLoader include = {};  ///< empty: an `include` is an error
  ConfigLimits limits = {};
};

}  // namespace kebne
