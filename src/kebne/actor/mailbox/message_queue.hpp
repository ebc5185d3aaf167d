#pragma once

#include "kebne/actor/fwd.hpp"

namespace kebne {

/// The order in which an actor handles its mail, where that is not first in, first out.
///
/// Senders never touch it: what they send waits in the mailbox until the actor is about to take its
/// next message; all that has come by then is enqueued here, oldest first, and one is dequeued. So
/// only the thread that runs the actor calls, and an implementation needs no locks. Everything that
/// was enqueued comes out exactly once, at the actor's end too: then into the dead letters.
class MessageQueue {
 public:
  virtual ~MessageQueue() = default;

  /// Takes the message over until it comes out again; may read it, and may use its `next`. What it
  /// throws is reported, the message becomes a dead letter: then the queue must not have kept it.
  virtual void enqueue(Envelope& e) = 0;

  /// The next one to be handled; null when there is none.
  [[nodiscard]] virtual Envelope* dequeue() noexcept = 0;
};

}  // namespace kebne
