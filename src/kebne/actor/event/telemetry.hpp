#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/event/bases.hpp"

#include <exception>
#include <string>

namespace kebne {

/// Base of what is published about the life of actors: a subscription to it brings `ActorStarted`,
/// `ActorRestarted` and `ActorStopped`. Only when `akka.actor.telemetry.enabled`, or
/// `TelemetryOptions::events`, is on; for all actors but the guardians.
struct ActorTelemetryEvent {
  using SilentWhenDead = void;
};

/// An actor has run its `pre_start`.
struct ActorStarted {
  using Bases = bases<ActorTelemetryEvent>;
  using SilentWhenDead = void;
  ActorRef subject;
  std::string actor_type;  ///< the class, for people
};

/// A new instance has taken the place of one that failed.
struct ActorRestarted {
  using Bases = bases<ActorTelemetryEvent>;
  using SilentWhenDead = void;
  ActorRef subject;
  std::string actor_type;
  std::exception_ptr reason;
};

/// An actor that had started has ended. `actor_type` is empty when there was no instance of it
/// left, as its restart had failed.
struct ActorStopped {
  using Bases = bases<ActorTelemetryEvent>;
  using SilentWhenDead = void;
  ActorRef subject;
  std::string actor_type;
};

}  // namespace kebne
