#pragma once

#include "kebne/actor/detail/timer_entry.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace kebne::detail {

/// What is to happen when, in order of deadlines and, for equal ones, in the order of arming.
///
/// A hashed wheel over buckets of one tick, with wheels below it that tell the nanoseconds of a
/// bucket apart, and wheels above it for what is further away than one revolution. The tick and
/// the number of buckets are rounded up to powers of two, so that a place is a few bits of the
/// deadline. The deadline itself is never rounded.
///
/// Arming, cancelling and `next` look at a fixed number of places. An entry is moved at most once
/// per level on its way to its deadline, a bounded number of them in each call. Entries belong to
/// the caller; nothing is allocated after the constructor. Not thread-safe.
class TimerWheel {
 public:
  using Time = std::chrono::nanoseconds;

  static constexpr std::uint32_t most_buckets = 4096;  ///< the wheels above do the rest as well
  static constexpr std::uint32_t moves_per_call = 256;

  using Entry = TimerEntry;

  TimerWheel(Time tick, std::uint32_t buckets, Time now);

  /// Takes an entry in that is not armed. A deadline before the `now` of an earlier `pop_due`
  /// counts as that time.
  void arm(Entry& entry, Time deadline) noexcept;

  /// Takes an armed entry out.
  void cancel(Entry& entry) noexcept;

  /// Takes out the first entry whose deadline is `now` or earlier. Null: there is none, or a large
  /// bucket is being sorted and the caller is to call again; see `is_sorting`.
  [[nodiscard]] Entry* pop_due(Time now) noexcept;
  [[nodiscard]] bool is_sorting() const noexcept { return sorting_ != nullptr; }

  /// Takes out any entry; null when there is none.
  [[nodiscard]] Entry* pop_any() noexcept;

  /// The first deadline, or an earlier time when an entry with that deadline was cancelled: then
  /// `pop_due` at that time finds out more.
  [[nodiscard]] std::optional<Time> next() const noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint32_t buckets() const noexcept { return buckets_; }
  [[nodiscard]] std::uint32_t levels() const noexcept { return levels_used_; }

  /// How often entries were looked at in order to move them, so far.
  [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }

 private:
  static constexpr std::uint32_t most_levels = 14;
  static constexpr std::uint32_t fine_bits = 6;

  struct Slot {
    Entry* first = nullptr;   ///< of a ring; its `previous` is the last
    std::uint64_t least = 0;  ///< no key in here is smaller
  };
  /// The places for some bits of a key: where they differ from the cursor's and all higher bits are
  /// the cursor's.
  struct Level {
    std::uint8_t shift = 0;
    std::uint8_t bits = 0;
    std::uint32_t first_slot = 0;
    std::uint32_t first_word = 0;
    std::uint64_t words = 0;  ///< which words of `occupied_` are not zero
  };

  /// Keys are times in an order that unsigned numbers have.
  static std::uint64_t key_of(Time t) noexcept {
    return static_cast<std::uint64_t>(t.count()) ^ Entry::sign;
  }
  static Time time_of(std::uint64_t key) noexcept {
    return Time{static_cast<std::int64_t>(key ^ Entry::sign)};
  }

  void add_level(std::uint32_t shift, std::uint32_t bits);
  [[nodiscard]] Slot& slot_of(const Entry& entry) noexcept {
    return slots_[levels_[entry.level].first_slot + entry.index];
  }
  [[nodiscard]] static std::uint32_t first_index(const Level& level,
                                                 const std::uint64_t* words) noexcept;
  void place(Entry& entry) noexcept;
  void append(Slot& slot, Entry& entry) noexcept;
  void unlink(Slot& slot, Entry& entry) noexcept;
  void mark(std::uint32_t level, std::uint32_t index) noexcept;
  void unmark(std::uint32_t level, std::uint32_t index) noexcept;
  void advance(std::uint64_t key) noexcept;
  void sort_some() noexcept;

  std::array<Level, most_levels> levels_;
  std::uint32_t levels_used_ = 0;
  std::uint32_t occupied_levels_ = 0;  ///< a bit for each
  std::array<std::uint8_t, 64> level_of_bit_{};
  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<std::uint64_t[]> occupied_;
  std::uint32_t buckets_ = 1;

  std::uint64_t cursor_;  ///< no key is smaller, except those in `sorting_`
  Slot* sorting_ = nullptr;
  std::uint32_t sorting_level_ = 0;
  std::uint32_t sorting_index_ = 0;
  std::size_t size_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace kebne::detail
