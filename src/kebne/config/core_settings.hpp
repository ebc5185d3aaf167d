#pragma once

#include "kebne/config/config.hpp"
#include "kebne/config/log_level.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kebne {

/// The settings of an actor system that come from its configuration, read and checked once.
///
/// There are no defaults here: what the configuration does not say, `Config::reference` does.
struct CoreSettings {
  static constexpr std::uint32_t max_workers = 32;
  static constexpr std::uint32_t all_dead_letters = std::numeric_limits<std::uint32_t>::max();

  /// Which events get a log record at level debug: `akka.actor.debug`.
  struct Debug {
    bool receive;
    bool autoreceive;
    bool lifecycle;
    bool event_stream;
    bool unhandled;
    bool fsm;
    bool log_timers;
    bool router_misconfiguration;
  };

  std::uint32_t throughput;  ///< akka.actor.default-dispatcher.throughput, 1 or more
  std::uint32_t workers;     ///< kebne.default-pool.workers, 0: as many as processors
  Timeout ask_timeout;
  Timeout creation_timeout;

  bool telemetry_events;    ///< akka.actor.telemetry.enabled
  bool telemetry_counters;  ///< kebne.telemetry.counters

  LogLevel loglevel;
  LogLevel stdout_loglevel;
  std::vector<std::string> loggers;
  std::string loggers_dispatcher;
  std::chrono::nanoseconds logger_startup_timeout;
  bool logger_async_start;
  bool log_config_on_start;

  std::uint32_t log_dead_letters;  ///< how many are logged; 0: none, or `all_dead_letters`
  bool log_dead_letters_during_shutdown;
  Timeout log_dead_letters_suspend_duration;

  Debug debug;

  /// Reads all keys. Throws `ConfigError` for one that is missing, has the wrong type, is out of
  /// range or is an unknown word.
  [[nodiscard]] static CoreSettings read(const Config& config);
};

}  // namespace kebne
