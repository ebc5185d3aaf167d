#include "kebne/actor/settings.hpp"

#include <fmt/core.h>

namespace kebne {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "\"" : ", \"") + text + '"';
  return '[' + out + ']';
}

std::string_view on_off(bool on) noexcept { return on ? "on" : "off"; }

std::string seconds(std::chrono::nanoseconds time) {
  return fmt::format("{} s", std::chrono::duration<double>(time).count());
}

}  // namespace

std::string Settings::to_string() const {
  const DebugLogging& debug = logging.debug;
  std::string out;
  const auto line = [&out](std::string_view key, const auto& value) {
    out += fmt::format("{}akka.{} = {}", out.empty() ? "" : "\n", key, value);
  };
  line("actor.default-dispatcher.throughput", throughput);
  line("actor.default-dispatcher.workers", workers);
  line("actor.ask-timeout", ask_timeout ? seconds(*ask_timeout) : std::string{"infinite"});
  line("loglevel", kebne::to_string(logging.level));
  line("stdout-loglevel", kebne::to_string(logging.stdout_level));
  line("loggers", joined(logging.loggers));
  line("logger-startup-timeout", seconds(logging.startup_timeout));
  line("log-dead-letters",
       logging.dead_letters ? fmt::format("{}", *logging.dead_letters) : std::string{"on"});
  line("log-dead-letters-during-shutdown", on_off(logging.dead_letters_during_shutdown));
  line("log-dead-letters-suspend-duration", logging.dead_letters_suspend
                                                ? seconds(*logging.dead_letters_suspend)
                                                : std::string{"infinite"});
  line("actor.debug.receive", on_off(debug.receive));
  line("actor.debug.autoreceive", on_off(debug.autoreceive));
  line("actor.debug.lifecycle", on_off(debug.lifecycle));
  line("actor.debug.event-stream", on_off(debug.event_stream));
  line("actor.debug.unhandled", on_off(debug.unhandled));
  line("actor.telemetry.enabled", on_off(telemetry_events));
  line("extensions", joined(extensions));
  line("scheduler.tick-duration", seconds(scheduler.tick_duration));
  line("scheduler.ticks-per-wheel", scheduler.ticks_per_wheel);
  line("scheduler.shutdown-timeout", seconds(scheduler.shutdown_timeout));
  out += fmt::format("\nkebne.telemetry.counters = {}", on_off(telemetry_counters));
  return out;
}

}  // namespace kebne
