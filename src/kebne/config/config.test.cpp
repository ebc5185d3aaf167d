#include "kebne/config/config.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

using namespace std::chrono_literals;

/// What the call throws; the text of the error.
template <class F>
std::string error_of(F&& call) {
  try {
    call();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Config, IsEmptyWithoutText) {
  const Config none;

  EXPECT_TRUE(none.is_empty());
  EXPECT_FALSE(none.has_path("a"));
  EXPECT_EQ(none.to_string(), "(empty)");
  EXPECT_EQ(none.get<std::int32_t>("a", 3), 3);
  EXPECT_EQ(error_of([&] { (void)none.get_int32("a"); }),
            "a: found no value, wanted a whole number -2147483648..2147483647");
}

TEST(Config, NamesFileLineColumnKeyFoundAndWanted) {
  const Config config = Config::text("a {\n  port = http\n}", "app.conf");
  try {
    (void)config.get_int32("a.port");
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.key, "a.port");
    EXPECT_EQ(error.origin, (ConfigOrigin{"app.conf", 2, 10}));
    EXPECT_EQ(error.found, "\"http\"");
    EXPECT_EQ(error.wanted, "a whole number -2147483648..2147483647");
    EXPECT_STREQ(error.what(),
                 "app.conf:2:10: a.port: found \"http\", wanted a whole number "
                 "-2147483648..2147483647");
  }
}

TEST(Config, SaysWhatStandsInTheWay) {
  const Config config = Config::text("akka.actor = 5", "app.conf");

  EXPECT_EQ(error_of([&] { (void)config.get_bool("akka.actor.debug.receive"); }),
            "app.conf:1:14: akka.actor.debug.receive: found \"5\" on the way to this key, wanted "
            "on, off, true, false, yes or no");
}

TEST(Config, RefusesPathsThatAreNone) {
  const Config config = Config::text("a.b = 1");

  EXPECT_EQ(error_of([&] { (void)config.has_path("a..b"); }),
            "found an empty name in the path \"a..b\", wanted names with dots between them");
  EXPECT_EQ(error_of([&] { (void)config.has_path("zz..b"); }),
            "found an empty name in the path \"zz..b\", wanted names with dots between them");
  EXPECT_EQ(error_of([&] { (void)config.has_path("a.\"b"); }),
            "found a quote without end in the path \"a.\"b\", wanted names with dots between them");
}

TEST(Config, ReadsNamesInQuotes) {
  const Config config = Config::text(R"(deployment { "/user/a.b" { router = r }, "a\"b" = 1 })");

  EXPECT_EQ(config.get_string(R"(deployment."/user/a.b".router)"), "r");
  EXPECT_EQ(config.get_int32(R"(deployment."a\"b")"), 1);
}

TEST(Config, CountsColumnsInCharacters) {
  const Config config = Config::text("gr\u00f6\u00dfe = \"\u00e5\u4e2d\U0001f600\", b = x", "t");

  EXPECT_EQ(config.origin("b"), (ConfigOrigin{"t", 1, 20}));
  EXPECT_EQ(config.origin("c"), std::nullopt);
}

TEST(Config, KeepsTheOriginOfEachLayer) {
  const Config config = Config::text("a = 1", "top")
                            .with_fallback(Config::text("a = 2\nb = 3", "middle"))
                            .with_fallback(Config::text("c = 4", "bottom"));

  EXPECT_EQ(config.origin("a")->to_string(), "top:1:5");
  EXPECT_EQ(config.origin("b")->to_string(), "middle:2:5");
  EXPECT_EQ(config.origin("c")->to_string(), "bottom:1:5");
}

TEST(Config, ScalarHidesWhatIsFurtherDown) {
  const Config config = Config::text("o { x = 1 }")
                            .with_fallback(Config::text("o = 5"))
                            .with_fallback(Config::text("o { y = 2 }"));

  EXPECT_EQ(config.to_string(), "o.x = 1");
  EXPECT_FALSE(config.has_path("o.y"));
  EXPECT_EQ(config.get_config("o").to_string(), "x = 1");
}

TEST(Config, PartKeepsItsFallbackAndItsPath) {
  const Config part = Config::text("o.p { x = 1 }", "top")
                          .with_fallback(Config::text("o.p { x = 2, y = z }", "low"))
                          .get_config("o")
                          .get_config("p");

  EXPECT_EQ(part.to_string(), "x = 1 ; y = z");
  EXPECT_EQ(part.keys(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(error_of([&] { (void)part.get_int32("y"); }),
            "low:1:18: o.p.y: found \"z\", wanted a whole number -2147483648..2147483647");
  EXPECT_EQ(error_of([&] { (void)part.get_int32("q"); }).substr(0, 25),
            "top: o.p.q: found no valu");
}

TEST(Config, FallbackOnItselfIsItself) {
  const Config config = Config::text("a { b = 1 }");

  EXPECT_EQ(config.with_fallback(config).to_string(), "a.b = 1");
  EXPECT_EQ(config.with_fallback(config).keys(), (std::vector<std::string>{"a"}));
}

TEST(Config, TellsFiniteFromInfinite) {
  const Config config = Config::text("a = infinite, b = 1.5 s, c = 292 y");

  EXPECT_TRUE(config.get_timeout("a").is_infinite());
  EXPECT_EQ(config.get_timeout("b").after, 1500ms);
  EXPECT_EQ(config.get_duration("b"), 1500ms);
  EXPECT_EQ(error_of([&] { (void)config.get_duration("a"); }),
            "text:1:5: a: found \"infinite\", wanted a duration such as 500ms or 5 s");
}

TEST(Config, RefusesDurationsThatDoNotFit) {
  const Config config =
      Config::text("a = 200000 d, b = 1e30, c = 106751 d, d = 9223372036854775807ns");

  EXPECT_NE(error_of([&] { (void)config.get_timeout("a"); }), "no error");
  EXPECT_NE(error_of([&] { (void)config.get_timeout("b"); }), "no error");
  EXPECT_EQ(config.get_duration("c"), 106751 * 24h);
  EXPECT_NE(error_of([&] { (void)config.get_timeout("d"); }), "no error");
}

TEST(Config, NullCountsAsNoValueWhereThereIsAnother) {
  const Config config = Config::text("a = null");

  EXPECT_EQ(config.get<std::int32_t>("a", 4), 4);
  EXPECT_EQ(error_of([&] { (void)config.get_int32("a"); }),
            "text:1:5: a: found null, wanted a whole number -2147483648..2147483647");
}

TEST(Config, ReadsNumberedNamesAsList) {
  const Config config = Config::text("a { 10 = k, 2 = c, 0 = a }, b { 0 = a, x = b }");

  EXPECT_EQ(config.get_string_list("a"), (std::vector<std::string>{"a", "c", "k"}));
  EXPECT_EQ(error_of([&] { (void)config.get_string_list("b"); }),
            "text:1:31: b: found an object, wanted a list");
}

TEST(Config, SaysWhichItemIsWrong) {
  const Config config = Config::text("a = [1,\n  x]");

  EXPECT_EQ(error_of([&] { (void)config.get_list<std::int32_t>("a"); }),
            "text:2:3: a: found \"x\", wanted a whole number -2147483648..2147483647");
}

TEST(Config, CutsLongTextsInErrors) {
  const Config config = Config::text("a = " + std::string(100000, 'x'));

  EXPECT_LT(error_of([&] { (void)config.get_int32("a"); }).size(), 200u);
}

TEST(Config, ParseGivesErrorsAsValues) {
  const auto config = Config::parse("a = [1\nb = 2", "app.conf");

  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, Code::BadSyntax);
  EXPECT_EQ(config.error().text,
            "app.conf:2:3: a: found \"=\", wanted a value, a comma or a line end");
}

}  // namespace
}  // namespace kebne
