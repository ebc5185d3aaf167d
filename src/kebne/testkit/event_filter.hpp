#pragma once

#include "kebne/config/log_level.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>

namespace kebne {

namespace detail {
class InstalledFilter;
struct EventPattern;
}  // namespace detail

/// Log records of the same kind are not seen by later filters, nor by what prints the last records
/// of a failed test, while this lives: no longer than the kit, which may be shut down before. The
/// test's own thread.
class MutedEvents {
 public:
  MutedEvents(MutedEvents&&) noexcept = default;
  MutedEvents& operator=(MutedEvents&&) = delete;
  ~MutedEvents() { unmute(); }

  void unmute() noexcept;
  /// How many records it has kept back so far.
  [[nodiscard]] std::size_t count() const noexcept;

 private:
  friend class EventFilter;
  explicit MutedEvents(std::shared_ptr<detail::InstalledFilter> filter) noexcept
      : filter_{std::move(filter)} {}
  std::shared_ptr<detail::InstalledFilter> filter_;
};

/// Says which log records a test expects, made by `TestKit::event_filter`:
///
///     kit.event_filter().warning().start("low on").expect_one([&] { account.tell(Withdraw{99});
///     });
///
/// A record must meet every condition. Whoever asks for an exception looks at errors only, unless
/// another level is named; the text may then be that of the exception as well as the record's. A
/// record goes to one filter, the first that was there.
///
/// The level of the system's log decides what is there to be seen. The test's own thread.
class EventFilter {
 public:
  EventFilter& debug() { return level(LogLevel::Debug); }
  EventFilter& info() { return level(LogLevel::Info); }
  EventFilter& warning() { return level(LogLevel::Warning); }
  EventFilter& error() { return level(LogLevel::Error); }

  /// The whole message, its beginning, or a part of it; ASCII letters may be small or capital.
  EventFilter& message(const std::string& text);
  EventFilter& start(const std::string& text);
  EventFilter& contains(const std::string& text);

  /// A regular expression (ECMAScript) that is found in the message; case counts. Throws
  /// `std::invalid_argument` for one that cannot be read.
  EventFilter& pattern(const std::string& regex);

  /// Who has logged, as `LogRecord::source` says it: `src (akka://sys)`, or an actor's path, with
  /// or without its address.
  EventFilter& source(std::string shown);
  EventFilter& source(const ActorRef& actor);

  /// Logged with an `E`, or what derives from it.
  template <class E>
  EventFilter& exception() {
    return exception_of(typeid(E), [](const std::exception_ptr& cause) {
      try {
        std::rethrow_exception(cause);
      } catch (const E&) {
        return true;
      } catch (...) {
        return false;
      }
    });
  }

  /// Whatever else; called on the thread that logs. What it throws goes on to the test.
  EventFilter& custom(std::function<bool(const LogRecord&)> is_it);

  /// No log record: a dead letter, or a message without a handler; of one type, or of any.
  EventFilter& dead_letter() { return lost(true, nullptr, nullptr); }
  EventFilter& unhandled() { return lost(false, nullptr, nullptr); }
  template <Message M>
  EventFilter& dead_letter() {
    return lost(true, &typeid(M), [](const AnyPayload& m) { return m.holds<M>(); });
  }
  template <Message M>
  EventFilter& unhandled() {
    return lost(false, &typeid(M), [](const AnyPayload& m) { return m.holds<M>(); });
  }

  /// What follows describes another kind of records that are expected too.
  EventFilter& also();

  /// Runs `body`, and waits until so many have come: no fewer, no more. At most for `max`, by
  /// default `TestSettings::filter_leeway`. On a virtual clock the system comes to rest first, so
  /// nothing that is under way is missed; in real time none is expected for as long as `max`.
  void expect(std::size_t n, const std::function<void()>& body,
              std::optional<std::chrono::nanoseconds> max = {});
  void expect_one(const std::function<void()>& body,
                  std::optional<std::chrono::nanoseconds> max = {}) {
    expect(1, body, max);
  }
  void expect_none(const std::function<void()>& body) { expect(0, body); }

  [[nodiscard]] MutedEvents mute();
  void mute(const std::function<void()>& body);

  // For the library.
  EventFilter(ActorSystem& system, std::shared_ptr<detail::Bench> bench);
  EventFilter& lost(bool is_dead_letter, const std::type_info* type,
                    bool (*is_it)(const AnyPayload&));

 private:
  EventFilter& level(LogLevel level);
  EventFilter& exception_of(const std::type_info& type, bool (*is_it)(const std::exception_ptr&));
  [[nodiscard]] std::shared_ptr<detail::InstalledFilter> install() const;

  ActorSystem& system_;
  std::shared_ptr<detail::Bench> bench_;
  std::shared_ptr<detail::EventPattern> pattern_;
};

}  // namespace kebne
