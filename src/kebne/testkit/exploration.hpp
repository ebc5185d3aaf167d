#pragma once

#include "kebne/testkit/expectation_failed.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>

namespace kebne {

/// How a scenario is explored.
struct Exploration {
  /// How often the scenario runs, each time in a system of its own, in another order.
  std::uint64_t schedules = 1'000;

  /// Seed of the first; the next one has the next number. 0 stands for first come, first served,
  /// where nothing is drawn.
  std::uint64_t seed = 1;

  /// A schedule that takes more steps fails: its system does not come to rest.
  std::uint64_t steps = 1'000'000;

  /// What else the systems are like; seed, throughput and limit of steps are the exploration's.
  TestKit::Options kit = {};

  /// Asked after each schedule, for failures that are not thrown. In GoogleTest:
  /// `[] { return testing::Test::HasFailure(); }`.
  std::function<bool()> has_failed = {};
};

/// What an exploration has seen.
struct Explored {
  std::uint64_t schedules = 0;
  std::uint64_t steps = 0;
  std::uint64_t distinct = 0;  ///< courses that differ: `StepExecutor::trace`
};

/// A schedule that failed. Its text says the seed, how to run it again, and what went wrong.
struct ScheduleFailed : ExpectationFailed {
  ScheduleFailed(const std::string& text, std::uint64_t of, std::exception_ptr why)
      : ExpectationFailed{text}, seed{of}, cause{std::move(why)} {}
  std::uint64_t seed;
  std::exception_ptr cause;  ///< what the scenario threw; null when `has_failed` said so
};

using Scenario = std::function<void(TestKit&)>;

/// Runs the scenario under many orders. Drawn are: which of the ready actors runs next, at each
/// step; for each schedule, how many messages an actor handles at a stretch; and what runs already
/// while the scenario is still sending, or while timers of one instant fire. Time is virtual and
/// goes on only when nothing is ready. The scenario may use probes, expectations and time as any
/// test; what it leaves ready runs before its system ends. It must depend on nothing else that
/// changes: the same seed is to take the same course.
///
/// Throws `ScheduleFailed` for the first schedule that fails, and `std::invalid_argument` for real
/// time or no schedules. With KEBNE_SCHEDULE_SEED=n in the environment only the schedule of that
/// seed runs.
Explored explore(const Exploration& exploration, const Scenario& scenario);

/// Runs the one schedule of this seed, and fails as `explore` does. Returns its trace: equal for
/// equal courses.
std::uint64_t replay(std::uint64_t seed, const Scenario& scenario,
                     const Exploration& exploration = {});

}  // namespace kebne
