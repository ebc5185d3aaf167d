#include "kebne/config/config.hpp"
#include "tests/support/tsv.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {
namespace {

// What Akka.NET's parser makes of each text, and by `keep` what ours is to make of it.
struct Case {
  std::size_t line;
  std::string kase;
  std::string input;
  std::string expected;
  std::string keep;
  std::string ours;  // column kebne_expected
};

constexpr std::string_view error_word = "ERROR";

std::vector<Case> read_cases() {
  const auto text = test::read_file(KEBNE_TEST_DATA "/hocon-cases.tsv");
  EXPECT_TRUE(text) << text.error().text;
  const auto table = test::Tsv::parse("hocon-cases.tsv", text.value_or(""));
  EXPECT_TRUE(table) << table.error().text;
  std::vector<Case> cases;
  if (!table) return cases;
  for (const auto& [number, cells] : table->lines) {
    cases.push_back({number, cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return cases;
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = read_cases();
  return cases;
}

Result<IncludedText> included(std::string_view wanted, std::string_view) {
  for (const Case& c : all_cases()) {
    if (c.kase == "include-file" && c.input == wanted) return IncludedText{c.input, c.expected};
  }
  return fail(Code::BadSyntax, "no such file");
}

/// What a case gave: its text, or the error.
struct Outcome {
  std::string text;
  std::optional<ConfigError> error;
};

Outcome outcome_of(const std::function<std::string()>& run) {
  try {
    return {run(), std::nullopt};
  } catch (const ConfigError& error) {
    return {std::string{error_word}, error};
  }
}

/// Line and column, as `line * 10000 + column`, of an offset; the texts with offsets are ASCII.
std::size_t line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text.substr(0, offset)) {
    line += c == '\n' ? 1 : 0;
    column = c == '\n' ? 1 : column + 1;
  }
  return line * 10000 + column;
}

/// The place of an error is where Akka.NET saw it, or before.
void expect_place(const Case& c, const ConfigError& error) {
  const std::size_t at = c.expected.find("position=");
  if (at == std::string::npos || !c.expected.starts_with(error_word)) return;
  const std::size_t offset = std::stoul(c.expected.substr(at + 9));
  EXPECT_GT(error.origin.line, 0u) << error.what();
  EXPECT_LE(error.origin.line * 10000 + error.origin.column, line_and_column(c.input, offset))
      << "line " << c.line << ": " << error.what();
}

void expect_case(const Case& c, const Outcome& got) {
  SCOPED_TRACE(fmt::format("hocon-cases.tsv:{}: {}: {}", c.line, c.kase, c.input));
  const std::string& wanted = c.keep == "spec" ? c.ours : c.expected;
  const bool error = c.keep == "error" || (c.keep == "as-is" && wanted.starts_with(error_word));
  if (error) {
    EXPECT_TRUE(got.error) << "expected an error, got " << got.text;
    if (!got.error) return;
    EXPECT_FALSE(got.error->found.empty()) << got.error->what();
    EXPECT_FALSE(got.error->wanted.empty()) << got.error->what();
    expect_place(c, *got.error);
    return;
  }
  EXPECT_EQ(got.text, wanted) << (got.error ? got.error->what() : "");
}

/// Runs all cases whose name begins so; at least one.
void run_cases(std::string_view prefix, const std::function<std::string(const Case&)>& run) {
  std::size_t count = 0;
  for (const Case& c : all_cases()) {
    if (!c.kase.starts_with(prefix)) continue;
    expect_case(c, outcome_of([&] { return run(c); }));
    ++count;
  }
  EXPECT_GT(count, 0u) << prefix;
}

std::string tree(const Case& c) { return Config::text(c.input).to_string(); }

/// The two sides of a cell.
std::pair<std::string, std::string> sides(const Case& c, std::string_view sign) {
  const std::size_t at = c.input.find(sign);
  EXPECT_NE(at, std::string::npos) << c.input;
  return {c.input.substr(0, at), c.input.substr(at + sign.size())};
}

std::string ticks(std::chrono::nanoseconds duration) {
  return fmt::format("{} ticks(100ns)", duration.count() / 100);
}

std::string word(bool value) { return value ? "True" : "False"; }

template <class T>
std::string whole(const Config& config, const std::string& path) {
  return fmt::format("{}", config.get<T>(path));
}

std::string real(double value) {
  if (value != value) return "NaN";
  if (value == std::numeric_limits<double>::infinity()) return "Infinity";
  return fmt::format("{}", value);
}

template <class T>
std::string list_of(const Config& config, const std::string& path,
                    const std::function<std::string(T)>& print) {
  std::string out;
  for (const T& item : config.get_list<T>(path)) out += (out.empty() ? "" : "|") + print(item);
  return "[" + out + "]";
}

using Getter = std::function<std::string(const Config&, const std::string& path)>;

std::string text_or_null(const Config& config, const std::string& path) {
  return config.find<std::string>(path).value_or("<null>");
}

std::string size_or_null(const Config& config, const std::string& path) {
  const auto size = config.find<ByteSize>(path);
  return size ? fmt::format("{}", size->bytes) : "<null>";
}

std::string timeout(const Config& config, const std::string& path) {
  const Timeout value = config.get_timeout(path);
  return value.is_infinite() ? "infinite" : ticks(value.after);
}

std::string section(const Config& config, const std::string& path) {
  const auto part = config.find_config(path);
  return part ? part->to_string() : "<null>";
}

/// Akka.NET gives an empty list for a missing one.
std::string texts(const Config& config, const std::string& path) {
  if (!config.has_path(path)) return "[]";
  return list_of<std::string>(config, path, [](const std::string& text) { return text; });
}

const std::map<std::string, Getter, std::less<>>& getters() {
  const auto number = [](auto value) { return fmt::format("{}", value); };
  static const std::map<std::string, Getter, std::less<>> all{
      {"GetTimeSpan", timeout},
      {"GetTimeSpan(allowInfinite=false)",
       [](const Config& c, const std::string& path) { return ticks(c.get_duration(path)); }},
      {"GetByteSize", size_or_null},
      {"GetBoolean",
       [](const Config& c, const std::string& path) { return word(c.get_bool(path)); }},
      {"GetInt", whole<std::int32_t>},
      {"GetInt default",
       [](const Config& c, const std::string& path) {
         return fmt::format("{}", c.get<std::int32_t>(path, 7));
       }},
      {"GetLong", whole<std::int64_t>},
      {"GetDouble",
       [](const Config& c, const std::string& path) { return real(c.get_double(path)); }},
      {"GetFloat", [](const Config& c,
                      const std::string& path) { return fmt::format("{}", c.get<float>(path)); }},
      {"GetDecimal", text_or_null},
      {"GetString", text_or_null},
      {"GetString through scalar", text_or_null},
      {"GetStringList", texts},
      {"GetIntList",
       [=](const Config& c, const std::string& path) {
         return list_of<std::int32_t>(c, path, number);
       }},
      {"GetBooleanList",
       [](const Config& c, const std::string& path) { return list_of<bool>(c, path, word); }},
      {"GetByteList",
       [=](const Config& c, const std::string& path) {
         return list_of<std::uint8_t>(c, path, number);
       }},
      {"GetConfig", section},
      {"GetConfig-null?", section},
      {"HasPath", [](const Config& c, const std::string& path) { return word(c.has_path(path)); }},
      {"HasPath through scalar",
       [](const Config& c, const std::string& path) { return word(c.has_path(path)); }},
  };
  return all;
}

std::string get(const std::string& name, const Config& config, const std::string& path) {
  const auto getter = getters().find(name);
  if (getter == getters().end()) return "no getter " + name;
  return getter->second(config, path);
}

TEST(HoconCases, ParseGivesTheTree) { run_cases("parse/", tree); }

TEST(HoconCases, SelfReferencesAndCirclesEnd) { run_cases("risky/", tree); }

TEST(HoconCases, IncludesAreRead) {
  run_cases("include/", [](const Case& c) {
    return Config::text(c.input, "text", {.include = included}).to_string();
  });
}

TEST(HoconCases, FallbackShowsThrough) {
  run_cases("with-fallback/", [](const Case& c) {
    const auto [top, bottom] = sides(c, "  <-fallback-  ");
    return Config::text(top).with_fallback(Config::text(bottom)).to_string();
  });
}

TEST(HoconCases, GettersReadValues) {
  // There is no decimal type: these two are texts like any other.
  const std::set<std::pair<std::string, std::string>> texts_here{
      {"getter/GetDecimal", "1e3"}, {"getter/GetDecimal", "79228162514264337593543950336"}};
  std::size_t seen = 0;
  for (const Case& c : all_cases()) {
    if (!c.kase.starts_with("getter/")) continue;
    const Outcome got =
        outcome_of([&] { return get(c.kase.substr(7), Config::text("a = " + c.input), "a"); });
    if (texts_here.contains({c.kase, c.input})) {
      EXPECT_EQ(got.text, c.input);
      ++seen;
      continue;
    }
    expect_case(c, got);
  }
  EXPECT_EQ(seen, texts_here.size());
}

TEST(HoconCases, GettersOfNothing) {
  run_cases("getter-missing/", [](const Case& c) {
    const std::string name = c.kase.substr(15);
    return get(name, Config::text("a = 1"), name.ends_with("through scalar") ? "a.b" : "zz");
  });
}

TEST(HoconCases, PathsAreLookedUp) {
  run_cases("lookup/", [](const Case& c) {
    const auto [text, path] = sides(c, "  @ ");
    return Config::text(text).get<std::string>(path, "<default>");
  });
}

TEST(HoconCases, EveryRowIsOfAKindThatRuns) {
  const std::set<std::string> kinds{"include-file",  "parse",  "risky",          "include",
                                    "with-fallback", "getter", "getter-missing", "lookup"};
  EXPECT_EQ(all_cases().size(), 473u);
  for (const Case& c : all_cases()) {
    EXPECT_TRUE(kinds.contains(c.kase.substr(0, c.kase.find('/')))) << c.kase;
    EXPECT_TRUE(c.keep == "as-is" || c.keep == "error" || c.keep == "spec") << c.keep;
  }
}

}  // namespace
}  // namespace kebne
