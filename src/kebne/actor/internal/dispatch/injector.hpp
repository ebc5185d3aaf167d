#pragma once

#include "kebne/base/detail/spin_lock.hpp"
#include "kebne/base/executor.hpp"

#include <algorithm>
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

  /// Also true for a moment in which a taker has all in its hands: whoever goes to sleep on this
  /// relies on the taker, which looks for sleepers after it has put back what it does not take.
  [[nodiscard]] bool empty() const noexcept {
    // The list first: for one that takes from it the producers' line stays where it is.
    return staged_.load(std::memory_order_seq_cst) == nullptr &&
           top_.load(std::memory_order_seq_cst) == nullptr;
  }

  /// The oldest; under `lock`.
  [[nodiscard]] Runnable* pop() noexcept {
    Runnable* r = nullptr;
    pop_some(1, [&r](Runnable& oldest) { r = &oldest; });
    return r;
  }

  /// How many `pop_some` can take now; under `lock`.
  [[nodiscard]] std::size_t ready() noexcept {
    if (ready_ == 0) turn();
    return ready_;
  }

  /// Takes the oldest ones, at most `most` of them, and calls `take` with each; under `lock`.
  template <class Take>
  void pop_some(std::size_t most, Take take) noexcept {
    const std::size_t n = std::min(most, ready());
    if (n == 0) return;
    ready_ -= n;
    Runnable* r = staged_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < n; ++i) {
      Runnable* next = r->next.load(std::memory_order_relaxed);
      __builtin_prefetch(next);  // was written by another core
      take(*r);
      r = next;
    }
    stage(r);
  }

  /// How many there are; those beyond `most` are not counted. Keeps takers away meanwhile.
  [[nodiscard]] std::size_t count(std::size_t most) noexcept {
    const std::lock_guard guard{lock};
    std::size_t n = std::min(most, ready_);
    // acquire: what was pushed.
    const Runnable* r = top_.load(std::memory_order_acquire);
    for (; r != nullptr && n < most; r = r->next.load(std::memory_order_relaxed)) ++n;
    return n;
  }

  /// With what it guards on one line: one transfer from core to core.
  alignas(64) SpinLock lock;

 private:
  void turn() noexcept {
    if (top_.load(std::memory_order_relaxed) == nullptr) return;
    // acquire: what was written to the runnables before they were pushed.
    Runnable* newest = top_.exchange(nullptr, std::memory_order_acq_rel);
    Runnable* r = nullptr;
    while (newest != nullptr) {
      Runnable* older = newest->next.load(std::memory_order_relaxed);
      newest->next.store(r, std::memory_order_relaxed);
      r = newest;
      newest = older;
      ++ready_;
    }
    stage(r);
  }
  void stage(Runnable* rest) noexcept { staged_.store(rest, std::memory_order_seq_cst); }

  std::atomic<Runnable*> staged_{nullptr};  ///< oldest first
  std::size_t ready_ = 0;                   ///< how many are staged
  alignas(64) std::atomic<Runnable*> top_{nullptr};
};

}  // namespace kebne::detail
