#include "kebne/config/internal/resolver.hpp"

#include "kebne/config/config.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne::detail::hocon {
namespace {

std::string tree(std::string_view text, const ConfigLimits& limits = {}) {
  const auto config = Config::parse(text, "t", {.include = {}, .limits = limits});
  return config ? config->to_string() : config.error().text;
}

TEST(Resolver, SelfReferenceMeansTheEarlierValue) {
  EXPECT_EQ(tree("a = 1\na = ${a}2\na = ${a}3"), "a = 123");
  EXPECT_EQ(tree("a = ${?a}x"), "a = x");
  EXPECT_EQ(tree("p { q = 1 }\np { q = ${p.q}2 }"), "p.q = 12");
  EXPECT_EQ(tree("foo { a { c = 1 } }\nfoo = ${foo.a}\nfoo { a = 2 }"), "foo.a = 2 ; foo.c = 1");
}

TEST(Resolver, ObjectsMayReferToEachOther) {
  EXPECT_EQ(tree("bar { foo = 42, baz = ${bar.foo} }\nbar { foo = 43 }"),
            "bar.baz = 43 ; bar.foo = 43");
  EXPECT_EQ(tree("bar { a = ${foo.d}, b = 1 }\nbar.b = 3\nfoo { c = ${bar.b}, d = 2 }\nfoo.d = 4"),
            "bar.a = 4 ; bar.b = 3 ; foo.c = 3 ; foo.d = 4");
}

TEST(Resolver, LooksThroughValuesThatAreNotThereYet) {
  EXPECT_EQ(tree("x = ${b.c.d}\nb = ${a}\nb { c { d = ${a.v}x } }\na { c { e = 1 }, v = 7 }"),
            tree("x = 7x\nb { c { d = 7x, e = 1 }, v = 7 }\na { c { e = 1 }, v = 7 }"));
}

TEST(Resolver, CopiesDoNotShareLaterChanges) {
  EXPECT_EQ(tree("a { x = 1 }\nb = ${a}\nb { x = ${b.x}2, y = 3 }"),
            "a.x = 1 ; b.x = 12 ; b.y = 3");
}

TEST(Resolver, OptionalOnesLeaveNothingBehind) {
  EXPECT_EQ(tree("a = 1\na = ${?no}"), "a = 1");
  EXPECT_EQ(tree("a = [1, ${?no}, 2]"), "a = [1, 2]");
  EXPECT_EQ(tree("a = x${?no}y"), "a = xy");
  EXPECT_EQ(tree("o { k = ${?no} }"), "o = {}");
  EXPECT_EQ(tree("a = ${?no} { b = 1 }"), "a.b = 1");
}

TEST(Resolver, PlusEqualsAppends) {
  EXPECT_EQ(tree("a += 1\na += ${b}\nb = 2"), "a = [1, 2] ; b = 2");
  EXPECT_EQ(tree("d { l = [1] }\ne = ${d}\ne { l += 2 }"), "d.l = [1] ; e.l = [1, 2]");
  EXPECT_EQ(tree("l = [{ k += 1\n k += 2 }]"), "l = [{k = [1, 2]}]");
}

TEST(Resolver, CirclesAreErrorsWithTheirPlace) {
  EXPECT_EQ(tree("x = 1\na = ${b}\nb = ${a}"),
            "t:3:5: b: found ${a}, which leads back to itself, wanted no circle");
  EXPECT_EQ(tree("a { b = ${a} }"),
            "t:1:9: a.b: found a substitution that leads back to itself, wanted no circle");
  EXPECT_EQ(tree("a = [${a}]"),
            "t:1:6: a: found a substitution that leads back to itself, wanted no circle");
  EXPECT_EQ(tree("a = ${a}"),
            "t:1:5: a: found ${a}, which means itself, wanted an earlier value of this key");
  EXPECT_EQ(tree("a { b = ${a} { b { c = 1 } } }").substr(0, 13), "t:1:18: a.b.b");
}

TEST(Resolver, MissingOnesAreErrorsWithTheirPlace) {
  EXPECT_EQ(tree("b = ${a}\na = ${x.\"y z\"}"),
            "t:2:5: a: found ${x.\"y z\"}, which has no value, wanted a key with a value in the "
            "same text");
}

TEST(Resolver, ErrorsStayOnOneLineAndShort) {
  EXPECT_EQ(tree("a = ${b\vc}"),
            "t:1:5: a: found ${b\\x0bc}, which has no value, wanted a key with a value in the same "
            "text");
  EXPECT_LT(tree("a = ${" + std::string(100000, 'x') + "}").size(), 500u);
}

TEST(Resolver, KindsDoNotMix) {
  EXPECT_EQ(tree("a = x\nb = ${a} [1]"),
            "t:2:5: b: found a list joined to \"x\", wanted values of one kind");
  EXPECT_EQ(tree("a = 1\na += 2"),
            "t:2:6: a: found a list joined to \"1\", wanted values of one kind");
}

/// `k0 = x`, and each further key twice the one before: the last has 2^n values or letters.
std::string doubling(std::string_view first, std::string_view form, int n) {
  std::string text = fmt::format("k0 = {}\n", first);
  for (int i = 1; i <= n; ++i) {
    text += fmt::format("k{} = ", i) + fmt::format(fmt::runtime(form), i - 1) + "\n";
  }
  return text;
}

TEST(Resolver, GrowthIsBounded) {
  EXPECT_NE(tree(doubling("x", "${{k{0}}}${{k{0}}}", 40)).find("wanted at most 2000000 steps"),
            std::string::npos);
  EXPECT_NE(tree(doubling("[1]", "${{k{0}}} ${{k{0}}}", 40)).find("filled in, wanted at most"),
            std::string::npos);
  EXPECT_NE(tree(doubling("1", "{{ a = ${{k{0}}}, b = ${{k{0}}} }}", 40))
                .find("more values than that when substitutions are filled in, wanted at most"),
            std::string::npos);
}

TEST(Resolver, ChainsAreBounded) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += fmt::format("k{} = ${{k{}}}\n", i, i + 1);
  text += "k100 = 1";

  EXPECT_EQ(tree(text).substr(0, 6), "k0 = 1");
  EXPECT_NE(tree(text, {.chain = 50}).find("wanted at most 50 that wait for each other"),
            std::string::npos);
}

TEST(Resolver, DepthIsBoundedAcrossSubstitutions) {
  std::string text = "k0 = 1\n";
  for (int i = 1; i <= 300; ++i) text += fmt::format("k{} {{ x = ${{k{}}} }}\n", i, i - 1);

  EXPECT_NE(tree(text).find("wanted at most 200 inside each other"), std::string::npos);
}

}  // namespace
}  // namespace kebne::detail::hocon
