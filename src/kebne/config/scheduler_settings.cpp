#include "kebne/config/scheduler_settings.hpp"

#include "kebne/config/internal/setting.hpp"

namespace kebne {
namespace {

/// There is one; with or without the namespace and the assembly of the .NET class.
void check_implementation(const Config& whole) {
  constexpr std::string_view path = "akka.scheduler.implementation";
  const std::string name = detail::without_assembly(whole.get_string(path));
  if (name == "Akka.Actor.HashedWheelTimerScheduler" || name == "HashedWheelTimerScheduler") return;
  throw detail::refused(whole, path, "Akka.Actor.HashedWheelTimerScheduler");
}

std::chrono::nanoseconds read_tick(const Config& whole) {
  constexpr std::string_view path = "akka.scheduler.tick-duration";
  const std::chrono::nanoseconds tick = whole.get_duration(path);
  if (tick < SchedulerSettings::least_tick) throw detail::refused(whole, path, "10 ms or more");
  return tick;
}

}  // namespace

SchedulerSettings SchedulerSettings::read(const Config& whole) {
  check_implementation(whole);
  return {
      .tick_duration = read_tick(whole),
      .ticks_per_wheel = static_cast<std::uint32_t>(detail::read_within<std::int64_t>(
          whole, "akka.scheduler.ticks-per-wheel", 1, most_ticks)),
      .shutdown_timeout = whole.get_duration("akka.scheduler.shutdown-timeout"),
  };
}

}  // namespace kebne
