#pragma once

#include "kebne/config/internal/tree.hpp"

#include <string>
#include <string_view>

namespace kebne::detail::hocon {

/// The text of a text or null.
[[nodiscard]] inline std::string_view text_of(const Value* value) noexcept {
  return is(value, Kind::Null) ? std::string_view{"null"} : as_text(value);
}

[[nodiscard]] inline bool is_simple(const Value* value) noexcept {
  return is(value, Kind::Text) || is(value, Kind::Null);
}

/// Whether two values can stand side by side as one value.
[[nodiscard]] inline bool fits(const Value* a, const Value* b) noexcept {
  return (is_simple(a) && is_simple(b)) || a->kind == b->kind;
}

/// Values put one after the other. Takes linear time in the size of the result.
class Concatenation {
 public:
  Concatenation(Arena& arena, const Place& place) noexcept : arena_{arena}, place_{place} {}

  /// What there is so far, of the right kind but perhaps not yet with its content; null for
  /// nothing.
  [[nodiscard]] Value* value() const noexcept { return value_; }

  /// A text or null; the blanks stand in front of it.
  void add_text(Value* text, std::string_view blank);

  /// The blanks in front of something that turned out to be nothing.
  void add_blank(std::string_view blank);

  void add_list(Value* list);

  /// In place of what there is.
  void set(Value* value) noexcept { value_ = value; }

  /// The result; nothing may be added any more.
  [[nodiscard]] Value* finish();

 private:
  void collect();

  Arena& arena_;
  Place place_;
  Value* value_ = nullptr;
  std::string buffer_;
  bool collects_ = false;   ///< the text is in the buffer
  bool owns_list_ = false;  ///< the list was made here
};

}  // namespace kebne::detail::hocon
