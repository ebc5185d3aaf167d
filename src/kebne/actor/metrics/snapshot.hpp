#pragma once

#include "kebne/actor/fwd.hpp"
#include "kebne/base/observer.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kebne {

namespace metrics {

/// How late timers fired: `at[i]` of them less than 2^i us, and the last one of all that were
/// later.
struct Lateness {
  static constexpr std::size_t buckets = 26;

  std::array<std::uint64_t, buckets> at{};
  std::uint64_t count = 0;
  std::chrono::nanoseconds sum{0};
  std::chrono::nanoseconds most{0};

  /// The end of the bucket in which the given part of all lies, 0 to 1; 0 when there are none.
  [[nodiscard]] std::chrono::nanoseconds quantile(double part) const noexcept;
};

struct Dispatcher {
  std::string id;
  /// Actors and tasks that wait for a thread; those from outside of its threads are counted up to
  /// 256. Empty: its executor does not say.
  std::optional<std::size_t> queued;
  std::uint64_t failed_tasks;
};

/// What one actor system has done so far, as far as it counts: see `TelemetryOptions::counters`.
///
/// Read while the threads go on, so that two figures may be a few messages apart. Guardians are
/// not counted among the actors. A thread that serves several systems counts what is sent for the
/// one whose actors it ran last, so such systems should all count, or none.
struct Snapshot {
  bool counters = false;                 ///< whether the next eight are counted; else they are 0
  std::uint64_t sent = 0;                ///< told, asked, forwarded and scheduled
  std::uint64_t received = 0;            ///< handled by an actor, or found unhandled
  std::uint64_t scheduled_received = 0;  ///< those of them that were scheduled
  std::uint64_t unhandled = 0;
  std::uint64_t actors_started = 0;
  std::uint64_t actors_stopped = 0;
  std::uint64_t restarts = 0;
  /// With the suppressed ones; not what is silent, such as an answer of the library that nobody
  /// wants.
  std::array<std::uint64_t, dead_letter_reasons> dead_letters_by_reason{};

  std::size_t timers = 0;  ///< that wait for their time
  Lateness lateness;
  std::vector<Dispatcher> dispatchers;  ///< those in use, by id
  std::uint64_t dropped_log_records = 0;

  [[nodiscard]] std::uint64_t actors_live() const noexcept {
    return actors_started - actors_stopped;
  }
  [[nodiscard]] std::uint64_t dead_letters(DeadLetterReason reason) const noexcept {
    return dead_letters_by_reason[static_cast<std::size_t>(reason)];
  }
  [[nodiscard]] std::uint64_t dead_letters() const noexcept;
};

/// Stops nobody. Any thread.
[[nodiscard]] Snapshot snapshot(const ActorSystem& system);

/// How many messages wait in an actor's mailbox, without the one that it handles. The actor counts
/// them itself, as soon as it is between two messages. Fails with `Code::DeadTarget` when it has
/// stopped. Throws `std::invalid_argument` for what is no actor.
[[nodiscard]] Future<std::size_t> mailbox_depth(const ActorRef& actor);

}  // namespace metrics
}  // namespace kebne
