#pragma once

#include "kebne/base/result.hpp"
#include "tests/support/match.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne::test {

/// A row of a behaviour table: what Akka.NET was seen to do.
struct Row {
  std::size_t line;
  std::string kase;  ///< column `case`
  std::string input;
  std::string observed;
  std::string setup;
  Match match;
};

/// What the tests of one table do, row by row.
///
/// A scenario returns what it saw, in the spelling of the column `observed` or in neutral words;
/// one that throws has seen `throws X`.
class Scenarios {
 public:
  using Run = std::function<std::string(const Row&)>;
  using Holds = std::function<bool(std::string_view got)>;

  struct Scenario {
    Run run;
    Holds holds;  ///< for rows with match = range: whether what was seen is within it
  };

  /// For the row with this case and this input.
  void add(std::string kase, std::string input, Run run, Holds holds = {});

  /// For all rows of this case that have no scenario of their own.
  void each(std::string kase, Run run);

 private:
  friend class Runner;
  using Key = std::pair<std::string, std::string>;

  std::map<Key, Scenario> rows_;
  std::map<std::string, Scenario> cases_;
  std::vector<std::string> problems_;
};

/// The texts that decide about one table.
struct TableFiles {
  std::string table;       ///< its name, as the other two spell it
  std::string rows;        ///< case, input, observed, setup, match
  std::string exceptions;  ///< table, case, input, what_kebne_does: rows that are to differ
  std::string pending;     ///< table, case, input, module: rows that wait for a module

  /// What the rows show was printed, so an exception may differ in its spelling alone.
  bool is_printed_text = false;

  /// `<folder>/<table>.tsv`, `<folder>/exceptions.tsv`, `<folder>/pending.tsv`.
  [[nodiscard]] static Result<TableFiles> read(const std::string& folder, std::string table);
};

/// What a scenario returns when an exception describes a rule and the rule holds.
inline constexpr std::string_view rule_holds = "rule holds";

/// Runs every scenario and says what is wrong; nothing when the table holds.
///
/// Each row has a scenario and gives what it says; or is an exception and gives what that says,
/// which is something else; or is pending, or an exception that says `none: …`, and has no
/// scenario. Each scenario, exception and pending entry has its row.
[[nodiscard]] std::vector<std::string> check_table(const TableFiles& files,
                                                   const Scenarios& scenarios);

/// The same for the files of a folder.
[[nodiscard]] std::vector<std::string> check_table(const std::string& folder,
                                                   const std::string& table,
                                                   const Scenarios& scenarios);

}  // namespace kebne::test
