#pragma once

#include "kebne/actor/logging/logging_options.hpp"
#include "kebne/actor/scheduler/scheduler_options.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kebne {

/// What a system was built with, after defaults. Never changes.
struct Settings {
  std::uint32_t throughput;
  std::uint32_t workers;
  LoggingOptions logging;  ///< without the sinks
  std::vector<std::string> extensions;
  SchedulerOptions scheduler;
  std::optional<std::chrono::nanoseconds> ask_timeout;  ///< empty: a question may take any time
  bool telemetry_events;
  bool telemetry_counters;

  /// One setting a line, `akka.loglevel = INFO`.
  [[nodiscard]] std::string to_string() const;
};

}  // namespace kebne
