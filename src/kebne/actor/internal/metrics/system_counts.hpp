#pragma once

#include "kebne/actor/detail/counts.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/base/observer.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kebne::detail {

/// What is counted for one system: what its threads count now, and have counted before they went
/// on to another one; and what is rare enough to be counted here at once. Counts its references,
/// as a thread may outlive the system.
class SystemCounts {
 public:
  using Totals = std::array<std::uint64_t, counted_kinds>;

  void add_ref() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    // acq_rel: the last one sees what the others did.
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  /// Any thread.
  void count_dead_letter(DeadLetterReason reason) noexcept {
    dead_letters_[static_cast<std::size_t>(reason)].fetch_add(1, std::memory_order_relaxed);
  }
  /// Any thread; for one that does not run an actor.
  void count_sent() noexcept { sent_outside_.fetch_add(1, std::memory_order_relaxed); }

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] std::array<std::uint64_t, dead_letter_reasons> dead_letters() const noexcept;

 private:
  friend struct Local;

  std::atomic<std::uint32_t> refs_{1};
  Totals left_{};  ///< by threads that count for others now; under the lock of all threads
  std::atomic<std::uint64_t> sent_outside_{0};
  std::array<std::atomic<std::uint64_t>, dead_letter_reasons> dead_letters_{};
};

/// Counts for the system of a cell that this thread runs, if that system counts.
inline void count(Local& l, const SystemCounts* counts, Counted kind) noexcept {
  if (counts != nullptr) count_up(l.counts[kind]);
}

}  // namespace kebne::detail
