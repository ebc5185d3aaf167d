#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::bench {

/// What the command line asks for; counts are already cut where `--quick` cuts them.
struct Options {
  std::string subject;
  std::vector<std::string> kinds;
  std::string dispatcher = "default";
  std::vector<std::uint32_t> rows{1,  5,   10,  15,  20,  30,  40,  50,  60,  70, 80,
                                  90, 100, 200, 300, 400, 500, 600, 700, 800, 900};
  std::int64_t reps = 1;
  std::int64_t total = 15'000'000;
  std::int64_t pairs = 1;
  std::int64_t window = 1000;
  std::int64_t ops = 1'000'000;
  std::int64_t depth = 6;
  std::int64_t flat = 100'000;
  std::int64_t count = 100'000;
  std::int64_t parses = 10'000;
  std::int64_t reads = 100'000;
  std::int64_t armed = 1'000'000;
  std::int64_t cancels = 1'000'000;
  std::int64_t timers = 10'000;
  std::int64_t delays = 1'000'000;
  std::int64_t seconds = 10;
  std::int64_t rounds = 10'000;
  std::uint32_t workers = 0;  // 0: one for each processor
  bool named = false;
  bool tsv = false;
  bool quick = false;
};

/// One program's commands; `kinds` and `dispatchers` are empty where a rally has only one form.
struct Program {
  std::string name;
  std::vector<std::string> subjects;
  std::vector<std::string> kinds;
  std::vector<std::string> dispatchers = {};
};

/// Reads the command line. Prints help and exits with 0 when asked for it; prints what is wrong and
/// exits with 2 when an option or a value is.
Options parse_options(const Program& program, int argc, char** argv);

/// Number of processors that this process may use, at least 1.
std::uint32_t processors();

}  // namespace kebne::bench
