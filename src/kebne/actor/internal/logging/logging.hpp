#pragma once

#include "kebne/actor/event/dead_letters.hpp"
#include "kebne/actor/event/event_stream.hpp"
#include "kebne/actor/internal/logging/sink_thread.hpp"
#include "kebne/actor/logging/log.hpp"
#include "kebne/actor/logging/logging_options.hpp"
#include "kebne/base/observer.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kebne::detail {

struct SystemCore;

/// Writes to standard output, on the thread that logs.
class StdoutLogger : public InPlaceSubscriber {
 public:
  explicit StdoutLogger(LogLevel least);

 private:
  const LogLevel least_;
  std::mutex lock_;
  std::optional<GuardedSink> sink_;  ///< made by the first record
};

/// What a default logger and its actor, `/system/logN-DefaultLogger`, share.
///
/// The actor is made by the first record, so that a system that says nothing starts no thread.
/// Records for sinks that may block go from the thread that logs into the ring of the sink thread:
/// no mailbox grows, and nothing is lost when the actor stops before the last record. Records for
/// other sinks wait for the actor, as many as the ring would hold; once it has stopped they are
/// written where they are logged.
class DefaultLogger : public InPlaceSubscriber {
 public:
  DefaultLogger(SystemCore& core, const LoggingOptions& options, std::uint32_t number);

  /// The actor's work, and its last: from then on there is none.
  void drain() noexcept;
  void end_actor() noexcept;
  void stop(std::chrono::nanoseconds limit) noexcept;
  [[nodiscard]] std::uint64_t dropped() const noexcept;
  void close() noexcept;

 private:
  void take(const LogEvent& event) noexcept;
  void start() noexcept;
  void take_direct(const LogEvent& event) noexcept;
  void write_direct(const LogRecord& record) noexcept;

  SystemCore& core_;
  const std::string actor_name_;
  const std::vector<LogFilter> filters_;
  const std::uint32_t ring_size_;
  std::vector<GuardedSink> direct_;
  std::atomic<std::uint64_t> dropped_{0};  ///< on their way to the actor
  std::unique_ptr<SinkThread> thread_;     ///< null: no sink may block
  std::atomic<bool> started_{false};
  std::mutex lock_;
  // Under lock_:
  ActorRef actor_;
  bool has_actor_ = true;  ///< it is there, or will be
  std::vector<LogEvent> waiting_;
};

/// Says on the log that messages found nobody: `akka.log-dead-letters`. On the thread that the
/// letter died on, so that none is lost at the end of the system.
class DeadLetterListener : public InPlaceSubscriber {
 public:
  DeadLetterListener(SystemCore& core, const LoggingOptions& options);

 private:
  /// `nth` letter: to be logged; false: silence.
  bool admit(std::uint64_t& nth, std::string& done);
  void log(const DeadLetter& letter);
  void log(const Dropped& dropped);

  SystemCore& core_;
  const std::optional<std::uint32_t> limit_;
  const bool during_shutdown_;
  const std::optional<std::chrono::nanoseconds> suspend_;
  std::mutex lock_;
  std::uint64_t count_ = 0;
  bool silent_ = false;
  std::chrono::nanoseconds silent_until_{0};
};

/// All of a system's logging.
class Logging {
 public:
  /// Throws `ConfigError`.
  Logging(SystemCore& core, const EventStream& events, const Clock& clock,
          const std::string& address, const LoggingOptions& options);

  LogBus bus;
  const LoggingOptions options;  ///< without sinks: one may keep records, which keep the system
  const DebugLogging& debug;

  /// Once the system can spawn: subscribes the loggers, waits for those of the user.
  void start(EventStream& events);
  /// After the last actor: what waits is written, nothing more is logged.
  void stop() noexcept;
  /// Gives up references into the tree.
  void close() noexcept;
  [[nodiscard]] std::uint64_t dropped() const noexcept;

 private:
  void start_own(EventStream& events, const LoggerType& type, std::uint32_t number);

  SystemCore& core_;
  std::vector<std::unique_ptr<DefaultLogger>> defaults_;
  std::vector<std::unique_ptr<StdoutLogger>> stdout_;
  std::vector<LoggerType> own_;
  StdoutLogger while_starting_;
  DeadLetterListener dead_letters_;
};

/// The observer of systems that are given none, or whose one is `given` and hears of what is logged
/// besides: failures and misuse go to the log. Dead letters and unhandled messages get there from
/// the event stream.
class LoggingObserver final : public Observer {
 public:
  explicit LoggingObserver(LogBus& bus, std::shared_ptr<Observer> given = nullptr) noexcept
      : bus_{bus}, given_{std::move(given)} {}
  void on_failure(const FailureReport& report) override;
  void on_dead_letter(const DeadLetterReport& report) override;
  void on_unhandled(const UnhandledReport& report) override;
  void on_misuse(std::string_view text) override;

 private:
  [[nodiscard]] Log named(std::string source, bool is_path) const;
  void log_failure(const FailureReport& report) const;
  LogBus& bus_;
  const std::shared_ptr<Observer> given_;
};

}  // namespace kebne::detail
