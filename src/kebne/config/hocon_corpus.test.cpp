#include "kebne/config/config.hpp"
#include "tests/support/tsv.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

/// A broken or hostile text and what is to come of it; made by tests/corpus/make_hocon.py.
struct Sample {
  std::string name;
  std::string text;
  std::string outcome;
  std::string other;  ///< what `include "other"` finds
};

/// Spells out `<<N|x>>`, N times x, and `<<xFF>>`, that byte.
std::string spelled_out(std::string_view cell) {
  std::string out;
  for (;;) {
    const std::size_t open = cell.find("<<");
    const std::size_t close = cell.find(">>", open);
    out += cell.substr(0, open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out;
    const std::string_view inside = cell.substr(open + 2, close - open - 2);
    const std::size_t bar = inside.find('|');
    std::size_t number = 0;
    if (bar == std::string_view::npos) {
      std::from_chars(inside.data() + 1, inside.data() + inside.size(), number, 16);
      out += static_cast<char>(number);
    } else {
      std::from_chars(inside.data(), inside.data() + bar, number);
      for (std::size_t i = 0; i < number; ++i) out += inside.substr(bar + 1);
    }
    cell.remove_prefix(close + 2);
  }
}

std::vector<Sample> read_samples() {
  const auto text = test::read_file(KEBNE_TEST_DATA "/../corpus/hocon.tsv");
  EXPECT_TRUE(text) << text.error().text;
  const auto table = test::Tsv::parse("hocon.tsv", text.value_or(""));
  EXPECT_TRUE(table) << table.error().text;
  std::vector<Sample> samples;
  if (!table) return samples;
  for (const auto& line : table->lines) {
    samples.push_back({line.cells[0], spelled_out(line.cells[1]), spelled_out(line.cells[2]),
                       spelled_out(line.cells[3])});
  }
  return samples;
}

/// Gives the sample's other file, and towers and circles for the names that ask for them.
IncludeLoader loader_of(const Sample& sample) {
  return [&sample, floor = 0](std::string_view wanted,
                              std::string_view) mutable -> Result<IncludedText> {
    if (wanted == "other") return IncludedText{"other", sample.other};
    if (wanted == "self") return IncludedText{"text", sample.text};
    if (wanted == "tower") return IncludedText{fmt::format("{}", ++floor), "include \"tower\""};
    return fail(Code::BadSyntax, "no such file");
  };
}

/// `error LINE KEY` or `tree TEXT`; LINE and KEY may be `*`.
void expect_outcome(const Sample& sample) {
  const bool wants_error = sample.outcome.starts_with("error ");
  try {
    const std::string tree =
        Config::text(sample.text, "text", {.include = loader_of(sample), .limits = {}}).to_string();
    EXPECT_FALSE(wants_error) << "got tree " << tree.substr(0, 200);
    EXPECT_TRUE(wants_error || "tree " + tree == sample.outcome) << tree.substr(0, 400);
  } catch (const ConfigError& error) {
    ASSERT_TRUE(wants_error) << error.what();
    const std::string_view outcome = std::string_view{sample.outcome}.substr(6);
    const std::string_view line = outcome.substr(0, outcome.find(' '));
    const std::string_view key = outcome.substr(outcome.find(' ') + 1);
    const std::string got_line = fmt::format("{}", error.origin.line);
    const std::string got_key = error.key.empty() ? "-" : error.key;
    EXPECT_TRUE(line == "*" || line == got_line) << "wanted line " << line << ": " << error.what();
    EXPECT_TRUE(key == "*" || key == got_key) << "wanted key " << key << ": " << error.what();
    EXPECT_GT(error.origin.line, 0u) << error.what();
    EXPECT_LT(std::string_view{error.what()}.size(), 1000u);
  }
}

TEST(HoconCorpus, EachSampleHasItsOutcome) {
  const std::vector<Sample> samples = read_samples();

  EXPECT_GE(samples.size(), 500u);
  for (const Sample& sample : samples) {
    SCOPED_TRACE(sample.name + ": " + sample.text.substr(0, 300) + "\n=> " +
                 sample.outcome.substr(0, 200));
    expect_outcome(sample);
  }
}

}  // namespace
}  // namespace kebne
