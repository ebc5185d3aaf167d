#pragma once

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/log_bus.hpp"
#include "kebne/actor/logging/log_record.hpp"
#include "kebne/base/detail/hints.hpp"

#include <fmt/core.h>

#include <concepts>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace kebne {

namespace detail {

/// A format that was checked at compile time against what will be put into it.
template <class... Args>
struct CheckedFormat {
  std::string_view text;  ///< lives for ever: only a constant can be here

  template <class S>
  requires std::convertible_to<const S&, std::string_view>
  consteval CheckedFormat(const S& constant) : text{constant} {
    [[maybe_unused]] const fmt::format_string<Args...> check{constant};
  }
};

/// What is stored in a record as it is, to be formatted later, by another thread: no more than
/// numbers, whose value cannot change meanwhile.
template <class T>
inline constexpr bool is_captured = std::is_arithmetic_v<T>;

/// How an argument goes on to where a record is made. Numbers by value: taking their address would
/// put them into memory even when the level is off.
template <class T>
using LogArgument = std::conditional_t<is_captured<T>, T, const T&>;

/// The source of records that is no actor, and fields that come along. Counted.
struct LogOrigin {
  std::atomic<std::uint32_t> refs{1};
  std::string name;         ///< empty: the cell's path
  bool is_path = false;     ///< the name says the system already
  RefCell* cell = nullptr;  ///< counted: the actor, or somebody that keeps the system's core
  std::vector<LogField> fields;

  ~LogOrigin();
  void add_ref() noexcept { refs.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    // acq_rel: the last one sees what the others did.
    if (refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
};

/// Makes one record and publishes it.
class RecordBuilder {
 public:
  /// What the level says is up to the caller. Throws `std::bad_alloc`.
  RecordBuilder(LogBus& bus, LogLevel level, RefCell* actor, LogOrigin* origin);
  RecordBuilder(const RecordBuilder&) = delete;
  RecordBuilder& operator=(const RecordBuilder&) = delete;
  ~RecordBuilder();

  void cause(const std::exception_ptr& why) noexcept { record_->cause_ = why; }
  /// Formats now. What a formatter throws becomes part of the text.
  void text(std::string_view format, fmt::format_args args) noexcept;
  void text(std::string done) noexcept;
  void message_template(std::string_view text, std::initializer_list<LogValue> args);

  template <class... Args>
  KEBNE_ALWAYS_INLINE void format(std::string_view format, const Args&... args) {
    using Captured = std::tuple<Args...>;
    if constexpr ((is_captured<Args> && ...) && sizeof(Captured) <= LogRecord::args_room) {
      record_->form_ = LogRecord::Form::Captured;
      record_->format_ = format;
      ::new (static_cast<void*>(record_->args_)) Captured(args...);
      record_->render_ = &render<Args...>;
    } else {
      text(format, fmt::make_format_args(args...));
    }
  }

  void publish();

  /// What stands in the log after `n` records of a system could not be taken; unpublished.
  [[nodiscard]] static LogEvent dropped_notice(const LogRecord& like, std::uint64_t n);

 private:
  template <class... Args>
  static std::string render(std::string_view format, const void* stored) {
    return std::apply(
        [format](const Args&... args) {
          return fmt::vformat(fmt::string_view{format.data(), format.size()},
                              fmt::make_format_args(args...));
        },
        *static_cast<const std::tuple<Args...>*>(stored));
  }

  LogRecord* record_;
};

}  // namespace detail

template <class... Args>
using LogFormat = detail::CheckedFormat<std::type_identity_t<Args>...>;

/// Where an actor, or other code, writes what it has to say: `log().info("{} left", n)`.
///
/// Formats are fmt's, checked at compile time. A call whose level is off costs a load and a
/// comparison; it does not format, nor allocate. Numbers are formatted later, by whoever writes
/// them; other arguments at once. Nothing is waited for, and nothing is thrown but
/// `std::bad_alloc`.
///
/// What `Actor::log` gives belongs to the actor: to be used, or kept, inside of it. What
/// `ActorSystem::log` gives may be kept anywhere; after the end of the system it says nothing.
class Log {
 public:
  Log(const Log& other) noexcept : bus_{other.bus_}, actor_{other.actor_}, origin_{other.origin_} {
    if (origin_ != nullptr) origin_->add_ref();
  }
  Log& operator=(Log other) noexcept {
    std::swap(bus_, other.bus_);
    std::swap(actor_, other.actor_);
    std::swap(origin_, other.origin_);
    return *this;
  }
  ~Log() {
    if (origin_ != nullptr) origin_->release();
  }

  [[nodiscard]] bool is_enabled(LogLevel level) const noexcept { return bus_->is_enabled(level); }

  template <class... Args>
  void debug(LogFormat<Args...> format, const Args&... args) const {
    write(LogLevel::Debug, format.text, args...);
  }
  template <class... Args>
  void info(LogFormat<Args...> format, const Args&... args) const {
    write(LogLevel::Info, format.text, args...);
  }
  template <class... Args>
  void warning(LogFormat<Args...> format, const Args&... args) const {
    write(LogLevel::Warning, format.text, args...);
  }
  template <class... Args>
  void error(LogFormat<Args...> format, const Args&... args) const {
    write(LogLevel::Error, format.text, args...);
  }

  /// The same with the exception that is the reason.
  template <class... Args>
  void warning(const std::exception_ptr& cause, LogFormat<Args...> format,
               const Args&... args) const {
    write_cause(LogLevel::Warning, cause, format.text, args...);
  }
  template <class... Args>
  void error(const std::exception_ptr& cause, LogFormat<Args...> format,
             const Args&... args) const {
    write_cause(LogLevel::Error, cause, format.text, args...);
  }

  /// At a level that is known only now. `LogLevel::Off` logs nothing.
  template <class... Args>
  void at(LogLevel level, LogFormat<Args...> format, const Args&... args) const {
    write(level, format.text, args...);
  }
  template <class... Args>
  void at(LogLevel level, const std::exception_ptr& cause, LogFormat<Args...> format,
          const Args&... args) const {
    write_cause(level, cause, format.text, args...);
  }

  /// A text made elsewhere, taken as it is.
  void text(LogLevel level, std::string message) const;

  /// A record that arrives as a template with values; see `MessageTemplate`. Its named holes become
  /// fields.
  void message(LogLevel level, std::string_view message_template,
               std::initializer_list<LogValue> args) const;

  /// The same source, with one more field in each record.
  [[nodiscard]] Log with(std::string name, LogValue value) const;

  // For the library.
  Log(detail::LogBus& bus, detail::RefCell* actor) noexcept : bus_{&bus}, actor_{actor} {}
  Log(detail::LogBus& bus, detail::LogOrigin* adopted) noexcept : bus_{&bus}, origin_{adopted} {}

 private:
  template <class... Args>
  KEBNE_ALWAYS_INLINE void write(LogLevel level, std::string_view format,
                                 const Args&... args) const {
    if (KEBNE_LIKELY(!bus_->is_enabled(level))) return;
    write_enabled<Args...>(level, format, args...);
  }
  template <class... Args>
  KEBNE_NOINLINE void write_enabled(LogLevel level, std::string_view format,
                                    detail::LogArgument<Args>... args) const {
    if (level == LogLevel::Off) return;
    detail::RecordBuilder record{*bus_, level, actor_, origin_};
    record.format<Args...>(format, args...);
    record.publish();
  }
  template <class... Args>
  void write_cause(LogLevel level, const std::exception_ptr& cause, std::string_view format,
                   const Args&... args) const {
    if (!bus_->is_enabled(level)) return;
    detail::RecordBuilder record{*bus_, level, actor_, origin_};
    record.cause(cause);
    record.format(format, args...);
    record.publish();
  }

  detail::LogBus* bus_;
  detail::RefCell* actor_ = nullptr;     ///< borrowed
  detail::LogOrigin* origin_ = nullptr;  ///< counted
};

inline Log Actor::log() const noexcept { return Log{*cell_->dispatcher->log, cell_}; }

}  // namespace kebne
