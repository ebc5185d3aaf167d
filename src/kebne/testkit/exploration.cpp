#include "kebne/testkit/exploration.hpp"

#include "kebne/base/observer.hpp"
#include "kebne/base/random.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <unordered_set>

namespace kebne {
namespace {

constexpr const char* seed_variable = "KEBNE_SCHEDULE_SEED";

/// Messages at a stretch: one, mostly, as that gives the others most chances to come in between.
constexpr std::uint32_t throughputs[] = {1, 1, 1, 2, 5, 30};

TestKit::Options options_of(const Exploration& exploration, std::uint64_t seed) {
  SeededRandom random{~seed};  // not the draws of the step executor
  TestKit::Options options = exploration.kit;
  options.seed = seed;
  options.throughput = throughputs[random.next() % std::size(throughputs)];
  options.step_limit = exploration.steps;
  return options;
}

struct Course {
  std::uint64_t steps = 0;
  std::uint64_t trace = 0;
};

ScheduleFailed failure(std::uint64_t seed, const std::string& text, std::exception_ptr cause) {
  return {fmt::format("the schedule of seed {0} fails: {1}\nto run it alone: "
                      "kebne::replay({0}, scenario), or {2}={0} in the environment",
                      seed, text, seed_variable),
          seed, std::move(cause)};
}

std::string text_of(const std::exception_ptr& cause) {
  try {
    std::rethrow_exception(cause);
  } catch (const ExpectationFailed& e) {
    return e.what();
  } catch (...) {
    return describe_exception(cause);
  }
}

Course run(const Exploration& exploration, std::uint64_t seed, const Scenario& scenario) {
  Course course;
  try {
    TestKit kit{options_of(exploration, seed)};
    kit.executor().run_ahead_by_seed();
    scenario(kit);
    kit.run_until_idle();
    course = {kit.executor().steps(), kit.executor().trace()};
  } catch (...) {
    const std::exception_ptr cause = std::current_exception();
    throw failure(seed, text_of(cause), cause);
  }
  if (exploration.has_failed != nullptr && exploration.has_failed()) {
    throw failure(seed, "a check of the test's did not hold", nullptr);
  }
  return course;
}

void check(const Exploration& exploration) {
  if (exploration.kit.real_time) {
    throw std::invalid_argument{"exploration: found real time, wanted virtual time"};
  }
  if (exploration.schedules == 0) {
    throw std::invalid_argument{"exploration: found 0 schedules, wanted 1 or more"};
  }
}

std::optional<std::uint64_t> only_seed() {
  const char* const text = std::getenv(seed_variable);
  if (text == nullptr) return std::nullopt;
  std::uint64_t seed = 0;
  const char* const end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, seed);
  if (error == std::errc{} && rest == end && text != end) return seed;
  throw std::invalid_argument{
      fmt::format("{}: found \"{}\", wanted a whole number", seed_variable, text)};
}

}  // namespace

Explored explore(const Exploration& exploration, const Scenario& scenario) {
  check(exploration);
  if (const auto seed = only_seed()) {
    return {1, run(exploration, *seed, scenario).steps, 1};
  }
  Explored explored;
  std::unordered_set<std::uint64_t> traces;
  for (std::uint64_t i = 0; i < exploration.schedules; ++i) {
    const std::uint64_t seed = exploration.seed + i;
    const Course course = run(exploration, seed, scenario);
    ++explored.schedules;
    explored.steps += course.steps;
    traces.insert(course.trace);
  }
  explored.distinct = traces.size();
  return explored;
}

std::uint64_t replay(std::uint64_t seed, const Scenario& scenario, const Exploration& exploration) {
  check(exploration);
  return run(exploration, seed, scenario).trace;
}

}  // namespace kebne
