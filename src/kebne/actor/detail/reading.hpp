#pragma once

#include "kebne/actor/detail/local.hpp"

#include <atomic>

namespace kebne::detail {

/// Whether readers must fence themselves because the system cannot do it for them.
extern constinit std::atomic<bool> readers_fence;

/// While it lives, nothing that this thread loads from a channel of an event stream is freed.
/// Nests. Costs two plain stores: who replaces something pays for the fence.
class Reading {
 public:
  KEBNE_ALWAYS_INLINE explicit Reading(Local& l) noexcept
      : l_{l}, before_{l.reads.load(std::memory_order_relaxed)} {
    if (before_ % 2 != 0) return;  // the outer one keeps everything
    if (KEBNE_UNLIKELY(readers_fence.load(std::memory_order_relaxed))) {
      l.reads.exchange(before_ + 1, std::memory_order_seq_cst);
    } else {
      l.reads.store(before_ + 1, std::memory_order_relaxed);
      // The compiler must not move loads up; the processor is held by `heavy_fence`.
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  KEBNE_ALWAYS_INLINE ~Reading() {
    if (before_ % 2 != 0) return;
    // release: what was read comes before it is freed.
    l_.reads.store(before_ + 2, std::memory_order_release);
  }

 private:
  Local& l_;
  const std::uint64_t before_;
};

}  // namespace kebne::detail
