#pragma once

#include "kebne/actor/event/any_payload.hpp"
#include "kebne/actor/event/bases.hpp"

#include <optional>
#include <string>

namespace kebne {

/// Base of what is published about messages that nobody handled: a subscription to it brings
/// `DeadLetter`, `SuppressedDeadLetter`, `Dropped` and `UnhandledMessage`, each as what it is.
struct AllDeadLetters {
  using SilentWhenDead = void;
};

/// A message that nobody got. `sender` is empty when there was none; a message told to nobody, or
/// to `/deadLetters`, has that as its recipient. One that a scheduler told is the message itself,
/// and `scheduled` is set.
struct DeadLetter {
  using Bases = bases<AllDeadLetters>;
  using SilentWhenDead = void;
  AnyPayload message;
  ActorRef sender;
  ActorRef recipient;
  std::optional<ScheduledTell> scheduled = std::nullopt;
};

/// The same for a type that says `using SuppressedWhenDead = void;`: messages that are expected to
/// come too late now and then. They are never logged. As in Akka.NET it does not tell who sent it,
/// and its recipient is `/deadLetters`.
struct SuppressedDeadLetter {
  using Bases = bases<AllDeadLetters>;
  using SilentWhenDead = void;
  AnyPayload message;
  ActorRef sender;
  ActorRef recipient;
  std::optional<ScheduledTell> scheduled = std::nullopt;
};

/// A message that was given up by a limit: a full queue, a buffer that has ended.
struct Dropped {
  using Bases = bases<AllDeadLetters>;
  using SilentWhenDead = void;
  AnyPayload message;
  std::string reason;
  ActorRef sender;
  ActorRef recipient;
};

/// A message that its recipient had no handler for.
struct UnhandledMessage {
  using Bases = bases<AllDeadLetters>;
  using SilentWhenDead = void;
  AnyPayload message;
  ActorRef sender;
  ActorRef recipient;
};

}  // namespace kebne
