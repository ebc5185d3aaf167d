#include "kebne/config/deployment_settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

std::vector<DeploymentSettings> read(std::string_view text) {
  return DeploymentSettings::read(
      Config::text(text, "app.conf").with_fallback(Config::reference()));
}

/// The dispatcher of whoever is at the path; "-" where nothing is said.
std::string dispatcher_at(std::string_view text, const std::vector<std::string_view>& path) {
  const auto all = read(text);
  const DeploymentSettings* found = DeploymentSettings::find(all, path);
  return found != nullptr ? found->dispatcher : "-";
}

TEST(DeploymentSettings, LeaveOutWhatSaysNothing) {
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read("akka.actor.deployment { /a { router = from-code } }").empty());
}

TEST(DeploymentSettings, ComeByPath) {
  const auto all = read(
      "akka.actor.deployment { /a/b { dispatcher = io, mailbox = bounded }, \"/c.d\".mailbox = m "
      "}");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].pattern, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(all[0].dispatcher, "io");
  EXPECT_EQ(all[0].mailbox, "bounded");
  EXPECT_EQ(all[1].pattern, (std::vector<std::string>{"c.d"}));
}

TEST(DeploymentSettings, TheClosestPatternWins) {
  constexpr std::string_view text = R"(akka.actor.deployment {
    "/**".dispatcher = all
    "/a/**".dispatcher = below-a
    "/a/*".dispatcher = one-below-a
    "/a/b".dispatcher = b
    "/*/c".dispatcher = any-c
  })";
  EXPECT_EQ(dispatcher_at(text, {"a", "b"}), "b");
  EXPECT_EQ(dispatcher_at(text, {"a", "x"}), "one-below-a");
  EXPECT_EQ(dispatcher_at(text, {"a", "x", "y"}), "below-a");
  EXPECT_EQ(dispatcher_at(text, {"z", "c"}), "any-c");
  EXPECT_EQ(dispatcher_at(text, {"z"}), "all");
  EXPECT_EQ(dispatcher_at("akka.actor.deployment { \"/a/**\".dispatcher = d }", {"a"}), "-");
}

TEST(DeploymentSettings, RefuseWhatIsNoPath) {
  for (const std::string_view key : {"a", "\"\"", "\"/\"", "\"/a//b\"", "\"/**/b\""}) {
    const std::string text = "akka.actor.deployment { " + std::string{key} + " { mailbox = m } }";
    try {
      (void)read(text);
      FAIL() << text;
    } catch (const ConfigError& error) {
      EXPECT_EQ(error.wanted,
                "a path below /user such as /parent/child, with * for any name and ** at the end "
                "for any more");
      EXPECT_EQ(error.origin.line, 1u);
    }
  }
}

}  // namespace
}  // namespace kebne
