#include "tests/support/table.hpp"

#include "tests/support/tsv.hpp"
#include "tests/support/words.hpp"

#include <fmt/core.h>

#include <exception>
#include <optional>
#include <set>

namespace kebne::test {
namespace {

/// The wanted cells of every line, in the order of `columns`.
Result<std::vector<Tsv::Line>> select(const std::string& name, const std::string& text,
                                      const std::vector<std::string>& columns) {
  const Result<Tsv> table = Tsv::parse(name, text);
  if (!table) return tl::unexpected<Error>{table.error()};
  std::vector<std::size_t> at;
  for (const std::string& column : columns) {
    const Result<std::size_t> index = table->column(column);
    if (!index) return tl::unexpected<Error>{index.error()};
    at.push_back(*index);
  }
  std::vector<Tsv::Line> out;
  for (const Tsv::Line& line : table->lines) {
    std::vector<std::string> cells;
    for (const std::size_t index : at) cells.push_back(line.cells[index]);
    out.push_back({line.number, std::move(cells)});
  }
  return out;
}

std::optional<Match> match_of(std::string_view text) {
  if (text == "exact") return Match::Exact;
  if (text == "set") return Match::Set;
  if (text == "per-actor") return Match::PerActor;
  if (text == "near") return Match::Near;
  if (text == "range") return Match::Range;
  return std::nullopt;
}

std::string shown(std::string_view kase, std::string_view input) {
  return fmt::format("[{} | {}]", kase, input);
}

}  // namespace

void Scenarios::add(std::string kase, std::string input, Run run, Holds holds) {
  const auto [at, added] = rows_.try_emplace({std::move(kase), std::move(input)},
                                             Scenario{std::move(run), std::move(holds)});
  if (!added) {
    problems_.push_back(shown(at->first.first, at->first.second) + ": two scenarios for one row");
  }
}

void Scenarios::each(std::string kase, Run run) {
  const auto [at, added] = cases_.try_emplace(std::move(kase), Scenario{std::move(run), {}});
  if (!added) problems_.push_back(at->first + ": two scenarios for one case");
}

Result<TableFiles> TableFiles::read(const std::string& folder, std::string table) {
  TableFiles files{std::move(table), {}, {}, {}, false};
  const std::pair<std::string, std::string*> wanted[] = {
      {files.table, &files.rows}, {"exceptions", &files.exceptions}, {"pending", &files.pending}};
  for (const auto& [name, text] : wanted) {
    Result<std::string> read = read_file(folder + "/" + name + ".tsv");
    if (!read) return tl::unexpected<Error>{read.error()};
    *text = *std::move(read);
  }
  return files;
}

/// One pass over one table.
class Runner {
 public:
  Runner(const TableFiles& files, const Scenarios& scenarios)
      : files_{files}, scenarios_{scenarios}, problems_{scenarios.problems_} {}

  std::vector<std::string> run() {
    if (!load()) return problems_;
    for (const Row& row : rows_) judge(row);
    for (const auto& [key, scenario] : scenarios_.rows_) {
      if (!known_.contains(key)) {
        problem(shown(key.first, key.second) + ": a scenario without a row");
      }
    }
    for (const auto& [kase, scenario] : scenarios_.cases_) {
      if (!used_cases_.contains(kase)) problem(kase + ": a scenario for a case without a row");
    }
    return problems_;
  }

 private:
  using Key = Scenarios::Key;

  void problem(std::string text) { problems_.push_back(files_.table + ": " + std::move(text)); }

  bool load() {
    const auto rows =
        select(files_.table + ".tsv", files_.rows, {"case", "input", "observed", "setup", "match"});
    const auto exceptions =
        select("exceptions.tsv", files_.exceptions, {"table", "case", "input", "what_kebne_does"});
    const auto pending =
        select("pending.tsv", files_.pending, {"table", "case", "input", "module"});
    for (const auto* file : {&rows, &exceptions, &pending}) {
      if (!*file) problems_.push_back(file->error().text);
    }
    if (!rows || !exceptions || !pending) return false;
    if (rows->empty()) problem("expected rows, found none");
    for (const Tsv::Line& line : *rows) add_row(line);
    add_notes("exceptions.tsv", *exceptions, exceptions_);
    add_notes("pending.tsv", *pending, pending_);
    return true;
  }

  void add_row(const Tsv::Line& line) {
    const std::vector<std::string>& c = line.cells;
    const std::optional<Match> match = match_of(c[4]);
    if (!match) {
      problem(fmt::format("line {}: match is \"{}\", expected exact, set, per-actor, near or range",
                          line.number, c[4]));
      return;
    }
    if (!known_.insert({c[0], c[1]}).second) {
      problem(fmt::format("line {}: {}: a second row of this key", line.number, shown(c[0], c[1])));
      return;
    }
    rows_.push_back({line.number, c[0], c[1], c[2], c[3], *match});
  }

  /// Lines of a file about several tables that concern this one.
  void add_notes(std::string_view file, const std::vector<Tsv::Line>& lines,
                 std::map<Key, std::string>& to) {
    for (const Tsv::Line& line : lines) {
      const std::vector<std::string>& c = line.cells;
      if (c[0] != files_.table) continue;
      const std::string where = fmt::format("{}:{}: {}", file, line.number, shown(c[1], c[2]));
      if (!known_.contains({c[1], c[2]})) problem(where + ": there is no such row");
      if (c[3].empty()) problem(where + ": the last column is empty");
      if (!to.try_emplace({c[1], c[2]}, c[3]).second) problem(where + ": a second time");
    }
  }

  const Scenarios::Scenario* own_scenario(const Row& row) const {
    const auto found = scenarios_.rows_.find({row.kase, row.input});
    return found == scenarios_.rows_.end() ? nullptr : &found->second;
  }

  const Scenarios::Scenario* scenario_of(const Row& row) {
    const auto found = scenarios_.cases_.find(row.kase);
    if (found != scenarios_.cases_.end()) used_cases_.insert(row.kase);
    if (const Scenarios::Scenario* own = own_scenario(row)) return own;
    return found == scenarios_.cases_.end() ? nullptr : &found->second;
  }

  void judge(const Row& row) {
    const std::string where = fmt::format("line {}: {}: ", row.line, shown(row.kase, row.input));
    const auto exception = exceptions_.find({row.kase, row.input});
    if (exception != exceptions_.end() && exception->second.starts_with("none: ")) {
      if (own_scenario(row) != nullptr) {
        problem(where + "has a scenario, but an exception says that there is none");
      }
      return;
    }
    const Scenarios::Scenario* scenario = scenario_of(row);
    if (const auto waits = pending_.find({row.kase, row.input}); waits != pending_.end()) {
      if (scenario != nullptr) {
        problem(fmt::format("{}has a scenario, but still waits for {} in pending.tsv", where,
                            waits->second));
      }
      return;
    }
    if (scenario == nullptr) {
      problem(where + "has no scenario, and pending.tsv does not name it");
      return;
    }
    const std::string got = neutral(seen(*scenario, row));
    if (exception != exceptions_.end()) {
      judge_exception(row, where, exception->second, got);
    } else if (row.match == Match::Range) {
      judge_range(row, where, *scenario, got);
    } else if (!matches(row.match, neutral(row.observed), got)) {
      problem(fmt::format("{}expected \"{}\", got \"{}\"", where, row.observed, got));
    }
  }

  static std::string seen(const Scenarios::Scenario& scenario, const Row& row) {
    try {
      return scenario.run(row);
    } catch (...) {
      return "throws " + word(std::current_exception());
    }
  }

  void judge_range(const Row& row, const std::string& where, const Scenarios::Scenario& scenario,
                   const std::string& got) {
    if (!scenario.holds) {
      problem(where + "match is range, and the scenario does not say when it holds");
    } else if (!scenario.holds(got)) {
      problem(
          fmt::format("{}expected something like \"{}\", got \"{}\"", where, row.observed, got));
    }
  }

  void judge_exception(const Row& row, const std::string& where, const std::string& ours,
                       const std::string& got) {
    const bool is_rule = ours.starts_with("rule: ");
    const std::string expected = is_rule ? std::string{rule_holds} : neutral(ours);
    if (!matches(row.match == Match::Range ? Match::Exact : row.match, expected, got)) {
      problem(fmt::format("{}by exception, expected \"{}\", got \"{}\"", where,
                          is_rule ? ours : expected, got));
    }
    const bool is_same =
        files_.is_printed_text ? row.observed == ours : neutral(row.observed) == expected;
    // Where .NET is given a null, which C++ cannot express, the call is what differs.
    if (row.input != "null" && is_same) {
      problem(where + "an exception that does what Akka.NET does");
    }
  }

  const TableFiles& files_;
  const Scenarios& scenarios_;
  std::vector<std::string> problems_;
  std::vector<Row> rows_;
  std::set<Key> known_;
  std::set<std::string> used_cases_;
  std::map<Key, std::string> exceptions_;
  std::map<Key, std::string> pending_;
};

std::vector<std::string> check_table(const TableFiles& files, const Scenarios& scenarios) {
  return Runner{files, scenarios}.run();
}

std::vector<std::string> check_table(const std::string& folder, const std::string& table,
                                     const Scenarios& scenarios) {
  const Result<TableFiles> files = TableFiles::read(folder, table);
  if (!files) return {files.error().text};
  return check_table(*files, scenarios);
}

}  // namespace kebne::test
