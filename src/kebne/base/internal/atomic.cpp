#include "kebne/base/detail/atomic.hpp"

namespace kebne::detail {

#ifdef KEBNE_COUNT_ATOMICS
constinit thread_local std::uint64_t atomic_rmw_count = 0;
#endif

}  // namespace kebne::detail
