#include "tests/support/table.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace kebne::test {
namespace {

using Problems = std::vector<std::string>;

const std::string rows_header = "case\tinput\tobserved\tsetup\tmatch\tsource\n";
const std::string exceptions_header = "table\tcase\tinput\treason\twhat_kebne_does\n";
const std::string pending_header = "table\tcase\tinput\tmodule\n";

/// A table "t" of these rows, with nothing excepted and nothing pending.
TableFiles table(const std::string& rows) {
  return {"t", rows_header + rows, exceptions_header, pending_header};
}

Scenarios::Run says(std::string text) {
  return [text = std::move(text)](const Row&) { return text; };
}

/// One scenario, for the row `c | i`.
Scenarios one(std::string text) {
  Scenarios scenarios;
  scenarios.add("c", "i", says(std::move(text)));
  return scenarios;
}

TEST(TableRunner, HasNoComplaintWhenEveryRowHolds) {
  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\n"), one("a")), Problems{});
}

TEST(TableRunner, GivesTheScenarioItsRow) {
  Row seen;
  Scenarios scenarios;
  scenarios.add("c", "\t", [&](const Row& row) {
    seen = row;
    return row.observed;
  });

  EXPECT_EQ(check_table(table("c\t\\t\ta\tb\tset\tx\n"), scenarios), Problems{});
  EXPECT_EQ(seen.line, 2u);
  EXPECT_EQ(seen.setup, "b");
  EXPECT_EQ(seen.match, Match::Set);
}

TEST(TableRunner, ReportsARowThatDoesNotHold) {
  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\n"), one("b")),
            Problems{"t: line 2: [c | i]: expected \"a\", got \"b\""});
}

TEST(TableRunner, ComparesInNeutralWords) {
  const TableFiles files = table("c\ti\tthrows FormatException\t\texact\tx\n");

  EXPECT_EQ(check_table(files, one("throws bad-syntax")), Problems{});
  EXPECT_EQ(check_table(files, one("throws out-of-range")).size(), 1u);
}

TEST(TableRunner, TakesAnExceptionForAnOutcome) {
  Scenarios scenarios;
  scenarios.add("c", "i", [](const Row&) -> std::string { throw std::invalid_argument{"x"}; });

  EXPECT_EQ(check_table(table("c\ti\tthrows ArgumentException\t\texact\tx\n"), scenarios),
            Problems{});
}

TEST(TableRunner, ReportsARowWithoutScenario) {
  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\n"), Scenarios{}),
            Problems{"t: line 2: [c | i]: has no scenario, and pending.tsv does not name it"});
}

TEST(TableRunner, ReportsAScenarioWithoutRow) {
  Scenarios scenarios = one("a");
  scenarios.add("c", "j", says("a"));
  scenarios.each("d", says("a"));

  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\n"), scenarios),
            (Problems{"t: [c | j]: a scenario without a row",
                      "t: d: a scenario for a case without a row"}));
}

TEST(TableRunner, ReportsTwoScenariosForOneRow) {
  Scenarios scenarios = one("a");
  scenarios.add("c", "i", says("a"));

  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\n"), scenarios),
            Problems{"[c | i]: two scenarios for one row"});
}

TEST(TableRunner, UsesTheScenarioOfACaseForRowsWithoutTheirOwn) {
  Scenarios scenarios = one("own");
  scenarios.each("c", says("shared"));
  const TableFiles files = table("c\ti\town\t\texact\tx\nc\tj\tshared\t\texact\tx\n");

  EXPECT_EQ(check_table(files, scenarios), Problems{});
}

TEST(TableRunner, LetsAPendingRowBeWithoutScenario) {
  TableFiles files = table("c\ti\ta\t\texact\tx\n");
  files.pending += "t\tc\ti\tremote\nother\tc\tj\tremote\n";

  EXPECT_EQ(check_table(files, Scenarios{}), Problems{});
}

TEST(TableRunner, ReportsAScenarioForAPendingRow) {
  TableFiles files = table("c\ti\ta\t\texact\tx\n");
  files.pending += "t\tc\ti\tremote\n";

  EXPECT_EQ(check_table(files, one("a")),
            Problems{"t: line 2: [c | i]: has a scenario, but still waits for remote in "
                     "pending.tsv"});
}

TEST(TableRunner, ReportsNotesThatFitNoRow) {
  TableFiles files = table("c\ti\ta\t\texact\tx\n");
  files.pending += "t\tc\tj\tremote\n";
  files.exceptions += "t\td\ti\twhy\tb\n";

  EXPECT_EQ(check_table(files, one("a")),
            (Problems{"t: exceptions.tsv:2: [d | i]: there is no such row",
                      "t: pending.tsv:2: [c | j]: there is no such row"}));
}

TEST(TableRunner, ReportsAPendingRowWithoutModule) {
  TableFiles files = table("c\ti\ta\t\texact\tx\n");
  files.pending += "t\tc\ti\t\n";

  EXPECT_EQ(check_table(files, Scenarios{}),
            Problems{"t: pending.tsv:2: [c | i]: the last column is empty"});
}

TEST(TableRunner, ExpectsOfAnExceptionWhatItSays) {
  TableFiles files = table("c\ti\ta\t\texact\tx\n");
  files.exceptions += "t\tc\ti\twhy\tFalse\n";

  EXPECT_EQ(check_table(files, one("false")), Problems{});
  EXPECT_EQ(check_table(files, one("a")),
            Problems{"t: line 2: [c | i]: by exception, expected \"false\", got \"a\""});
}

TEST(TableRunner, ReportsAnExceptionThatDoesNotDiffer) {
  TableFiles files = table("c\ti\tTrue\t\texact\tx\n");
  files.exceptions += "t\tc\ti\twhy\ttrue\n";

  EXPECT_EQ(check_table(files, one("true")),
            Problems{"t: line 2: [c | i]: an exception that does what Akka.NET does"});
}

TEST(TableRunner, LetsTheOutcomeBeTheSameWhereTheCallDiffers) {
  TableFiles files = table("c\tnull\ta\t\texact\tx\n");
  files.exceptions += "t\tc\tnull\tno nulls\ta\n";
  Scenarios scenarios;
  scenarios.add("c", "null", says("a"));

  EXPECT_EQ(check_table(files, scenarios), Problems{});
}

TEST(TableRunner, WantsNoScenarioWhereAnExceptionSaysNone) {
  TableFiles files = table("c\ti\ta\t\texact\tx\nc\tj\ta\t\texact\tx\n");
  files.exceptions += "t\tc\ti\twhy\tnone: no such thing\n";
  Scenarios shared;
  shared.each("c", says("a"));

  EXPECT_EQ(check_table(files, shared), Problems{});
  Scenarios scenarios = one("a");
  scenarios.add("c", "j", says("a"));
  EXPECT_EQ(check_table(files, scenarios),
            Problems{"t: line 2: [c | i]: has a scenario, but an exception says that there is "
                     "none"});
}

TEST(TableRunner, LetsTheScenarioJudgeARule) {
  TableFiles files = table("c\ti\ta\t\trange\tx\n");
  files.exceptions += "t\tc\ti\twhy\trule: never early\n";

  EXPECT_EQ(check_table(files, one(std::string{rule_holds})), Problems{});
  EXPECT_EQ(check_table(files, one("early")),
            Problems{"t: line 2: [c | i]: by exception, expected \"rule: never early\", got "
                     "\"early\""});
}

TEST(TableRunner, LetsTheScenarioJudgeARange) {
  const TableFiles files = table("c\ti\tabout 5\t\trange\tx\n");
  const auto is_six = [](std::string_view got) { return got == "6"; };
  const auto check = [&](std::string text, Scenarios::Holds holds) {
    Scenarios scenarios;
    scenarios.add("c", "i", says(std::move(text)), std::move(holds));
    return check_table(files, scenarios);
  };

  EXPECT_EQ(check("6", is_six), Problems{});
  EXPECT_EQ(check("7", is_six),
            Problems{"t: line 2: [c | i]: expected something like \"about 5\", got \"7\""});
  EXPECT_EQ(check("6", {}),
            Problems{"t: line 2: [c | i]: match is range, and the scenario does not say when it "
                     "holds"});
}

TEST(TableRunner, ReportsAMalformedTable) {
  EXPECT_EQ(check_table(table(""), Scenarios{}), Problems{"t: expected rows, found none"});
  EXPECT_EQ(check_table(table("c\ti\ta\t\talmost\tx\n"), Scenarios{}),
            Problems{"t: line 2: match is \"almost\", expected exact, set, per-actor, near or "
                     "range"});
  EXPECT_EQ(check_table(table("c\ti\ta\t\texact\tx\nc\ti\ta\t\texact\tx\n"), one("a")),
            Problems{"t: line 3: [c | i]: a second row of this key"});
  EXPECT_EQ(check_table({"t", "case\n", exceptions_header, pending_header}, Scenarios{}),
            Problems{"t.tsv:1: expected a column input, found none"});
}

TEST(TableRunner, ReportsAFileThatIsNotThere) {
  EXPECT_EQ(check_table("no/such", "t", Scenarios{}), Problems{"no/such/t.tsv: cannot be opened"});
}

}  // namespace
}  // namespace kebne::test
