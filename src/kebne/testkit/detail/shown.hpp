#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace kebne::detail {

[[nodiscard]] std::string show_number(std::int64_t value);
[[nodiscard]] std::string show_number(std::uint64_t value);
[[nodiscard]] std::string show_number(double value);
[[nodiscard]] std::string show_text(std::string_view value);

/// Types whose values a failed expectation can print: numbers, texts, enumerations, and those with
/// a `to_string`, as a member or beside them.
template <class M>
concept Showable = std::is_arithmetic_v<M> || std::is_enum_v<M> ||
    std::convertible_to<const M&, std::string_view> || requires(const M& m) {
  std::string{m.to_string()};
} || requires(const M& m) {
  std::string{to_string(m)};
};

template <Showable M>
[[nodiscard]] std::string show(const void* message) {
  const M& m = *static_cast<const M*>(message);
  if constexpr (std::convertible_to<const M&, std::string_view>) {
    return show_text(m);
  } else if constexpr (std::is_same_v<M, bool>) {
    return m ? "true" : "false";
  } else if constexpr (std::is_floating_point_v<M>) {
    return show_number(static_cast<double>(m));
  } else if constexpr (std::is_unsigned_v<M>) {
    return show_number(std::uint64_t{m});
  } else if constexpr (std::is_arithmetic_v<M>) {
    return show_number(std::int64_t{m});
  } else if constexpr (requires { std::string{m.to_string()}; }) {
    return std::string{m.to_string()};
  } else if constexpr (requires { std::string{to_string(m)}; }) {
    return std::string{to_string(m)};
  } else {
    return show_number(static_cast<std::int64_t>(m));
  }
}

/// Prints a message of a type that is known where it is called; null when it cannot.
using Show = std::string (*)(const void* message);

template <class M>
[[nodiscard]] constexpr Show shower() noexcept {
  if constexpr (Showable<M>) {
    return &show<M>;
  } else {
    return nullptr;
  }
}

}  // namespace kebne::detail
