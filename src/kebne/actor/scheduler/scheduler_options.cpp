#include "kebne/actor/scheduler/scheduler_options.hpp"

#include "kebne/config/config_error.hpp"
#include "kebne/config/scheduler_settings.hpp"

#include <fmt/core.h>

namespace kebne::detail {

void check(const SchedulerOptions& options) {
  if (options.tick_duration < SchedulerSettings::least_tick) {
    throw ConfigError{fmt::format("scheduler.tick_duration: found {} ns, wanted 10 ms or more",
                                  options.tick_duration.count())};
  }
  if (options.ticks_per_wheel == 0 || options.ticks_per_wheel > SchedulerSettings::most_ticks) {
    throw ConfigError{fmt::format("scheduler.ticks_per_wheel: found {}, wanted 1..{}",
                                  options.ticks_per_wheel, SchedulerSettings::most_ticks)};
  }
  if (options.shutdown_timeout < std::chrono::nanoseconds{0}) {
    throw ConfigError{fmt::format("scheduler.shutdown_timeout: found {} ns, wanted 0 or more",
                                  options.shutdown_timeout.count())};
  }
}

}  // namespace kebne::detail
