#pragma once

#include "kebne/base/detail/spin_lock.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>

namespace kebne::detail {

/// The queue through which other threads hand work to a pool: a stack that consumers, serialised by
/// a lock that they only try, turn into a list a whole chain at a time.
class Injector {
 public:
  void push(Runnable& r) noexcept {
    Runnable* top = top_.load(std::memory_order_relaxed);
    do {
      r.next.store(top, std::memory_order_relaxed);
      // seq_cst: a parking worker that misses this push must be seen as parked by our wake check.
    } while (
        !top_.compare_exchange_weak(top, &r, std::memory_order_seq_cst, std::memory_order_relaxed));
  }

  [[nodiscard]] bool empty() const noexcept {
    return top_.load(std::memory_order_seq_cst) == nullptr &&
           staged_.load(std::memory_order_seq_cst) == nullptr;
  }

  /// The oldest; under `lock`.
  [[nodiscard]] Runnable* pop() noexcept {
    Runnable* r = staged_.load(std::memory_order_relaxed);
    if (r == nullptr) {
      if (top_.load(std::memory_order_relaxed) == nullptr) return nullptr;
      // acquire: what was written to the runnables before they were pushed.
      Runnable* newest = top_.exchange(nullptr, std::memory_order_acq_rel);
      while (newest != nullptr) {
        Runnable* older = newest->next.load(std::memory_order_relaxed);
        newest->next.store(r, std::memory_order_relaxed);
        r = newest;
        newest = older;
      }
    }
    staged_.store(r->next.load(std::memory_order_relaxed), std::memory_order_seq_cst);
    return r;
  }

  SpinLock lock;

 private:
  alignas(64) std::atomic<Runnable*> top_{nullptr};
  alignas(64) std::atomic<Runnable*> staged_{nullptr};
};

}  // namespace kebne::detail
