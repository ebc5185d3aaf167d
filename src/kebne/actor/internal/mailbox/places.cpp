#include "kebne/actor/internal/mailbox/places.hpp"

#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/platform.hpp"

namespace kebne::detail {

/// With a count that was seen; false when it is full.
bool Places::reserve_from(std::uint32_t& seen) noexcept {
  do {
    if ((seen & Closed) != 0) return true;
    if ((seen & most) >= capacity_) return false;
    // relaxed: a place guards nothing, the word publishes the message.
  } while (!used_.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed));
  return true;
}

bool Places::try_reserve() noexcept {
  std::uint32_t seen = used_.load(std::memory_order_relaxed);
  return reserve_from(seen);
}

bool Places::reserve(Timeout limit) noexcept {
  if (try_reserve()) return true;
  if (limit.after.count() <= 0) return false;
  const std::uint64_t until = monotonic_ns() + static_cast<std::uint64_t>(limit.after.count());

  // No spinning: with more threads than processors it keeps the owner from making room.
  // seq_cst, with the load behind it: either we see what the owner has released, or it sees us.
  waiting_.fetch_add(1, std::memory_order_seq_cst);
  bool has_place = false;
  for (;;) {
    std::uint32_t seen = used_.load(std::memory_order_seq_cst);
    has_place = reserve_from(seen);
    if (has_place || (seen & Ending) != 0) break;
    std::int64_t left = -1;
    if (!limit.is_infinite()) {
      const std::uint64_t at = monotonic_ns();
      if (at >= until) break;
      left = static_cast<std::int64_t>(until - at);
    }
    // Not if the count has changed since it was seen: whoever changed it may have woken nobody.
    park(used_, seen, left);
  }
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  return has_place;
}

void Places::release_one() noexcept {
  used_.fetch_sub(1, std::memory_order_seq_cst);
  if (KEBNE_UNLIKELY(waiting_.load(std::memory_order_seq_cst) != 0)) unpark_one(used_);
}

void Places::end_waiting() noexcept {
  used_.fetch_or(Ending, std::memory_order_seq_cst);
  unpark_all(used_);
}

void Places::close() noexcept {
  used_.fetch_or(Closed, std::memory_order_seq_cst);
  unpark_all(used_);
}

}  // namespace kebne::detail
