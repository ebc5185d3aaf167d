#include "kebne/actor/internal/logging/logging.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/text.hpp"
#include "kebne/actor/supervisor_strategy.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

namespace kebne::detail {
namespace {

/// The class of `Akka.Event.DefaultLogger, Akka`: without namespace and assembly.
std::string_view class_name(std::string_view logger) noexcept {
  logger = logger.substr(0, logger.find(','));
  while (logger.ends_with(' ')) logger.remove_suffix(1);
  constexpr std::string_view space = "Akka.Event.";
  return logger.starts_with(space) ? logger.substr(space.size()) : logger;
}

LoggingOptions checked(LoggingOptions options) {
  if (!std::has_single_bit(options.ring_size) || options.ring_size < 2) {
    throw ConfigError{fmt::format("logging.ring_size: found {}, wanted a power of two from 2",
                                  options.ring_size)};
  }
  for (const auto& [name, time] : {std::pair{"startup_timeout", options.startup_timeout},
                                   std::pair{"flush_timeout", options.flush_timeout}}) {
    if (time.count() < 0) {
      throw ConfigError{
          fmt::format("logging.{}: found {} ns, wanted 0 or more", name, time.count())};
    }
  }
  if (std::find(options.sinks.begin(), options.sinks.end(), nullptr) != options.sinks.end()) {
    throw ConfigError{"logging.sinks: found a null pointer, wanted a sink"};
  }
  return options;
}

LoggingOptions without_sinks(LoggingOptions options) {
  options.sinks.clear();
  return options;
}

/// A logger's name as an element of a path.
std::string element_of(std::string_view name) {
  std::string out{name.substr(name.rfind('.') + 1)};
  for (char& c : out) {
    if (!ActorPath::is_valid_element(std::string_view{&c, 1})) c = '-';
  }
  return out;
}

/// What an exception says, without its class.
std::string text_of(const std::exception_ptr& cause) {
  try {
    std::rethrow_exception(cause);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return describe_exception(cause);
  }
}

/// Records wait for the logger's actor.
struct Drain {
  using SilentWhenDead = void;
};

class DefaultLoggerActor final : public Actor {
 public:
  static void behavior(On<DefaultLoggerActor>& on) { on.handle<&DefaultLoggerActor::drain>(); }
  explicit DefaultLoggerActor(DefaultLogger* logger) : logger_{logger} {}

 private:
  void drain(const Drain&) { logger_->drain(); }
  void post_stop() override { logger_->end_actor(); }
  DefaultLogger* logger_;
};

}  // namespace

StdoutLogger::StdoutLogger(LogLevel least) : least_{least} {
  call = [](InPlaceSubscriber& self, std::uint32_t, const void* event) noexcept {
    auto& logger = static_cast<StdoutLogger&>(self);
    const LogRecord& record = **static_cast<const LogEvent*>(event);
    if (record.level() < logger.least_) return;
    const std::lock_guard guard{logger.lock_};
    if (!logger.sink_) logger.sink_.emplace(console_sink());
    logger.sink_->write(record);
    logger.sink_->flush();
  };
}

DefaultLogger::DefaultLogger(SystemCore& core, const LoggingOptions& options, std::uint32_t number)
    : core_{core},
      actor_name_{fmt::format("log{}-DefaultLogger", number)},
      filters_{options.filters},
      ring_size_{options.ring_size} {
  std::vector<std::shared_ptr<LogSink>> blocking;
  for (const auto& sink : options.sinks) {
    if (sink->may_block()) {
      blocking.push_back(sink);
    } else {
      direct_.emplace_back(sink);
    }
  }
  if (!blocking.empty() || direct_.empty()) {
    thread_ = std::make_unique<SinkThread>(std::move(blocking), filters_, ring_size_);
  }
  call = [](InPlaceSubscriber& self, std::uint32_t, const void* event) noexcept {
    static_cast<DefaultLogger&>(self).take(*static_cast<const LogEvent*>(event));
  };
}

void DefaultLogger::start() noexcept {
  // Before the spawn: what that logs comes back here. Other threads do not wait for the actor.
  if (started_.exchange(true, std::memory_order_relaxed)) return;
  ActorRef actor;
  try {
    actor = core_.spawn_internal(props<DefaultLoggerActor>(this), actor_name_);
  } catch (const std::exception&) {
    end_actor();  // the system is ending
    return;
  }
  bool has_records = false;
  {
    const std::lock_guard guard{lock_};
    if (!has_actor_) return;
    actor_ = actor;
    has_records = !waiting_.empty();
  }
  if (has_records) actor.tell(Drain{});  // without the lock: it may run here and now
}

void DefaultLogger::take(const LogEvent& event) noexcept {
  if (KEBNE_UNLIKELY(!started_.load(std::memory_order_relaxed))) start();
  if (thread_ != nullptr) thread_->put(event);
  if (!direct_.empty()) take_direct(event);
}

void DefaultLogger::take_direct(const LogEvent& event) noexcept {
  ActorRef drains;
  {
    const std::lock_guard guard{lock_};
    if (!has_actor_) return write_direct(*event);
    if (waiting_.size() >= ring_size_) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    waiting_.push_back(event);
    if (waiting_.size() == 1) drains = actor_;
  }
  if (drains) drains.tell(Drain{});  // without the lock: it may run here and now
}

void DefaultLogger::write_direct(const LogRecord& record) noexcept {
  if (is_excluded(filters_, record)) return;
  for (GuardedSink& sink : direct_) sink.write(record);
}

void DefaultLogger::drain() noexcept {
  std::vector<LogEvent> events;
  {
    const std::lock_guard guard{lock_};
    events.swap(waiting_);
  }
  for (const LogEvent& event : events) write_direct(*event);
}

void DefaultLogger::end_actor() noexcept {
  drain();
  const std::lock_guard guard{lock_};
  for (const LogEvent& event : std::exchange(waiting_, {})) write_direct(*event);
  has_actor_ = false;
}

void DefaultLogger::stop(std::chrono::nanoseconds limit) noexcept {
  if (thread_ != nullptr) thread_->stop(limit);
}

std::uint64_t DefaultLogger::dropped() const noexcept {
  std::uint64_t n = dropped_.load(std::memory_order_relaxed);
  if (thread_ != nullptr) n += thread_->dropped();
  return n;
}

void DefaultLogger::close() noexcept {
  ActorRef gone;
  started_.store(true, std::memory_order_relaxed);
  const std::lock_guard guard{lock_};
  has_actor_ = false;
  std::swap(gone, actor_);
  direct_.clear();
  waiting_.clear();
}

DeadLetterListener::DeadLetterListener(SystemCore& core, const LoggingOptions& options)
    : core_{core},
      limit_{options.dead_letters},
      during_shutdown_{options.dead_letters_during_shutdown},
      suspend_{options.dead_letters_suspend} {
  call = [](InPlaceSubscriber& self, std::uint32_t type, const void* event) noexcept {
    auto& listener = static_cast<DeadLetterListener&>(self);
    listener.core_.guarded([&] {
      if (type == message_id<DeadLetter>()) listener.log(*static_cast<const DeadLetter*>(event));
      if (type == message_id<Dropped>()) listener.log(*static_cast<const Dropped*>(event));
    });
  };
}

bool DeadLetterListener::admit(std::uint64_t& nth, std::string& done) {
  if (!during_shutdown_ && core_.is_terminating()) return false;
  const std::lock_guard guard{lock_};
  if (silent_) {
    if (!suspend_ || core_.clock->now() < silent_until_) return false;
    silent_ = false;
    count_ = 0;
  }
  nth = ++count_;
  if (!limit_ || count_ < *limit_) return true;
  silent_ = true;
  done = ", no more dead letters will be logged";
  if (!suspend_) return true;
  silent_until_ = core_.clock->now() + *suspend_;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*suspend_).count();
  done +=
      fmt::format(" in next [{:02}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return true;
}

namespace {

constexpr std::string_view how_to_adjust =
    "This logging can be turned off or adjusted with configuration settings "
    "'akka.log-dead-letters' and 'akka.log-dead-letters-during-shutdown'.";

}  // namespace

void DeadLetterListener::log(const DeadLetter& letter) {
  std::uint64_t nth = 0;
  std::string done;
  if (!core_.logging.bus.is_enabled(LogLevel::Info) || !admit(nth, done)) return;
  const std::string to = letter.recipient.path().to_string();
  const std::string from = letter.sender
                               ? fmt::format("from [{}]", letter.sender.path().to_string())
                               : std::string{"without sender"};
  Log{core_.logging.bus, letter.recipient.cell()}.text(
      LogLevel::Info,
      fmt::format("Message [{}] {} to [{}] was not delivered. [{}] dead letters encountered{}. If "
                  "this is not an expected behavior then [{}] may have terminated unexpectedly. {}",
                  letter.message.type_name(), from, to, nth, done, to, how_to_adjust));
}

void DeadLetterListener::log(const Dropped& dropped) {
  std::uint64_t nth = 0;
  std::string done;
  if (!core_.logging.bus.is_enabled(LogLevel::Info) || !admit(nth, done)) return;
  const std::string to = dropped.recipient.path().to_string();
  const std::string from = dropped.sender
                               ? fmt::format("from [{}]", dropped.sender.path().to_string())
                               : std::string{"without sender"};
  Log{core_.logging.bus, dropped.recipient.cell()}.text(
      LogLevel::Info,
      fmt::format("Message [{}] {} to [{}] was dropped. {}. [{}] dead letters encountered{}. {}",
                  dropped.message.type_name(), from, to, dropped.reason, nth, done, how_to_adjust));
}

Logging::Logging(SystemCore& core, const EventStream& events, const Clock& clock,
                 const std::string& address, const LoggingOptions& given)
    : bus{{given.level}, &events, &clock, &address},
      options{without_sinks(checked(given))},
      debug{options.debug},
      core_{core},
      while_starting_{options.stdout_level},
      dead_letters_{core, options} {
  std::uint32_t number = 0;
  for (const std::string& logger : options.loggers) {
    ++number;
    const std::string_view wanted = class_name(logger);
    const auto own = std::find_if(options.logger_types.begin(), options.logger_types.end(),
                                  [&](const LoggerType& t) { return t.name == logger; });
    if (own != options.logger_types.end() && own->props != nullptr) {
      own_.push_back(*own);
    } else if (wanted == "DefaultLogger") {
      defaults_.push_back(std::make_unique<DefaultLogger>(core, given, number));
    } else if (wanted == "StandardOutLogger") {
      stdout_.push_back(std::make_unique<StdoutLogger>(options.level));
    } else {
      throw ConfigError{fmt::format(
          "akka.loggers: found {}, wanted Akka.Event.DefaultLogger, Akka.Event.StandardOutLogger "
          "or a name from logger_types",
          quoted(logger))};
    }
  }
}

void Logging::start(EventStream& events) {
  if (options.level == LogLevel::Off) return;
  const std::uint32_t all = channel_id<LogEvent>();
  for (const auto& logger : defaults_) events.subscribe_in_place(*logger, all);
  for (const auto& logger : stdout_) events.subscribe_in_place(*logger, all);
  if (options.dead_letters != 0u && options.level <= LogLevel::Info) {
    events.subscribe_in_place(dead_letters_, channel_id<DeadLetter>());
    events.subscribe_in_place(dead_letters_, channel_id<Dropped>());
  }
  if (own_.empty()) return;
  events.subscribe_in_place(while_starting_, all);
  std::uint32_t number = static_cast<std::uint32_t>(defaults_.size() + stdout_.size());
  for (const LoggerType& type : own_) start_own(events, type, ++number);
  events.unsubscribe_in_place(while_starting_, all);
}

void Logging::start_own(EventStream& events, const LoggerType& type, std::uint32_t number) {
  const std::string_view shown = class_name(type.name);
  const ActorRef actor =
      core_.spawn_internal(*type.props, fmt::format("log{}-{}", number, element_of(shown)));
  events.subscribe<LogEvent>(actor);
  auto ready = ask_from_outside<InitializeLogger>(core_, {}, actor.cell());
  if (const auto answer = ready.wait_for(options.startup_timeout); !answer) {
    Log{bus, actor.cell()}.warning(
        "Logger [{}] did not respond within {} ms to InitializeLogger(bus): {}", type.name,
        std::chrono::duration_cast<std::chrono::milliseconds>(options.startup_timeout).count(),
        answer.error().text);
  }
}

void Logging::stop() noexcept {
  for (const auto& logger : defaults_) logger->stop(options.flush_timeout);
  bus.level.store(LogLevel::Off, std::memory_order_relaxed);
}

void Logging::close() noexcept {
  bus.level.store(LogLevel::Off, std::memory_order_relaxed);
  for (const auto& logger : defaults_) logger->close();
}

std::uint64_t Logging::dropped() const noexcept {
  std::uint64_t n = 0;
  for (const auto& logger : defaults_) n += logger->dropped();
  return n;
}

Log LoggingObserver::named(std::string source, bool is_path) const {
  auto origin = std::make_unique<LogOrigin>();
  origin->name = std::move(source);
  origin->is_path = is_path;
  return Log{bus_, origin.release()};
}

void LoggingObserver::on_failure(const FailureReport& report) {
  log_failure(report);
  if (given_ != nullptr) given_->on_failure(report);
}

void LoggingObserver::on_dead_letter(const DeadLetterReport& report) {
  if (given_ != nullptr) given_->on_dead_letter(report);
}

void LoggingObserver::on_unhandled(const UnhandledReport& report) {
  if (given_ != nullptr) given_->on_unhandled(report);
}

void LoggingObserver::log_failure(const FailureReport& report) const {
  if (!report.is_logged) return;
  const bool goes_on = report.outcome == to_string(Directive::Resume);
  const LogLevel level = goes_on ? LogLevel::Warning : LogLevel::Error;
  if (!bus_.is_enabled(level)) return;
  const std::string message = report.message.str();
  named(report.actor.str(), true)
      .at(level, report.cause, "{} [{} threw{}{}: {}]", text_of(report.cause),
          to_string(report.point), message.empty() ? "" : " on ", message, report.outcome);
}

void LoggingObserver::on_misuse(std::string_view text) {
  named("kebne", false).warning("{}", text);
  if (given_ != nullptr) given_->on_misuse(text);
}

}  // namespace kebne::detail
