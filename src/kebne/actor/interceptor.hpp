#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/envelope.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kebne {

/// What came of a message.
enum class Outcome : std::uint8_t { Handled, Unhandled, Failed };

/// A message that an actor handles, as an interceptor sees it. Valid during the call.
class Invocation {
 public:
  [[nodiscard]] BorrowedRef actor() const noexcept;
  [[nodiscard]] BorrowedRef sender() const noexcept;

  /// The message; null when the handler has forwarded one that can only be moved. A handler that
  /// took it by value has moved it out.
  [[nodiscard]] const Envelope* message() const noexcept;
  [[nodiscard]] std::string type_name() const;

  /// The envelope that it was in, if it was scheduled.
  [[nodiscard]] const std::optional<ScheduledTell>& scheduled() const noexcept {
    return scheduled_;
  }

  // For the library.
  Invocation(detail::ActorCell& cell, std::uint32_t type,
             std::optional<ScheduledTell> scheduled) noexcept
      : cell_{cell}, type_{type}, scheduled_{scheduled} {}

 private:
  detail::ActorCell& cell_;
  const std::uint32_t type_;
  const std::optional<ScheduledTell> scheduled_;
};

/// Called around each handling of a message by a user's actor: for tracing and metrics. Not for
/// what the library answers itself, such as `Identify` and `PoisonPill`, nor for internal actors.
///
/// On the thread that runs the actor, several at a time; it must not block. `after` follows its
/// `before` on the same thread; of several interceptors the first one's is the last. What they
/// throw goes to the observer.
class Interceptor {
 public:
  virtual ~Interceptor() = default;
  virtual void before(const Invocation& invocation) = 0;
  virtual void after(const Invocation& invocation, Outcome outcome) = 0;

  /// Whether it is called for scheduled messages too. Asked once, when the system starts.
  [[nodiscard]] virtual bool includes_scheduled() const { return false; }
};

}  // namespace kebne
