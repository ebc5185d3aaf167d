#pragma once

#include "bench/process.hpp"
#include "kebne/base/detail/node_pool.hpp"

#include <algorithm>
#include <cstdint>

namespace kebne::bench {

/// Memory that the library's pools hold now. It comes from the system, not from operator new.
inline std::int64_t pool_bytes() noexcept {
  constexpr std::int64_t slab = 64 * 1024;
  return static_cast<std::int64_t>(detail::NodePool::live_slabs()) * slab;
}

/// What the process asks of operator new, and by how much the pools grow, from its construction on.
/// One at a time.
class TakenMemory {
 public:
  [[nodiscard]] std::int64_t bytes() const {
    return allocations_.so_far().bytes + std::max<std::int64_t>(0, pool_bytes() - pools_);
  }

 private:
  AllocationCounter allocations_;
  std::int64_t pools_ = pool_bytes();
};

}  // namespace kebne::bench
