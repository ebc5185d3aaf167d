#pragma once

#include "kebne/actor/logging/log_filter.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/actor/logging/loggers.hpp"
#include "kebne/config/log_level.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kebne {

/// What the library says about its own doings at `LogLevel::Debug`.
struct DebugLogging {
  bool receive = false;       ///< messages of actors whose class derives from `LogReceive`
  bool autoreceive = false;   ///< messages that the library handles itself, such as `PoisonPill`
  bool lifecycle = false;     ///< starts, stops, restarts, watches
  bool event_stream = false;  ///< subscriptions
  bool unhandled = false;     ///< messages without a handler
};

/// How a system logs. Read once by its constructor.
struct LoggingOptions {
  /// `akka.loglevel`.
  LogLevel level = LogLevel::Info;

  /// `akka.stdout-loglevel`: of what goes straight to standard output while loggers of one's own
  /// are starting.
  LogLevel stdout_level = LogLevel::Warning;

  /// `akka.loggers`, by name. `Akka.Event.DefaultLogger`, also with an assembly behind a comma or
  /// without namespace, writes to `sinks`; `Akka.Event.StandardOutLogger` writes to standard output
  /// at once, on the thread that logs. Others must stand in `logger_types`, else `ConfigError`.
  std::vector<std::string> loggers = {"Akka.Event.DefaultLogger"};

  /// Logger actors of one's own. They start with the system.
  std::vector<LoggerType> logger_types = {};

  /// `akka.logger-startup-timeout`: how long the constructor waits for each of those.
  std::chrono::nanoseconds startup_timeout = std::chrono::seconds{5};

  /// Where the default logger writes. None: the console.
  std::vector<std::shared_ptr<LogSink>> sinks = {};

  /// What no logger gets to see.
  std::vector<LogFilter> filters = {};

  /// Records that wait for a slow sink, a power of two; what comes beyond is dropped and counted.
  std::uint32_t ring_size = 8192;

  /// How long the end of the system waits for a sink to take what is left.
  std::chrono::nanoseconds flush_timeout = std::chrono::seconds{5};

  /// `akka.log-dead-letters`: this many are logged, then no more. 0: none. Empty: all.
  std::optional<std::uint32_t> dead_letters = 10;

  /// `akka.log-dead-letters-during-shutdown`.
  bool dead_letters_during_shutdown = false;

  /// `akka.log-dead-letters-suspend-duration`: after the last one logged, silence for this long,
  /// then the count begins anew. Empty: for ever.
  std::optional<std::chrono::nanoseconds> dead_letters_suspend = std::chrono::minutes{5};

  DebugLogging debug = {};

  /// `akka.log-config-on-start`: writes the settings to the log when the system starts.
  bool config_on_start = false;
};

}  // namespace kebne
