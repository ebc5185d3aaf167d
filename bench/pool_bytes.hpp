#pragma once

#include "kebne/base/detail/node_pool.hpp"

#include <cstdint>

namespace kebne::bench {

/// Memory that the library's pools hold now. It comes from the system, not from operator new.
inline std::int64_t pool_bytes() noexcept {
  constexpr std::int64_t slab = 64 * 1024;
  return static_cast<std::int64_t>(detail::NodePool::live_slabs()) * slab;
}

}  // namespace kebne::bench
