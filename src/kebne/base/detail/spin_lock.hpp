#pragma once

#include "kebne/base/detail/platform.hpp"

#include <atomic>

namespace kebne::detail {

/// A short critical section that is seldom contended. Giving it back is one store, where a mutex
/// needs a second atomic exchange to learn of sleepers: who waits for long lets others run instead
/// of sleeping, since the holder may have lost its processor.
class SpinLock {
 public:
  void lock() noexcept {
    // acquire: what the last holder wrote is seen.
    while (flag_.exchange(true, std::memory_order_acquire)) wait();
  }
  bool try_lock() noexcept {
    return !flag_.load(std::memory_order_relaxed) &&
           !flag_.exchange(true, std::memory_order_acquire);
  }
  // release: what was written under the lock is seen by the next holder.
  void unlock() noexcept { flag_.store(false, std::memory_order_release); }

 private:
  static constexpr int pauses = 64;

  void wait() const noexcept {
    for (int i = 0; flag_.load(std::memory_order_relaxed); ++i) {
      if (i < pauses) {
        cpu_pause();
      } else {
        yield_thread();
      }
    }
  }

  std::atomic<bool> flag_{false};
};

}  // namespace kebne::detail
