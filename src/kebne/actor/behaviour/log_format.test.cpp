#include "kebne/actor.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/testkit/recording_sink.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"
#include "tests/support/words.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;
using test::word;

struct Boom : std::runtime_error {
  Boom() : std::runtime_error{"boom"} {}
};

struct Say {};

class Speaker final : public Actor {
 public:
  static void behavior(On<Speaker>& on) { on.handle<&Speaker::say>(); }

 private:
  void say(const Say&) { log().info("from actor"); }
};

/// Puts `by` in the place of what has this form: any digit where the form has a 0.
void mask(std::string& line, std::string_view form, std::string_view by) {
  const std::size_t at = line.find(form.substr(0, form.find('0')));
  const auto fits = [](char c, char wanted) {
    return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
  };
  for (std::size_t i = at; i != std::string::npos && i + form.size() <= line.size(); ++i) {
    if (!std::equal(form.begin(), form.end(), line.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](char wanted, char c) { return fits(c, wanted); })) {
      continue;
    }
    line.replace(i, form.size(), by);
    return;
  }
}

/// The first line, without what differs each time.
std::string masked(std::string line) {
  line.resize(std::min(line.find('\n'), line.size()));
  mask(line, "[00/00/0000 00:00:00.000Z]", "[TIME]");
  mask(line, "[Thread 0000]", "[Thread NNNN]");
  return line;
}

/// A system that logs into a list, shared by all rows.
struct Stage {
  TestKit kit{TestKit::Options{
      .name = "lg", .logging = {.level = LogLevel::Debug, .sinks = {sink}, .dead_letters = 0}}};
  std::string line() {
    kit.run_until_idle();
    const auto lines = sink->take_lines();
    EXPECT_EQ(lines.size(), 1u);
    return lines.empty() ? "(nothing)" : masked(lines.front());
  }
  Log src() { return kit.system().log("src"); }

  static std::shared_ptr<RecordingSink> make() { return std::make_shared<RecordingSink>(); }
  inline static std::shared_ptr<RecordingSink> sink = make();
};

/// An argument as the table writes it.
LogValue value_of(const std::string& text) {
  if (text == "null") return nullptr;
  if (text == "True") return true;
  if (text == "1.5") return 1.5;
  if (text == "System.Int32[]") return fmt::format("{}", std::vector<int>{1, 2});
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return text;
}

/// `a {0} b  args=1,2`.
std::string log_template(Stage& stage, const Row& row) {
  const std::size_t at = row.input.find("  args=");
  const std::string text = row.input.substr(0, at);
  const std::string args = row.input.substr(at + 7);
  const std::size_t comma = args.find(',');
  const Log log = stage.src();
  if (comma == std::string::npos) {
    log.message(LogLevel::Info, text, {value_of(args)});
  } else {
    log.message(LogLevel::Info, text,
                {value_of(args.substr(0, comma)), value_of(args.substr(comma + 1))});
  }
  return stage.line();
}

std::string shown(LogLevel level) {
  switch (level) {
    case LogLevel::Debug: return "DebugLevel";
    case LogLevel::Info: return "InfoLevel";
    case LogLevel::Warning: return "WarningLevel";
    case LogLevel::Error: return "ErrorLevel";
    case LogLevel::Off: return fmt::format("{}", static_cast<std::int32_t>(level));
  }
  return "unknown";
}

std::string level_for_name(const Row& row) {
  const std::optional<LogLevel> level = log_level(row.input);
  if (level) return shown(*level);
  return "throws bad-argument";
}

std::string level_number(const Row& row) {
  for (const LogLevel level :
       {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error}) {
    if (shown(level) == row.input) return fmt::format("{}", static_cast<std::int32_t>(level));
  }
  return "no such level";
}

/// `source=` of a record.
std::string source_shown(Stage& stage, const Log& log) {
  log.info("hi");
  stage.kit.run_until_idle();
  return stage.sink->take().at(0)->source();
}

TEST(LogFormatTable, EveryRowHolds) {
  Stage stage;
  Scenarios rows;
  rows.add("info line", "Info('hi')", [&](const Row&) {
    stage.src().info("hi");
    return stage.line();
  });
  rows.add("debug line", "Debug('hi')", [&](const Row&) {
    stage.src().debug("hi");
    return stage.line();
  });
  rows.add("warning line", "Warning('hi')", [&](const Row&) {
    stage.src().warning("hi");
    return stage.line();
  });
  rows.add("error line", "Error('hi')", [&](const Row&) {
    stage.src().error("hi");
    return stage.line();
  });
  rows.add("error with cause, first line", "Error(Boom,'hi')", [&](const Row&) {
    stage.src().error(std::make_exception_ptr(Boom{}), "hi");
    return stage.line();
  });
  rows.each("message template", [&](const Row& row) { return log_template(stage, row); });
  rows.add("log source of object", "String", [&](const Row&) {
    return "source=" + source_shown(stage, stage.kit.system().log("text"));
  });
  rows.add("log source of object", "Boom", [&](const Row&) {
    return "source=" + source_shown(stage, stage.kit.system().log("Boom"));
  });
  rows.add("log source of actor ref", "/user/x", [&](const Row&) {
    const ActorRef x = stage.kit.spawn<Speaker>("x");
    return source_shown(stage, stage.kit.system().log(x));
  });
  rows.add("Context.GetLogger line", "actor /user/logger-actor", [&](const Row&) {
    stage.kit.spawn<Speaker>("logger-actor").tell(Say{});
    return stage.line();
  });
  rows.each("log level for name", level_for_name);
  rows.each("level order value", level_number);
  rows.add("level enabled", "loglevel=DEBUG", [&](const Row&) {
    const Log log = stage.src();
    return fmt::format("debug={} info={}", word(log.is_enabled(LogLevel::Debug)),
                       word(log.is_enabled(LogLevel::Info)));
  });

  auto files = test::TableFiles::read(KEBNE_TEST_DATA, "log-format");
  ASSERT_TRUE(files) << files.error().text;
  files->is_printed_text = true;
  for (const std::string& problem : test::check_table(*files, rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
