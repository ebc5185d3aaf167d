#include "tests/support/tsv.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kebne::test {
namespace {

using Cells = std::vector<std::string>;

std::string error_of(std::string_view text) {
  const Result<Tsv> table = Tsv::parse("t.tsv", text);
  return table ? "read" : table.error().text;
}

TEST(Tsv, ReadsHeaderAndLines) {
  const Tsv table = *Tsv::parse("t.tsv", "a\tb\n1\t\n\t2\n");

  EXPECT_EQ(table.columns, (Cells{"a", "b"}));
  ASSERT_EQ(table.lines.size(), 2u);
  EXPECT_EQ(table.lines[0].cells, (Cells{"1", ""}));
  EXPECT_EQ(table.lines[1].cells, (Cells{"", "2"}));
  EXPECT_EQ(table.lines[1].number, 3u);
}

TEST(Tsv, ResolvesEscapes) {
  const Tsv table = *Tsv::parse("t.tsv", "a\n\\t\\n\\r\\\\n\\u0041\\u00e4\\u4e2d\\u0000.\n");

  EXPECT_EQ(table.lines[0].cells[0], std::string_view("\t\n\r\\nA\xc3\xa4\xe4\xb8\xad\0.", 13));
}

TEST(Tsv, FindsColumnsByName) {
  const Tsv table = *Tsv::parse("t.tsv", "a\tb\n");

  EXPECT_EQ(table.column("b"), 1u);
  EXPECT_EQ(table.column("c").error().text, "t.tsv:1: expected a column c, found none");
}

TEST(Tsv, SaysWhereItIsMalformed) {
  EXPECT_EQ(error_of(""), "t.tsv:1: expected a header and \\n after each line, the last one too");
  EXPECT_EQ(error_of("a\n1"),
            "t.tsv:1: expected a header and \\n after each line, the last one too");
  EXPECT_EQ(error_of("a\tb\n1\t2\n1\n"), "t.tsv:3: 1 cells, expected 2");
  EXPECT_EQ(error_of("a\n1\r\n"), "t.tsv:2: expected no \\r");
  EXPECT_EQ(error_of("a\n\\x\n"),
            "t.tsv:2: unknown escape in \"\\x\": expected \\t \\n \\r \\\\ \\uXXXX");
  EXPECT_EQ(error_of("a\n\\\n"),
            "t.tsv:2: unknown escape in \"\\\": expected \\t \\n \\r \\\\ \\uXXXX");
  EXPECT_EQ(error_of("a\n\\u12\n"), "t.tsv:2: expected \\uXXXX, got \\u12");
  EXPECT_EQ(error_of("a\n\\u12g4\n"), "t.tsv:2: expected \\uXXXX, got \\u12g4");
}

TEST(Tsv, NamesTheFileThatCannotBeOpened) {
  EXPECT_EQ(read_file("no/such/file").error().text, "no/such/file: cannot be opened");
}

}  // namespace
}  // namespace kebne::test
