#pragma once

#include "kebne/base/detail/platform.hpp"

#include <atomic>

namespace kebne::detail {

/// A critical section of a few instructions that is nearly never contended.
class SpinLock {
 public:
  void lock() noexcept {
    // acquire: what the last holder wrote is seen.
    while (flag_.exchange(true, std::memory_order_acquire)) cpu_pause();
  }
  bool try_lock() noexcept {
    return !flag_.load(std::memory_order_relaxed) &&
           !flag_.exchange(true, std::memory_order_acquire);
  }
  // release: what was written under the lock is seen by the next holder.
  void unlock() noexcept { flag_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> flag_{false};
};

}  // namespace kebne::detail
