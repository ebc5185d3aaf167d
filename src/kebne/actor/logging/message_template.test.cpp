#include "kebne/actor/logging/message_template.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace kebne {
namespace {

std::string render(std::string_view text, std::vector<LogValue> args) {
  return MessageTemplate{text}.render(args);
}

TEST(MessageTemplateTest, StaysAsItIsWithoutArguments) {
  EXPECT_EQ(render("{{a}} {0}", {}), "{{a}} {0}");
}

TEST(MessageTemplateTest, PadsToTheLeftAndToTheRight) {
  EXPECT_EQ(render("{0,4}|{0,-4}|{0,1}|", {"abc"}), " abc|abc |abc|");
}

TEST(MessageTemplateTest, LimitsTheWidth) {
  EXPECT_EQ(render("{0,2000000000}", {"x"}).size(), 1000u);
  EXPECT_EQ(render("{0,99999999999}", {"x"}), "{0,99999999999}");
  EXPECT_EQ(render("{0,a}", {"x"}), "{0,a}");
}

TEST(MessageTemplateTest, TakesAnOutlandishNumberForAHoleWithoutArgument) {
  EXPECT_EQ(render("{99999999999999999999999999} {0}", {"x"}),
            "x {0}");  // no number, so the holes are filled in their order
  EXPECT_EQ(render("{4294967296}", {"x"}), "{4294967296}");
}

TEST(MessageTemplateTest, CopesWithBracesOfAllKinds) {
  EXPECT_EQ(render("{{{0}}}", {1}), "{1}");
  EXPECT_EQ(render("{a{0}", {1}), "{a1");
  EXPECT_EQ(render("a{", {1}), "a{");
  EXPECT_EQ(render("{@}{:x}{,5}", {1}), "{@}{:x}{,5}");
  EXPECT_EQ(render("", {1}), "");
}

TEST(MessageTemplateTest, NamesTheFieldsThatHaveAValue) {
  const MessageTemplate text{"{Who} {@What} {More}"};
  const std::vector<LogValue> args{"ann", 5};
  EXPECT_EQ(text.fields(args), (std::vector<LogField>{{"Who", "ann"}, {"What", 5}}));
}

TEST(LogValueTest, PrintsEachKind) {
  EXPECT_EQ(LogValue{}.text(), "null");
  EXPECT_EQ(LogValue{false}.text(), "false");
  EXPECT_EQ(LogValue{-3}.text(), "-3");
  EXPECT_EQ(LogValue{std::numeric_limits<std::uint64_t>::max()}.text(), "18446744073709551615");
  EXPECT_EQ(LogValue{0.25f}.text(), "0.25");
  EXPECT_EQ(LogValue{"x"}.text(), "x");
}

}  // namespace
}  // namespace kebne
