#include "kebne/config/config.hpp"
#include "tests/support/tsv.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

/// A row of the default tree that Akka.NET has.
struct Default {
  std::size_t line;
  std::string path;
  std::string value;
  std::string applies;
};

std::vector<Default> read_defaults() {
  const auto text = test::read_file(KEBNE_TEST_DATA "/defaults.tsv");
  EXPECT_TRUE(text) << text.error().text;
  const auto table = test::Tsv::parse("defaults.tsv", text.value_or(""));
  EXPECT_TRUE(table) << table.error().text;
  std::vector<Default> rows;
  if (!table) return rows;
  for (const auto& [number, cells] : table->lines) {
    rows.push_back({number, cells[0], cells[1], cells[4]});
  }
  return rows;
}

Config as_config(const Default& row) {
  const bool structured = row.value.starts_with('[') || row.value == "{}";
  if (row.value.starts_with('[')) {
    // The table prints items without their quotes.
    std::string items;
    std::string_view rest = std::string_view{row.value}.substr(1, row.value.size() - 2);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(", "), rest.size());
      items += fmt::format("\"{}\"\n", rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    return Config::text(fmt::format("v = [{}]", items));
  }
  return Config::text(structured ? "v = {}" : fmt::format("v = \"{}\"", row.value));
}

/// Whether a getter reads both, and reads the same.
template <class T>
bool same(const Config& ours, const std::string& path, const Config& theirs) {
  try {
    return ours.get<T>(path) == theirs.get<T>("v");
  } catch (const ConfigError&) {
    return false;
  }
}

bool same_value(const Default& row) {
  const Config& ours = Config::reference();
  const Config theirs = as_config(row);
  if (row.value == "{}") return ours.has_path(row.path) && ours.get_config(row.path).is_empty();
  if (row.value.starts_with('[')) {
    return ours.get_string_list(row.path) == theirs.get_string_list("v");
  }
  return same<std::string>(ours, row.path, theirs) || same<bool>(ours, row.path, theirs) ||
         same<double>(ours, row.path, theirs) ||
         same<std::chrono::nanoseconds>(ours, row.path, theirs) ||
         same<ByteSize>(ours, row.path, theirs);
}

TEST(ReferenceConfig, HasEveryDefaultThatAppliesHere) {
  std::size_t count = 0;
  for (const Default& row : read_defaults()) {
    if (row.applies != "yes") continue;
    ++count;
    EXPECT_TRUE(Config::reference().has_path(row.path))
        << "defaults.tsv:" << row.line << ": no " << row.path;
    if (!Config::reference().has_path(row.path)) continue;
    EXPECT_TRUE(same_value(row)) << "defaults.tsv:" << row.line << ": " << row.path << " is not "
                                 << row.value;
  }
  EXPECT_EQ(count, 348u);
}

TEST(ReferenceConfig, HasNoKeyThatMeansNothingHere) {
  for (const Default& row : read_defaults()) {
    if (row.applies == "yes") continue;
    EXPECT_FALSE(Config::reference().has_path(row.path)) << row.path;
  }
}

TEST(ReferenceConfig, NamesTheFileOfEachValue) {
  EXPECT_EQ(Config::reference().origin("akka.remote.resend-limit")->source,
            "reference/remote.conf");
  EXPECT_EQ(Config::reference().origin("akka.loglevel")->source, "reference/core.conf");
}

TEST(ReferenceConfig, HoldsTwoTreesOnly) {
  EXPECT_EQ(Config::reference().keys(), (std::vector<std::string>{"akka", "kebne"}));
}

}  // namespace
}  // namespace kebne
