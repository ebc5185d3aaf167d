#include "kebne/config/core_settings.hpp"

#include "kebne/config/internal/setting.hpp"

namespace kebne {

namespace {

LogLevel read_level(const Config& config, std::string_view path) {
  if (const auto level = log_level(config.get_string(path))) return *level;
  throw detail::refused(config, path, "DEBUG, INFO, WARNING, ERROR or OFF");
}

/// `on`, `off`, or how many.
std::uint32_t read_dead_letters(const Config& config) {
  constexpr std::string_view path = "akka.log-dead-letters";
  const std::string text = config.get_string(path);
  if (text == "on" || text == "true" || text == "yes") return CoreSettings::all_dead_letters;
  if (text == "off" || text == "false" || text == "no") return 0;
  if (text.find_first_not_of("0123456789") == std::string::npos && !text.empty()) {
    return detail::read_within<std::uint32_t>(config, path, 0, CoreSettings::all_dead_letters);
  }
  throw detail::refused(config, path, "on, off, or how many of them");
}

CoreSettings::Debug read_debug(const Config& config) {
  return {
      .receive = config.get_bool("akka.actor.debug.receive"),
      .autoreceive = config.get_bool("akka.actor.debug.autoreceive"),
      .lifecycle = config.get_bool("akka.actor.debug.lifecycle"),
      .event_stream = config.get_bool("akka.actor.debug.event-stream"),
      .unhandled = config.get_bool("akka.actor.debug.unhandled"),
      .fsm = config.get_bool("akka.actor.debug.fsm"),
      .log_timers = config.get_bool("akka.actor.debug.log-timers"),
      .router_misconfiguration = config.get_bool("akka.actor.debug.router-misconfiguration"),
  };
}

}  // namespace

CoreSettings CoreSettings::read(const Config& config) {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  return {
      .throughput = detail::read_within<std::uint32_t>(
          config, "akka.actor.default-dispatcher.throughput", 1, most),
      .workers =
          detail::read_within<std::uint32_t>(config, "kebne.default-pool.workers", 0, max_workers),
      .ask_timeout = config.get_timeout("akka.actor.ask-timeout"),
      .creation_timeout = config.get_timeout("akka.actor.creation-timeout"),
      .telemetry_events = config.get_bool("akka.actor.telemetry.enabled"),
      .telemetry_counters = config.get_bool("kebne.telemetry.counters"),
      .loglevel = read_level(config, "akka.loglevel"),
      .stdout_loglevel = read_level(config, "akka.stdout-loglevel"),
      .loggers = config.get_string_list("akka.loggers"),
      .loggers_dispatcher = config.get_string("akka.loggers-dispatcher"),
      .logger_startup_timeout = config.get_duration("akka.logger-startup-timeout"),
      .logger_async_start = config.get_bool("akka.logger-async-start"),
      .log_config_on_start = config.get_bool("akka.log-config-on-start"),
      .log_dead_letters = read_dead_letters(config),
      .log_dead_letters_during_shutdown = config.get_bool("akka.log-dead-letters-during-shutdown"),
      .log_dead_letters_suspend_duration =
          config.get_timeout("akka.log-dead-letters-suspend-duration"),
      .debug = read_debug(config),
  };
}

}  // namespace kebne
