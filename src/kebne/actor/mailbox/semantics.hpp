#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kebne {

/// What an actor, or a dispatcher, may require of mailboxes.
enum class MailboxSemantics : std::uint8_t {
  Unbounded,         ///< takes whatever comes
  Bounded,           ///< has a capacity; its senders wait for a place
  Deque,             ///< what the actor gives back goes to the front
  UnboundedDeque,    ///< both
  BoundedDeque,      ///< both
  MultipleConsumer,  ///< plain first in, first out
  ControlAware,      ///< control messages first
  Logger,            ///< for loggers
};

/// As `akka.actor.mailbox.requirements` names it: "Akka.Dispatch.IBoundedMessageQueueSemantics".
[[nodiscard]] std::string_view to_string(MailboxSemantics semantics) noexcept;

/// The one of this name, which may have an assembly behind a comma; none when nothing has it.
[[nodiscard]] std::optional<MailboxSemantics> mailbox_semantics(std::string_view name) noexcept;

// What an actor class names: `using RequiresMessageQueue = kebne::BoundedMessageQueueSemantics;`.

struct UnboundedMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::Unbounded;
};
struct BoundedMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::Bounded;
};
struct DequeBasedMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::Deque;
};
struct UnboundedDequeBasedMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::UnboundedDeque;
};
struct BoundedDequeBasedMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::BoundedDeque;
};
struct MultipleConsumerSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::MultipleConsumer;
};
struct ControlAwareMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::ControlAware;
};
struct LoggerMessageQueueSemantics {
  static constexpr MailboxSemantics semantics = MailboxSemantics::Logger;
};

namespace detail {

template <class A>
[[nodiscard]] constexpr std::optional<MailboxSemantics> requirement_of() noexcept {
  if constexpr (requires { typename A::RequiresMessageQueue; }) {
    static_assert(
        requires { MailboxSemantics{A::RequiresMessageQueue::semantics}; },
        "RequiresMessageQueue names what is required of the mailbox, such as "
        "kebne::BoundedMessageQueueSemantics");
    return A::RequiresMessageQueue::semantics;
  } else {
    return std::nullopt;
  }
}

}  // namespace detail

/// What an actor class requires of its mailbox by `RequiresMessageQueue`; none without.
template <class A>
inline constexpr std::optional<MailboxSemantics> required_semantics = detail::requirement_of<A>();

}  // namespace kebne
