#pragma once

#include "kebne/base/detail/spin_lock.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace kebne::detail {

/// New actors of a worker that have not run yet. The worker takes the newest, so that a tree of
/// actors grows branch by branch and few of them exist at a time; thieves take the oldest, which
/// has most of its growth before it.
///
/// All take the lock only if it is free: nobody waits for a holder that lost its processor.
class Nursery {
 public:
  /// The worker's. False: there is no room now.
  [[nodiscard]] bool push(Runnable* r) noexcept {
    const std::unique_lock guard{lock_, std::try_to_lock};
    if (!guard || newest_ - oldest_ == capacity) return false;
    items_[newest_++ % capacity] = r;
    publish();
    return true;
  }

  /// The worker's.
  [[nodiscard]] Runnable* pop_newest() noexcept {
    if (size() == 0) return nullptr;
    const std::unique_lock guard{lock_, std::try_to_lock};
    if (!guard || newest_ == oldest_) return nullptr;
    Runnable* r = items_[--newest_ % capacity];
    publish();
    return r;
  }

  /// Anybody's.
  [[nodiscard]] Runnable* take_oldest() noexcept {
    if (size() == 0) return nullptr;
    const std::unique_lock guard{lock_, std::try_to_lock};
    if (!guard || newest_ == oldest_) return nullptr;
    Runnable* r = items_[oldest_++ % capacity];
    publish();
    return r;
  }

  [[nodiscard]] std::uint32_t size() const noexcept {
    return size_.load(std::memory_order_acquire);
  }

 private:
  static constexpr std::uint32_t capacity = 256;

  void publish() noexcept { size_.store(newest_ - oldest_, std::memory_order_release); }

  std::atomic<std::uint32_t> size_{0};
  SpinLock lock_;
  std::uint32_t oldest_ = 0;
  std::uint32_t newest_ = 0;
  Runnable* items_[capacity];
};

}  // namespace kebne::detail
