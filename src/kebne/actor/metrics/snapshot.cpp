#include "kebne/actor/metrics/snapshot.hpp"

#include "kebne/actor/actor_system.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

#include <numeric>
#include <stdexcept>

namespace kebne::metrics {

std::chrono::nanoseconds Lateness::quantile(double part) const noexcept {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    seen += at[i];
    if (count != 0 && static_cast<double>(seen) >= part * static_cast<double>(count)) {
      return i + 1 == buckets ? most : std::chrono::microseconds{std::int64_t{1} << i};
    }
  }
  return most;
}

std::uint64_t Snapshot::dead_letters() const noexcept {
  return std::accumulate(dead_letters_by_reason.begin(), dead_letters_by_reason.end(),
                         std::uint64_t{0});
}

Snapshot snapshot(const ActorSystem& system) {
  const detail::SystemCore& core = system.core();
  Snapshot s;
  if (core.counts != nullptr) {
    const auto totals = core.counts->totals();
    const auto of = [&totals](detail::Counted kind) {
      return totals[static_cast<std::size_t>(kind)];
    };
    s.counters = true;
    s.sent = of(detail::Counted::Sent);
    s.received = of(detail::Counted::Received);
    s.scheduled_received = of(detail::Counted::ScheduledReceived);
    s.unhandled = of(detail::Counted::Unhandled);
    s.actors_started = of(detail::Counted::Started);
    s.actors_stopped = of(detail::Counted::Stopped);
    s.restarts = of(detail::Counted::Restarted);
    s.dead_letters_by_reason = core.counts->dead_letters();
  }
  s.timers = core.scheduler.pending();
  s.lateness = core.scheduler.service().lateness();
  s.dispatchers = core.dispatchers.measure();
  s.dropped_log_records = system.dropped_log_records();
  return s;
}

Future<std::size_t> mailbox_depth(const ActorRef& actor) {
  detail::RefCell* cell = actor.cell();
  if (cell == nullptr || cell->kind != detail::RefCell::IsActor) {
    throw std::invalid_argument{
        fmt::format("mailbox depth: found {}, wanted an actor",
                    cell != nullptr ? detail::path_text(cell) : std::string{"no reference"})};
  }
  detail::PromiseCell* promise = detail::make_promise(*cell->system());
  Future<std::size_t> answer{promise};
  detail::add_ref(promise);
  detail::push_system(detail::local(), static_cast<detail::ActorCell*>(cell),
                      detail::SystemOp::CountMail, promise);
  return answer;
}

}  // namespace kebne::metrics
