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
    Runnable* r = oldest();
    if (r != nullptr) stage(r->next.load(std::memory_order_relaxed));
    return r;
  }

  /// Takes the oldest ones, at most `most` of them, and calls `take` with each; under `lock`.
  template <class Take>
  void pop_some(std::uint32_t most, Take take) noexcept {
    Runnable* r = oldest();
    if (r == nullptr) return;
    for (std::uint32_t n = 0; n < most && r != nullptr; ++n) {
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
    std::size_t n = 0;
    for (const auto* first : {&staged_, &top_}) {
      // acquire: what was pushed.
      const Runnable* r = first->load(std::memory_order_acquire);
      for (; r != nullptr && n < most; r = r->next.load(std::memory_order_relaxed)) ++n;
    }
    return n;
  }

  SpinLock lock;

 private:
  Runnable* oldest() noexcept {
    Runnable* r = staged_.load(std::memory_order_relaxed);
    if (r != nullptr || top_.load(std::memory_order_relaxed) == nullptr) return r;
    // acquire: what was written to the runnables before they were pushed.
    Runnable* newest = top_.exchange(nullptr, std::memory_order_acq_rel);
    while (newest != nullptr) {
      Runnable* older = newest->next.load(std::memory_order_relaxed);
      newest->next.store(r, std::memory_order_relaxed);
      r = newest;
      newest = older;
    }
    return r;
  }
  void stage(Runnable* rest) noexcept { staged_.store(rest, std::memory_order_seq_cst); }

  alignas(64) std::atomic<Runnable*> top_{nullptr};
  alignas(64) std::atomic<Runnable*> staged_{nullptr};
};

}  // namespace kebne::detail
