#pragma once

#include <chrono>

namespace kebne {

class Config;

/// How long tests wait, by the configuration's `akka.test`. On a virtual clock these are times of
/// that clock.
struct TestSettings {
  /// Of what an expectation waits for: `single-expect-default`.
  std::chrono::nanoseconds expect = std::chrono::seconds{3};

  /// For `expect_none` in real time: `expect-no-message-default`.
  std::chrono::nanoseconds expect_none = std::chrono::seconds{3};

  /// For conditions, assertions and whatever else: `default-timeout`.
  std::chrono::nanoseconds timeout = std::chrono::seconds{5};

  /// For the log records of an event filter: `filter-leeway`.
  std::chrono::nanoseconds filter_leeway = std::chrono::seconds{3};

  /// What all times are multiplied by, for slow machines: `timefactor`, more than 0.
  double time_factor = 1.0;

  /// Throws `ConfigError` for a value of a wrong type, a negative time and a factor that is none.
  [[nodiscard]] static TestSettings read(const Config& config);

  [[nodiscard]] std::chrono::nanoseconds dilated(std::chrono::nanoseconds time) const noexcept;
};

}  // namespace kebne
