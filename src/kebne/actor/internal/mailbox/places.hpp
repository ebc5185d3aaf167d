#pragma once

#include "kebne/config/config_values.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace kebne::detail {

/// The places of a bounded mailbox: a sender takes one before it pushes, the owner gives it back
/// when it takes the message out. A message in the mailbox has a place, so no more than `capacity`
/// are in it.
///
/// Modelled in `mailbox_word.pml`.
class Places {
 public:
  /// At least 1; more than `most` is as much as that.
  explicit Places(std::uint32_t capacity) noexcept : capacity_{std::min(capacity, most)} {}

  /// Takes a place if one is free. True also once closed: the word refuses the message then.
  [[nodiscard]] bool try_reserve() noexcept;

  /// Waits for one. False: none came in the time given.
  [[nodiscard]] bool reserve(Timeout limit) noexcept;

  /// Takes a place even if there is none. For what the owner puts back, and must not lose.
  void overdraw() noexcept { used_.fetch_add(1, std::memory_order_relaxed); }

  /// Owner: a message has left.
  void release_one() noexcept;

  /// Owner, when its actor begins to stop: who finds no place does not wait for one.
  void end_waiting() noexcept;

  /// Owner, after it has closed the word: nobody waits any more.
  void close() noexcept;

  /// Senders that wait now.
  [[nodiscard]] std::uint32_t waiting() const noexcept {
    return waiting_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t Closed = std::uint32_t{1} << 31;
  static constexpr std::uint32_t Ending = std::uint32_t{1} << 30;
  static constexpr std::uint32_t most = Ending - 1;

  [[nodiscard]] bool reserve_from(std::uint32_t& seen) noexcept;

  const std::uint32_t capacity_;
  // Written for every message by all senders and the owner: not beside what they only read.
  alignas(64) std::atomic<std::uint32_t> used_{0};  // senders are parked on it
  std::atomic<std::uint32_t> waiting_{0};
};

}  // namespace kebne::detail
