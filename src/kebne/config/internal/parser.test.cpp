#include "kebne/config/internal/parser.hpp"

#include "kebne/config/config.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne::detail::hocon {
namespace {

std::string tree(std::string_view text, const ConfigReading& reading = {}) {
  const auto config = Config::parse(text, "t", reading);
  return config ? config->to_string() : config.error().text;
}

TEST(Parser, NamesTheKeyItIsIn) {
  EXPECT_EQ(tree("a {\n  b.c = [1, }\n}"), "t:2:13: a.b.c: found \"}\", wanted a value");
  EXPECT_EQ(tree("a {\n  b = 1\n"),
            "t:3:1: a: found the end of the text, wanted \"}\" for the \"{\" "
            "of line 1");
  EXPECT_EQ(tree("a = x { b = 1 }"),
            "t:1:7: a: found an object after \"x\", wanted a comma or a line end between them");
}

TEST(Parser, SaysWhichCharacterIsWrong) {
  EXPECT_EQ(tree("a = 1\nb = x?y"),
            "t:2:6: b: found \"?\", wanted quotes around a text with this character");
  EXPECT_EQ(tree("a = http://h"), "t:1:9: a: found \":\", wanted a value, a comma or a line end");
  EXPECT_EQ(tree("a..b = 1"),
            "t:1:3: a: found an empty name in \"a..b\", wanted a name on each side of a dot");
  EXPECT_EQ(tree("a = \xff"), "t:1:5: found byte 0xff, wanted UTF-8");
}

TEST(Parser, ManyKeysInOneObjectStayFast) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += fmt::format("k{} = {}\n", i, i);
  for (int i = 0; i < 20000; ++i) text += fmt::format("k{} = x{}\n", i, i);
  const Config config = Config::text(text);

  EXPECT_EQ(config.keys().size(), 20000u);
  EXPECT_EQ(config.get_string("k19999"), "x19999");
  EXPECT_EQ(config.origin("k0")->line, 20001u);
}

TEST(Parser, DepthIsBounded) {
  const std::string at_most = "200 inside each other";
  EXPECT_NE(tree("a = " + std::string(1'000'000, '[')).find(at_most), std::string::npos);
  EXPECT_NE(tree("a " + std::string(1'000'000, '{')).find("wanted"), std::string::npos);
  std::string path = "a";
  for (int i = 0; i < 100'000; ++i) path += ".a";
  EXPECT_NE(tree(path + " = 1").find(at_most), std::string::npos);
  EXPECT_EQ(tree("a = " + std::string(200, '[') + std::string(200, ']')).substr(0, 6), "a = [[");
  EXPECT_NE(tree("a = " + std::string(201, '[') + std::string(201, ']')).find(at_most),
            std::string::npos);
}

TEST(Parser, IncludesAreBounded) {
  int calls = 0;
  const auto tower = [&](std::string_view, std::string_view) -> Result<IncludedText> {
    ++calls;
    return IncludedText{fmt::format("f{}", calls), "include \"next\""};
  };
  EXPECT_EQ(tree("include \"x\"", {.include = tower}),
            "f32:1:1: found files that include each other deeper than that, wanted at most 32");
  EXPECT_EQ(calls, 33);

  calls = 0;
  const auto tree_of_ten = [&](std::string_view, std::string_view) -> Result<IncludedText> {
    ++calls;
    std::string text;
    for (int i = 0; i < 10; ++i) text += "include \"next\"\n";
    return IncludedText{fmt::format("f{}", calls), text};
  };
  const std::string error = tree(
      "include \"x\"", {.include = tree_of_ten, .limits = {.includes = 50, .include_depth = 4}});
  EXPECT_EQ(calls, 5);
  EXPECT_NE(error.find("wanted at most 4"), std::string::npos) << error;
}

TEST(Parser, IncludeOfItselfIsRefused) {
  const auto same = [](std::string_view wanted, std::string_view) -> Result<IncludedText> {
    return IncludedText{std::string{wanted}, "include \"x\""};
  };
  EXPECT_EQ(tree("include \"x\"", {.include = same}),
            "x:1:1: found include \"x\", which includes itself, wanted no circle of includes");
}

TEST(Parser, IncludeTakesOnlyItsOwnForms) {
  const auto any = [](std::string_view wanted, std::string_view) -> Result<IncludedText> {
    return IncludedText{"i", fmt::format("got = \"{}\"", wanted)};
  };
  const ConfigReading reading{.include = any};
  EXPECT_EQ(tree("include required(\"a\")", reading), "got = a");
  EXPECT_EQ(tree("include required(file(\"a\"))", reading), "got = a");
  EXPECT_EQ(tree("include required( file( \"a\" ) )", reading), "got = a");
  EXPECT_EQ(tree("include file(\"a\"", reading).substr(0, 6), "t:1:9:");
  EXPECT_EQ(tree("include url(\"a\")", reading).substr(0, 25), "t:1:9: found \"url(\", want");
  EXPECT_EQ(tree("include \"a\" x", reading).substr(0, 6), "t:1:9:");
  EXPECT_EQ(tree("include = 1, include.x = 2", reading), "include.x = 2");
}

TEST(Parser, IncludedPathsCountFromTheirPlaceFirst) {
  const auto file = [](std::string_view wanted, std::string_view) -> Result<IncludedText> {
    if (wanted == "outer") return IncludedText{"outer", "v = 1\nin { include \"inner\" }"};
    return IncludedText{"inner", "w = ${v}${u}${top}\nu = 2"};
  };
  EXPECT_EQ(tree("o { include \"outer\" }\ntop = 3", {.include = file}),
            "o.in.u = 2 ; o.in.w = 123 ; o.v = 1 ; top = 3");
}

TEST(Parser, BytesAreBounded) {
  EXPECT_EQ(tree("a = 12345", {.include = {}, .limits = {.bytes = 8}}),
            "t: found 9 bytes, wanted at most 8");
}

}  // namespace
}  // namespace kebne::detail::hocon
