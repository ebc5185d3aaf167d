#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kebne {

/// A value that a log record carries beside its text.
class LogValue {
 public:
  using Variant =
      std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string>;

  LogValue() noexcept : value_{nullptr} {}
  LogValue(std::nullptr_t) noexcept : value_{nullptr} {}
  LogValue(std::same_as<bool> auto b) noexcept : value_{b} {}
  template <std::signed_integral T>
  LogValue(T n) noexcept : value_{static_cast<std::int64_t>(n)} {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) LogValue(T n)
  noexcept : value_{static_cast<std::uint64_t>(n)} {}
  template <std::floating_point T>
  LogValue(T x) noexcept : value_{static_cast<double>(x)} {}
  LogValue(std::string text) noexcept : value_{std::move(text)} {}
  LogValue(std::string_view text) : value_{std::string{text}} {}
  LogValue(const char* text) : value_{std::string{text}} {}

  [[nodiscard]] const Variant& get() const noexcept { return value_; }

  /// As it stands in a message: `null`, `true`, `1.5`, text without quotes.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const LogValue&, const LogValue&) = default;

 private:
  Variant value_;
};

/// A value with its name.
struct LogField {
  std::string name;
  LogValue value;
  friend bool operator==(const LogField&, const LogField&) = default;
};

/// A text with holes for values, as Akka.NET and other .NET programs write them: `{0}`, `{Name}`,
/// with a width `{0,5}`, with `@` or `$` before the name; `{{` and `}}` are braces.
///
/// If all holes are numbers, each names its argument; else the arguments fill the holes in their
/// order. A hole without an argument stays as it is written, and so does what is no hole. What
/// follows a `:` in a hole is not looked at: format specifiers are .NET's.
class MessageTemplate {
 public:
  explicit MessageTemplate(std::string_view text);

  /// The text with the arguments in it. Without arguments the text is as it is.
  [[nodiscard]] std::string render(std::span<const LogValue> args) const;

  /// The named holes that have an argument.
  [[nodiscard]] std::vector<LogField> fields(std::span<const LogValue> args) const;

 private:
  struct Piece {
    std::string_view text;  ///< as written; of a literal, what it stands for
    std::string_view name;  ///< of a hole
    std::size_t index = 0;  ///< of its argument
    int width = 0;          ///< negative: to the left
    bool is_hole = false;
  };
  void parse();
  bool add_hole(std::string_view inside, std::string_view written);

  std::string_view text_;
  std::vector<Piece> pieces_;
};

}  // namespace kebne
