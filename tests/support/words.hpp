#pragma once

#include "kebne/base/result.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace kebne::test {

/// The .NET literals of a behaviour table in neutral words: `True` is `true`,
/// `throws UriFormatException` is `throws bad-syntax`.
///
/// Whole words only. Classes that mean the same become the same word.
[[nodiscard]] std::string neutral(std::string_view text);

/// The neutral word for a failure of ours.
[[nodiscard]] std::string_view word(Code code) noexcept;

/// The neutral word for an exception of ours; one that is not known gives its class and text.
[[nodiscard]] std::string word(const std::exception_ptr& thrown);

/// `throws bad-syntax`: what a scenario says of a failed `Result`. A scenario that throws needs no
/// words: the runner says `throws …` itself.
[[nodiscard]] std::string throws(const Error& error);

[[nodiscard]] constexpr std::string_view word(bool value) noexcept {
  return value ? "true" : "false";
}

}  // namespace kebne::test
