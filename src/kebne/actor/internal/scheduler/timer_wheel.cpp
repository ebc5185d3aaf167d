#include "kebne/actor/internal/scheduler/timer_wheel.hpp"

#include "kebne/base/assert.hpp"

#include <algorithm>
#include <bit>

namespace kebne::detail {
namespace {

std::uint32_t bits_for(std::uint64_t n) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(n - 1));
}

std::uint32_t lowest_bit(std::uint64_t word) noexcept {
  return static_cast<std::uint32_t>(std::countr_zero(word));
}

}  // namespace

TimerWheel::TimerWheel(Time tick, std::uint32_t buckets, Time now) : cursor_{key_of(now)} {
  KEBNE_ASSERT(tick.count() > 0 && buckets > 0);
  const std::uint32_t wheel_bits = bits_for(std::min(buckets, most_buckets));
  const std::uint32_t tick_bits =
      std::min(bits_for(static_cast<std::uint64_t>(tick.count())), 64 - wheel_bits);
  buckets_ = 1u << wheel_bits;

  std::uint32_t shift = 0;
  while (shift < tick_bits) {
    const std::uint32_t bits = std::min(fine_bits, tick_bits - shift);
    add_level(shift, bits);
    shift += bits;
  }
  if (wheel_bits > 0) add_level(shift, wheel_bits);
  shift += wheel_bits;
  while (shift < 64) {
    const std::uint32_t bits = std::min(std::max(wheel_bits, fine_bits), 64 - shift);
    add_level(shift, bits);
    shift += bits;
  }

  const Level& last = levels_[levels_used_ - 1];
  const std::uint32_t slots = last.first_slot + (1u << last.bits);
  slots_ = std::make_unique<Slot[]>(slots);
  occupied_ = std::make_unique<std::uint64_t[]>(last.first_word + (1u << last.bits) / 64 + 1);
}

void TimerWheel::add_level(std::uint32_t shift, std::uint32_t bits) {
  KEBNE_ASSERT(levels_used_ < most_levels);
  Level& level = levels_[levels_used_];
  level.shift = static_cast<std::uint8_t>(shift);
  level.bits = static_cast<std::uint8_t>(bits);
  if (levels_used_ > 0) {
    const Level& below = levels_[levels_used_ - 1];
    level.first_slot = below.first_slot + (1u << below.bits);
    level.first_word = below.first_word + ((1u << below.bits) + 63) / 64;
  }
  std::fill_n(level_of_bit_.begin() + shift, bits, static_cast<std::uint8_t>(levels_used_));
  ++levels_used_;
}

std::uint32_t TimerWheel::first_index(const Level& level, const std::uint64_t* words) noexcept {
  const std::uint32_t word = lowest_bit(level.words);
  return word * 64 + lowest_bit(words[level.first_word + word]);
}

void TimerWheel::mark(std::uint32_t level, std::uint32_t index) noexcept {
  Level& at = levels_[level];
  occupied_[at.first_word + index / 64] |= std::uint64_t{1} << index % 64;
  at.words |= std::uint64_t{1} << index / 64;
  occupied_levels_ |= 1u << level;
}

void TimerWheel::unmark(std::uint32_t level, std::uint32_t index) noexcept {
  Level& at = levels_[level];
  std::uint64_t& word = occupied_[at.first_word + index / 64];
  word &= ~(std::uint64_t{1} << index % 64);
  if (word != 0) return;
  at.words &= ~(std::uint64_t{1} << index / 64);
  if (at.words == 0) occupied_levels_ &= ~(1u << level);
}

void TimerWheel::append(Slot& slot, Entry& entry) noexcept {
  if (slot.first == nullptr) {
    entry.next = entry.previous = &entry;
    slot.first = &entry;
    slot.least = entry.key;
    return;
  }
  entry.next = slot.first;
  entry.previous = slot.first->previous;
  entry.previous->next = &entry;
  slot.first->previous = &entry;
  slot.least = std::min(slot.least, entry.key);
}

void TimerWheel::unlink(Slot& slot, Entry& entry) noexcept {
  if (entry.next == &entry) {
    slot.first = nullptr;
  } else {
    entry.previous->next = entry.next;
    entry.next->previous = entry.previous;
    if (slot.first == &entry) slot.first = entry.next;
  }
  entry.next = nullptr;
}

void TimerWheel::place(Entry& entry) noexcept {
  const std::uint64_t different = entry.key ^ cursor_;
  const std::uint32_t level =
      different == 0
          ? 0u
          : std::uint32_t{
                level_of_bit_[63u - static_cast<std::uint32_t>(std::countl_zero(different))]};
  const Level& at = levels_[level];
  entry.level = static_cast<std::uint8_t>(level);
  entry.index =
      static_cast<std::uint32_t>(entry.key >> at.shift & ((std::uint64_t{1} << at.bits) - 1));
  append(slot_of(entry), entry);
  mark(level, entry.index);
}

void TimerWheel::arm(Entry& entry, Time deadline) noexcept {
  KEBNE_ASSERT(!entry.is_armed());
  entry.key = std::max(key_of(deadline), cursor_);
  ++size_;
  if (sorting_ != nullptr && (entry.key ^ cursor_) >> levels_[sorting_level_].shift == 0) {
    // Behind those that were armed before and have not found their places yet.
    entry.level = static_cast<std::uint8_t>(sorting_level_);
    entry.index = sorting_index_;
    return append(*sorting_, entry);
  }
  place(entry);
}

void TimerWheel::cancel(Entry& entry) noexcept {
  KEBNE_ASSERT(entry.is_armed());
  Slot& slot = slot_of(entry);
  unlink(slot, entry);
  --size_;
  if (slot.first != nullptr) return;
  if (&slot == sorting_) {
    sorting_ = nullptr;
  } else {
    unmark(entry.level, entry.index);
  }
}

void TimerWheel::advance(std::uint64_t key) noexcept { cursor_ = std::max(cursor_, key); }

void TimerWheel::sort_some() noexcept {
  for (std::uint32_t n = 0; n < moves_per_call; ++n) {
    Entry& entry = *sorting_->first;
    unlink(*sorting_, entry);
    place(entry);
    ++moves_;
    if (sorting_->first == nullptr) {
      sorting_ = nullptr;
      return;
    }
  }
}

TimerWheel::Entry* TimerWheel::pop_due(Time now) noexcept {
  const std::uint64_t until = key_of(now);
  for (;;) {
    if (sorting_ != nullptr) {
      sort_some();
      if (sorting_ != nullptr) return nullptr;
    }
    if (occupied_levels_ == 0) {
      advance(until);
      return nullptr;
    }
    // Lower levels come before higher ones, because they have more of the cursor's bits.
    const std::uint32_t number = lowest_bit(occupied_levels_);
    const Level& level = levels_[number];
    const std::uint32_t index = first_index(level, occupied_.get());
    Slot& slot = slots_[level.first_slot + index];
    Entry* first = slot.first;
    const bool is_alone = first->next == first;
    if (is_alone) slot.least = first->key;  // of one that was cancelled before
    if (slot.least > until) {
      // Up to the bucket, not into it: its entries would be in a wrong place.
      const std::uint64_t start = first->key >> level.shift << level.shift;
      advance(std::min(until, start - 1));
      return nullptr;
    }
    if (is_alone || level.shift == 0) {
      advance(first->key);
      cancel(*first);
      return first;
    }
    advance(slot.least);
    unmark(number, index);
    sorting_ = &slot;
    sorting_level_ = number;
    sorting_index_ = index;
  }
}

TimerWheel::Entry* TimerWheel::pop_any() noexcept {
  Entry* entry = nullptr;
  if (sorting_ != nullptr) {
    entry = sorting_->first;
  } else if (occupied_levels_ != 0) {
    const Level& level = levels_[lowest_bit(occupied_levels_)];
    entry = slots_[level.first_slot + first_index(level, occupied_.get())].first;
  }
  if (entry != nullptr) cancel(*entry);
  return entry;
}

std::optional<TimerWheel::Time> TimerWheel::next() const noexcept {
  if (sorting_ != nullptr) return time_of(cursor_);
  if (occupied_levels_ == 0) return std::nullopt;
  const Level& level = levels_[lowest_bit(occupied_levels_)];
  return time_of(slots_[level.first_slot + first_index(level, occupied_.get())].least);
}

}  // namespace kebne::detail
