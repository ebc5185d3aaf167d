#pragma once

#include "kebne/actor/fwd.hpp"
#include "kebne/actor/mailbox/message_queue.hpp"
#include "kebne/actor/mailbox/semantics.hpp"
#include "kebne/config/fwd.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace kebne {

/// How urgent a message is; the lowest number comes first. Called by the thread that runs the
/// actor, once for each message, those of the library such as `PoisonPill` included. What it throws
/// is reported, and the message becomes a dead letter.
using PriorityGenerator = std::function<std::int32_t(const Envelope&)>;

/// A kind of mailbox, as `mailbox-type` in a mailbox's section names it.
struct MailboxType {
  std::string name;  ///< without an assembly behind it

  /// Makes the queue of one actor, from the mailbox's section; empty: first in, first out. Called
  /// by whoever makes the actor, several at a time; what it throws goes on to them.
  std::function<std::unique_ptr<MessageQueue>(const Config& section)> queue = {};

  /// Whether `mailbox-capacity` counts, and senders wait `mailbox-push-timeout-time` for a place.
  bool is_bounded = false;

  // What else an actor may require; any kind can be a deque, as the owner's list lies before it.
  bool is_deque = false;
  bool is_control_aware = false;
  bool is_logger = false;
};

[[nodiscard]] bool offers(const MailboxType& type, MailboxSemantics wanted) noexcept;

/// A mailbox whose actor handles the most urgent message first; equally urgent ones in any order.
[[nodiscard]] MailboxType unbounded_priority_mailbox(std::string name, PriorityGenerator generator);

/// The same, with equally urgent messages in the order in which they came.
[[nodiscard]] MailboxType unbounded_stable_priority_mailbox(std::string name,
                                                            PriorityGenerator generator);

/// The same two with a capacity, from the mailbox's section.
[[nodiscard]] MailboxType bounded_priority_mailbox(std::string name, PriorityGenerator generator);
[[nodiscard]] MailboxType bounded_stable_priority_mailbox(std::string name,
                                                          PriorityGenerator generator);

}  // namespace kebne
