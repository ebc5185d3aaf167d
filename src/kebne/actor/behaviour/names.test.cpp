#include "kebne/actor/actor.hpp"
#include "kebne/actor/actor_path.hpp"
#include "kebne/actor/actor_system.hpp"
#include "kebne/base/base64_name.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"
#include "tests/support/words.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;
using test::word;

class Idle final : public Actor {};

/// Runs a function at its start, on itself.
class Starter final : public Actor {
 public:
  using Start = std::function<void(Starter&)>;
  explicit Starter(Start start) : start_{std::move(start)} {}
  void pre_start() override { start_(*this); }

 private:
  Start start_;
};

/// The name that a row means: one is too long to be written out.
std::string name_of(const Row& row) {
  return row.input == "x repeated 300" ? std::string(300, 'x') : row.input;
}

/// What `start` logs when an actor runs it in `pre_start`.
std::string logged(const std::function<void(Starter&, std::vector<std::string>&)>& start) {
  TestKit kit{"s"};
  const auto log = std::make_shared<std::vector<std::string>>();
  kit.spawn<Starter>("auto", Starter::Start{[=](Starter& actor) { start(actor, *log); }});
  kit.run_until_idle();
  std::string out;
  for (const std::string& text : *log) out += (out.empty() ? "" : "; ") + text;
  return out;
}

std::string start_system(const Row& row) {
  try {
    TestKit kit{row.input};
    return "ok " + kit.system().name();
  } catch (const std::invalid_argument& e) {
    // Akka.NET knows an error of names for actors only; ours for systems is a bad argument too.
    EXPECT_NE(std::string_view{e.what()}.find("actor system name"), std::string_view::npos);
    return "throws bad-argument";
  }
}

std::string auto_name(const Row& row) { return "$" + base64_name(std::stoull(row.input)); }

std::string first_auto_names(const Row&) {
  return logged([](Starter& actor, std::vector<std::string>& log) {
    for (int i = 0; i < 66; ++i) {
      const ActorRef child = actor.spawn<Idle>("");
      if (i < 3 || i == 25 || i == 26 || i > 62) {
        log.push_back(fmt::format("{}:{}", i, child.path().name()));
      }
    }
  });
}

std::string named_between_auto(const Row&) {
  return logged([](Starter& actor, std::vector<std::string>& log) {
    for (const char* name : {"", "named", ""}) {
      log.emplace_back(actor.spawn<Idle>(name).path().name());
    }
  });
}

TEST(NamesTable, EveryRowHolds) {
  TestKit kit{"s"};  // one system for all rows
  const auto is_generated = [](const ActorRef& ref) {
    return std::string{ref.path().name().starts_with('$') ? "ok auto name" : "ok"};
  };
  Scenarios rows;
  rows.each("valid path element?", [](const Row& row) {
    return std::string{word(ActorPath::is_valid_element(name_of(row)))};
  });
  rows.each("ActorOf name", [&](const Row& row) {
    const std::string name{kit.spawn<Idle>(name_of(row)).path().name()};
    return "ok name=" + (name.size() > 50 ? fmt::format("{} chars", name.size()) : name);
  });
  rows.add("ActorOf name", "", [&](const Row&) { return is_generated(kit.spawn<Idle>("")); });
  rows.add("ActorOf null name", "null",
           [&](const Row&) { return is_generated(kit.spawn<Idle>("")); });
  rows.add("ActorOf duplicate name", "a twice",
           [&](const Row&) { return std::string{kit.spawn<Idle>("a").path().name()}; });
  rows.each("system name", start_system);
  rows.each("auto name for counter", auto_name);
  rows.add("first auto names of an actor's children", "indexes 0,1,2,25,26,63,64,65",
           first_auto_names);
  rows.add("named child does not consume a counter", "auto, named, auto", named_between_auto);

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "names", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
