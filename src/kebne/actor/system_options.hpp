#pragma once

#include "kebne/actor/dispatch/executor_type.hpp"
#include "kebne/actor/extension.hpp"
#include "kebne/actor/logging/logging_options.hpp"
#include "kebne/actor/mailbox/mailbox_type.hpp"
#include "kebne/actor/scheduler/scheduler_options.hpp"
#include "kebne/actor/supervisor_strategy.hpp"
#include "kebne/actor/telemetry_options.hpp"
#include "kebne/base/clock.hpp"
#include "kebne/base/executor.hpp"
#include "kebne/base/observer.hpp"
#include "kebne/base/random.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kebne {

class SynchronizationContext;

/// How an actor system is built. Read once by its constructor.
struct SystemOptions {
  /// What a configuration says, on top of the reference. Unknown keys under `akka` and `kebne`
  /// become warnings. Throws `ConfigError` with origin, key, what was found and wanted.
  [[nodiscard]] static SystemOptions from(const Config& config);

  /// Messages that an actor handles at a stretch before others get its thread; 1 or more.
  std::uint32_t throughput = 30;

  /// Threads of the default pool, at most 32. 0: as many as there are processors.
  std::uint32_t workers = 0;

  /// How long an `ask` without a timeout of its own waits. Empty, or 0: for ever.
  std::optional<std::chrono::nanoseconds> ask_timeout = std::nullopt;

  /// Hears of failures, dead letters and unhandled messages. Null: failures go to the log, and dead
  /// letters as `logging.dead_letters` says.
  std::shared_ptr<Observer> observer = nullptr;

  /// Failures go to the log though there is an observer.
  bool logs_beside_observer = false;

  /// Null: the machine's monotonic clock.
  std::shared_ptr<Clock> clock = nullptr;

  /// Null: the operating system's generator.
  std::shared_ptr<Random> random = nullptr;

  /// Runs all actors, the internal ones too, in place of the system's own pools. For tests; several
  /// systems may share one. The system keeps it alive but does not shut it down.
  std::shared_ptr<Executor> executor = nullptr;

  /// Where dispatchers, mailboxes and what actors at certain paths get are looked up, with
  /// `Config::reference()` as its fallback; the other settings are those of this structure. Null:
  /// the reference alone.
  std::shared_ptr<const Config> config = nullptr;

  /// The loop of the user's own on which actors of a `SynchronizedDispatcher` run.
  std::shared_ptr<SynchronizationContext> synchronization_context = nullptr;

  /// Executors and mailboxes of the user's own that the configuration may name.
  std::vector<ExecutorType> executor_types = {};
  std::vector<MailboxType> mailbox_types = {};

  /// How `/user` deals with the failure of its actors: "Akka.Actor.DefaultSupervisorStrategy",
  /// "Akka.Actor.StoppingSupervisorStrategy", or a name in `strategy_types`.
  std::string guardian_strategy = "Akka.Actor.DefaultSupervisorStrategy";
  std::vector<StrategyType> strategy_types = {};

  LoggingOptions logging = {};
  SchedulerOptions scheduler = {};
  TelemetryOptions telemetry = {};

  /// Extensions that are made with the system, by their names in `extension_types`.
  std::vector<std::string> extensions = {};
  std::vector<ExtensionType> extension_types = {};

  /// Logged as warnings when the system has started.
  std::vector<std::string> warnings = {};
};

}  // namespace kebne
