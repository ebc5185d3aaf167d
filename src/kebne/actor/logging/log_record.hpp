#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/event/bases.hpp"
#include "kebne/actor/logging/message_template.hpp"
#include "kebne/config/log_level.hpp"

#include <fmt/core.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {

namespace detail {
struct LogBus;
struct LogOrigin;
class RecordBuilder;
}  // namespace detail

/// One thing that was logged. Made on the thread that logs it; its text is put together when
/// somebody reads it. Never changes; read it through a `LogEvent`, which keeps it.
class LogRecord : detail::Node {
 public:
  LogRecord(const LogRecord&) = delete;
  LogRecord& operator=(const LogRecord&) = delete;

  [[nodiscard]] LogLevel level() const noexcept { return level_; }
  /// Nanoseconds since the beginning of 1970, UTC.
  [[nodiscard]] std::int64_t time_ns() const noexcept { return static_cast<std::int64_t>(word); }
  /// A small number of the thread that logged; one of a thread that has ended is used again.
  [[nodiscard]] std::uint32_t thread() const noexcept { return thread_; }

  /// The path of the actor, or the name that `ActorSystem::log` was given with the system's
  /// address: `src (akka://sys)`.
  [[nodiscard]] std::string source() const;

  /// The system's address.
  [[nodiscard]] const std::string& address() const noexcept;

  [[nodiscard]] std::string message() const;

  /// The format or template, before its values were put in; empty for a record without.
  [[nodiscard]] std::string_view format() const noexcept;

  /// Null when there is none.
  [[nodiscard]] const std::exception_ptr& cause() const noexcept { return cause_; }

  /// What `Log::with` added, then the named holes of a template.
  [[nodiscard]] std::vector<LogField> fields() const;

 private:
  friend class detail::RecordBuilder;
  friend class LogEvent;

  enum class Form : std::uint8_t { Text, Captured, Template };
  struct WithArgs {
    std::string text;
    std::vector<LogValue> args;
  };
  /// Formats arguments that were stored as they were.
  using Render = std::string (*)(std::string_view format, const void* args);

  static constexpr std::size_t args_room = 80;

  LogRecord(std::uint16_t owner_of_node, detail::LogBus& bus) noexcept : Node{}, bus_{&bus} {
    owner = owner_of_node;
  }
  ~LogRecord() {
    if (form_ == Form::Text) text_.~basic_string();
    if (form_ == Form::Template) template_.~unique_ptr();
  }
  void own_source() noexcept;
  void dispose() noexcept;

  mutable std::atomic<std::uint32_t> refs_{1};
  std::uint32_t thread_ = 0;
  LogLevel level_ = LogLevel::Debug;
  Form form_ = Form::Text;
  bool owns_source_ = false;
  detail::LogBus* bus_;
  detail::RefCell* actor_ = nullptr;     ///< who logs; counted if `owns_source_`
  detail::LogOrigin* origin_ = nullptr;  ///< likewise
  std::string_view format_;
  Render render_ = nullptr;
  std::exception_ptr cause_;
  union {
    alignas(8) std::byte args_[args_room];
    std::string text_;
    std::unique_ptr<WithArgs> template_;
  };
};

/// What is published on the event stream when something is logged, as `LogDebug`, `LogInfo`,
/// `LogWarning` or `LogError`; a subscription to `LogEvent` brings all four. Cheap to copy; any
/// thread.
class LogEvent {
 public:
  using SilentWhenDead = void;

  LogEvent(const LogEvent& other) noexcept : record_{other.record_} { share(); }
  LogEvent(LogEvent&& other) noexcept : record_{std::exchange(other.record_, nullptr)} {}
  LogEvent& operator=(LogEvent other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  ~LogEvent() { drop(); }

  /// Keeps a record that a sink was given.
  [[nodiscard]] static LogEvent of(const LogRecord& record) noexcept {
    LogEvent event{const_cast<LogRecord*>(&record)};  // it is counted, not changed
    event.share();
    return event;
  }

  [[nodiscard]] const LogRecord& operator*() const noexcept { return *record_; }
  [[nodiscard]] const LogRecord* operator->() const noexcept { return record_; }

  // For the library.
  explicit LogEvent(LogRecord* adopted) noexcept : record_{adopted} {}

 private:
  void share() noexcept {
    if (record_ == nullptr) return;
    // The first copy is made by the thread that logs, before anybody else has the record.
    if (!record_->owns_source_) record_->own_source();
    record_->refs_.fetch_add(1, std::memory_order_relaxed);
  }
  void drop() noexcept {
    if (record_ == nullptr) return;
    // acquire, acq_rel: the last one sees what the others did; a sole owner needs no
    // read-modify-write.
    if (record_->refs_.load(std::memory_order_acquire) == 1 ||
        record_->refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      record_->dispose();
    }
  }

  LogRecord* record_;
};

struct LogDebug : LogEvent {
  using Bases = bases<LogEvent>;
  using LogEvent::LogEvent;
};
struct LogInfo : LogEvent {
  using Bases = bases<LogEvent>;
  using LogEvent::LogEvent;
};
struct LogWarning : LogEvent {
  using Bases = bases<LogEvent>;
  using LogEvent::LogEvent;
};
struct LogError : LogEvent {
  using Bases = bases<LogEvent>;
  using LogEvent::LogEvent;
};

}  // namespace kebne
