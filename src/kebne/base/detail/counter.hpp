#pragma once

#include "kebne/base/detail/hints.hpp"

#include <atomic>
#include <cstdint>

namespace kebne::detail {

/// Adds one to a counter that only this thread writes, and any may read.
KEBNE_ALWAYS_INLINE void count_up(std::atomic<std::uint64_t>& counter) noexcept {
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
  // Compilers make three instructions of the two atomic accesses below.
  asm("incq %0" : "+m"(counter) : : "cc");
#else
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
#endif
}

}  // namespace kebne::detail
