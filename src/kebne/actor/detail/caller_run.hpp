#pragma once

#include "kebne/actor/detail/local.hpp"

#include <utility>

namespace kebne::detail {

/// After another system's actors this thread counts for this one's system again, if that counts.
void count_again(Local& l, const ActorCell& running) noexcept;

/// While it lives, the calling thread runs what an executor was given, though it is no worker:
/// references that come back are collected all the same, and the actor whose handler the thread may
/// be in the middle of is not taken for the one that runs.
class CallerRun {
 public:
  explicit CallerRun(Local& l) noexcept
      : l_{l},
        current_{std::exchange(l.current, nullptr)},
        defers_{std::exchange(l.defers, true)},
        counts_for_{l.counts_for} {
    l.coalescer.publish(l);  // what the actor has sent may be what it waits for
  }
  CallerRun(const CallerRun&) = delete;
  CallerRun& operator=(const CallerRun&) = delete;
  ~CallerRun() {
    l_.current = current_;
    l_.defers = defers_;
    if (current_ != nullptr && l_.counts_for != counts_for_) count_again(l_, *current_);
    if (!defers_) l_.deferred.flush(l_);
  }

 private:
  Local& l_;
  ActorCell* const current_;
  const bool defers_;
  const SystemCounts* const counts_for_;
};

}  // namespace kebne::detail
