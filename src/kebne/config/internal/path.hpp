#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kebne::detail::hocon {

/// Walks through the names of a path: `a."b.c".d` has three.
///
/// Keeps the path, which must outlive it. Blanks around a name do not count.
class PathReader {
 public:
  explicit PathReader(std::string_view path) noexcept : path_{path} {}

  /// The next name, valid until the next call. False at the end and at an error.
  [[nodiscard]] bool next(std::string_view& name);

  /// What is wrong with the path, `empty name` or `quote without end`; empty while nothing is.
  [[nodiscard]] std::string_view error() const noexcept { return error_; }

 private:
  bool quoted_name(std::string_view& name);

  std::string_view path_;
  std::size_t at_ = 0;
  std::string unescaped_;
  std::string_view error_;
};

/// Appends a name to a path, in quotes where it needs them.
void append_name(std::string& path, std::string_view name);

}  // namespace kebne::detail::hocon
