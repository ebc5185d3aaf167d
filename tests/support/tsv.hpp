#pragma once

#include "kebne/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::test {

/// A table of texts: a header line, cells between tabs, `\n` after each line.
///
/// Cells are kept with their escapes resolved: `\t \n \r \\ \uXXXX`.
struct Tsv {
  struct Line {
    std::size_t number;  ///< in the file, from 1
    std::vector<std::string> cells;
  };

  std::string name;
  std::vector<std::string> columns;
  std::vector<Line> lines;

  /// Fails with `Code::BadSyntax` when a line has not as many cells as the header, on an unknown
  /// escape, on a `\r`, and when the last line does not end.
  [[nodiscard]] static Result<Tsv> parse(std::string name, std::string_view text);

  /// Index of a column. Fails with `Code::BadSyntax` when the table has no such column.
  [[nodiscard]] Result<std::size_t> column(std::string_view wanted) const;
};

/// The whole file, or why it cannot be read.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

}  // namespace kebne::test
