#pragma once

#include "kebne/actor/detail/local.hpp"

#include <utility>

namespace kebne::detail {

/// While it lives, the calling thread runs what an executor was given, though it is no worker:
/// references that come back are collected all the same, and the actor whose handler the thread may
/// be in the middle of is not taken for the one that runs.
class CallerRun {
 public:
  explicit CallerRun(Local& l) noexcept
      : l_{l}, current_{std::exchange(l.current, nullptr)}, defers_{std::exchange(l.defers, true)} {
    l.coalescer.publish(l);  // what the actor has sent may be what it waits for
  }
  CallerRun(const CallerRun&) = delete;
  CallerRun& operator=(const CallerRun&) = delete;
  ~CallerRun() {
    l_.current = current_;
    l_.defers = defers_;
    if (!defers_) l_.deferred.flush(l_);
  }

 private:
  Local& l_;
  ActorCell* const current_;
  const bool defers_;
};

}  // namespace kebne::detail
