#pragma once

#include <span>
#include <string_view>

namespace kebne::detail::hocon {

/// A file of the folder `reference`, built into the library.
struct ReferenceText {
  std::string_view name;
  std::string_view text;
};

[[nodiscard]] std::span<const ReferenceText> reference_texts() noexcept;

}  // namespace kebne::detail::hocon
