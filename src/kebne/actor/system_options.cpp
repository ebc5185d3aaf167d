#include "kebne/actor/system_options.hpp"

#include "kebne/config/config.hpp"
#include "kebne/config/core_settings.hpp"
#include "kebne/config/scheduler_settings.hpp"
#include "kebne/config/unknown_keys.hpp"

namespace kebne {
namespace {

std::optional<std::chrono::nanoseconds> unless_infinite(Timeout time) {
  if (time.is_infinite()) return std::nullopt;
  return time.after;
}

LoggingOptions logging_from(const CoreSettings& settings) {
  LoggingOptions logging;
  logging.level = settings.loglevel;
  logging.stdout_level = settings.stdout_loglevel;
  logging.loggers = settings.loggers;
  logging.startup_timeout = settings.logger_startup_timeout;
  logging.dead_letters = settings.log_dead_letters == CoreSettings::all_dead_letters
                             ? std::nullopt
                             : std::optional{settings.log_dead_letters};
  logging.dead_letters_during_shutdown = settings.log_dead_letters_during_shutdown;
  logging.dead_letters_suspend = unless_infinite(settings.log_dead_letters_suspend_duration);
  logging.debug = {.receive = settings.debug.receive,
                   .autoreceive = settings.debug.autoreceive,
                   .lifecycle = settings.debug.lifecycle,
                   .event_stream = settings.debug.event_stream,
                   .unhandled = settings.debug.unhandled};
  logging.config_on_start = settings.log_config_on_start;
  return logging;
}

SchedulerOptions scheduler_from(const SchedulerSettings& settings) {
  return {.tick_duration = settings.tick_duration,
          .ticks_per_wheel = settings.ticks_per_wheel,
          .shutdown_timeout = settings.shutdown_timeout};
}

}  // namespace

SystemOptions SystemOptions::from(const Config& config) {
  const Config whole = config.with_fallback(Config::reference());
  const CoreSettings settings = CoreSettings::read(whole);
  SystemOptions options;
  options.config = std::make_shared<const Config>(whole);
  options.throughput = settings.throughput;
  options.workers = settings.workers;
  options.ask_timeout = unless_infinite(settings.ask_timeout);
  options.guardian_strategy = whole.get_string("akka.actor.guardian-supervisor-strategy");
  options.logging = logging_from(settings);
  options.telemetry.events = settings.telemetry_events;
  options.telemetry.counters = settings.telemetry_counters;
  options.scheduler = scheduler_from(SchedulerSettings::read(whole));
  options.extensions = whole.get_string_list("akka.extensions");
  for (const UnknownKey& key : unknown_keys(config)) options.warnings.push_back(key.to_string());
  return options;
}

}  // namespace kebne
