#include "kebne/config/overrides.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kebne {
namespace {

std::string environment(const Environment& variables) {
  try {
    return environment_overrides(variables).to_string();
  } catch (const ConfigError& error) {
    return error.what();
  }
}

std::string overrides(const std::vector<std::string>& arguments) {
  try {
    return read_command_line(arguments).overrides.to_string();
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(EnvironmentOverrides, TwoUnderscoresAreADotAndOneIsADash) {
  EXPECT_EQ(environment({{"AKKA__ACTOR__ASK_TIMEOUT", "10s"},
                         {"KEBNE__DEFAULT_POOL__WORKERS", "4"},
                         {"AKKA_LOGLEVEL", "DEBUG"},
                         {"PATH", "/bin"}}),
            "akka.actor.ask-timeout = 10s ; kebne.default-pool.workers = 4");
}

TEST(EnvironmentOverrides, AreTextsAsTheyStand) {
  const Config config =
      environment_overrides({{"AKKA__CLUSTER__SEED_NODES__0", "akka.tcp://s@h:1"},
                             {"AKKA__CLUSTER__SEED_NODES__1", "akka.tcp://s@h:2 # ${x}"},
                             {"AKKA__CLUSTER__ROLES", "[front, \"back\"]"},
                             {"AKKA__EMPTY", ""}});

  EXPECT_EQ(config.get_string_list("akka.cluster.seed-nodes"),
            (std::vector<std::string>{"akka.tcp://s@h:1", "akka.tcp://s@h:2 # ${x}"}));
  EXPECT_EQ(config.get_string_list("akka.cluster.roles"),
            (std::vector<std::string>{"front", "back"}));
  EXPECT_EQ(config.get_string("akka.empty"), "");
}

TEST(EnvironmentOverrides, AreNamedInErrors) {
  const Config config = environment_overrides({{"AKKA__LOG_CONFIG_ON_START", "maybe"}});
  try {
    (void)config.get_bool("akka.log-config-on-start");
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "environment variable AKKA__LOG_CONFIG_ON_START: akka.log-config-on-start: found "
                 "\"maybe\", wanted on, off, true, false, yes or no");
  }
}

TEST(EnvironmentOverrides, RefuseWhatCannotBeRead) {
  EXPECT_EQ(environment({{"AKKA____X", "1"}}),
            "environment variable AKKA____X: found an empty name between underscores, wanted names "
            "with two underscores between them");
  EXPECT_EQ(environment({{"AKKA__X", "[1"}}),
            "environment variable AKKA__X:1:3: akka.x: found the end of the text, wanted \"]\" for "
            "the \"[\" of line 1");
  EXPECT_EQ(
      environment({{"AKKA__X", "[${a}]"}}),
      "environment variable AKKA__X:1:1: akka.x: found a substitution, wanted a value without "
      "substitutions");
  EXPECT_EQ(environment({{"AKKA__X", "1"}, {"AKKA__X__Y", "2"}}),
            "environment variable AKKA__X__Y: akka.x.y: found a second value beside environment "
            "variable AKKA__X, wanted one of the two");
  EXPECT_EQ(environment({{"AKKA__X", "\xff"}}),
            "environment variable AKKA__X: akka.x: found bytes that are no text, wanted UTF-8");
}

TEST(EnvironmentOverrides, LieOverAFile) {
  const Config config = environment_overrides({{"AKKA__LOGLEVEL", "DEBUG"}})
                            .with_fallback(Config::text("akka { loglevel = INFO, x = 1 }"));

  EXPECT_EQ(config.to_string(), "akka.loglevel = DEBUG ; akka.x = 1");
}

TEST(ProcessEnvironment, HasNamesAndValues) {
  const Environment variables = process_environment();

  EXPECT_FALSE(variables.empty());
  EXPECT_TRUE(std::none_of(variables.begin(), variables.end(),
                           [](const auto& v) { return v.first.empty(); }));
}

TEST(CommandLineOverrides, ComeInTwoForms) {
  const CommandLine line = read_command_line(
      {"run", "-D", "akka.loglevel=DEBUG", "-Dakka.x=a = b", "--tsv", "--", "-Dakka.y=1"});

  EXPECT_EQ(line.overrides.to_string(), "akka.loglevel = DEBUG ; akka.x = a = b");
  EXPECT_EQ(line.other, (std::vector<std::string>{"run", "--tsv", "--", "-Dakka.y=1"}));
}

TEST(CommandLineOverrides, TheLastWins) {
  EXPECT_EQ(overrides({"-Da=1", "-Da=2", "-Db.c=1", "-Db=[x]"}), "a = 2 ; b = [x]");
}

TEST(CommandLineOverrides, RefuseWhatCannotBeRead) {
  EXPECT_EQ(overrides({"x", "-D"}), "argument 2: found -D \"\", wanted -D key=value");
  EXPECT_EQ(overrides({"-Dloglevel"}), "argument 1: found -D \"loglevel\", wanted -D key=value");
  EXPECT_EQ(overrides({"-D=1"}), "argument 1: found an empty name in \"\", wanted key=value");
  EXPECT_EQ(overrides({"-Da={b"}),
            "argument 1:1:3: a: found the end of the text, wanted \"=\", \":\", \"+=\" or \"{\" "
            "after a key");
}

TEST(CommandLineOverrides, SkipTheNameOfTheProgram) {
  const char* const argv[] = {"-Da=1", "-Db=2"};

  EXPECT_EQ(read_command_line(2, argv).overrides.to_string(), "b = 2");
  EXPECT_TRUE(read_command_line(0, nullptr).other.empty());
}

}  // namespace
}  // namespace kebne
