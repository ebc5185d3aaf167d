#pragma once

#include <atomic>
#include <cstdint>

namespace kebne::detail {

#ifdef KEBNE_COUNT_ATOMICS

/// Read-modify-writes of this thread on counted atomics.
inline constinit thread_local std::uint64_t atomic_rmw_count = 0;

/// `std::atomic` that counts its read-modify-writes; a failed compare-exchange counts as one.
/// Built only into the programs that check the budget of the hot path.
template <class T>
class Atomic {
 public:
  constexpr Atomic() noexcept = default;
  constexpr Atomic(T value) noexcept : value_{value} {}
  T load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return value_.load(order);
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
    value_.store(value, order);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
    ++atomic_rmw_count;
    return value_.exchange(value, order);
  }
  template <class... Orders>
  bool compare_exchange_weak(T& expected, T desired, Orders... orders) noexcept {
    ++atomic_rmw_count;
    return value_.compare_exchange_weak(expected, desired, orders...);
  }
  template <class... Orders>
  bool compare_exchange_strong(T& expected, T desired, Orders... orders) noexcept {
    ++atomic_rmw_count;
    return value_.compare_exchange_strong(expected, desired, orders...);
  }
  T fetch_add(T n, std::memory_order order = std::memory_order_seq_cst) noexcept {
    ++atomic_rmw_count;
    return value_.fetch_add(n, order);
  }
  T fetch_sub(T n, std::memory_order order = std::memory_order_seq_cst) noexcept {
    ++atomic_rmw_count;
    return value_.fetch_sub(n, order);
  }
  T fetch_or(T bits, std::memory_order order = std::memory_order_seq_cst) noexcept {
    ++atomic_rmw_count;
    return value_.fetch_or(bits, order);
  }
  T fetch_and(T bits, std::memory_order order = std::memory_order_seq_cst) noexcept {
    ++atomic_rmw_count;
    return value_.fetch_and(bits, order);
  }

 private:
  std::atomic<T> value_{};
};

#else

/// The atomics of mailboxes, pools and reference counts; a counting build replaces them.
template <class T>
using Atomic = std::atomic<T>;

#endif

}  // namespace kebne::detail
