#pragma once

#include <memory>
#include <vector>

namespace kebne {

class Interceptor;

/// What a system tells about its actors while they run. Off, it costs nothing.
struct TelemetryOptions {
  /// Publishes `ActorStarted`, `ActorRestarted`, `ActorStopped`: `akka.actor.telemetry.enabled`.
  bool events = false;

  /// Counts for `metrics::snapshot`, a few instructions a message: `kebne.telemetry.counters`.
  bool counters = false;

  /// Called around each message that an actor handles, in this order.
  std::vector<std::shared_ptr<Interceptor>> interceptors = {};
};

}  // namespace kebne
