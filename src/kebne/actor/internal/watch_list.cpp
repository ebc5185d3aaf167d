#include "kebne/actor/internal/watch_list.hpp"

#include "kebne/actor/detail/deliver.hpp"

#include <utility>

namespace kebne::detail {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

}  // namespace

std::size_t WatchList::home(const RefCell* cell) const noexcept {
  // Cells stand on cache lines of their own; the multiplication spreads neighbours.
  const auto number = reinterpret_cast<std::uintptr_t>(cell) >> 6;
  return static_cast<std::size_t>((std::uint64_t{number} * 0x9e3779b97f4a7c15u) >> 32) & mask_;
}

std::size_t WatchList::position(const RefCell* cell) const noexcept {
  if (index_ == nullptr) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].cell == cell) return i;
    }
    return nowhere;
  }
  for (std::size_t slot = home(cell); index_[slot] != 0; slot = (slot + 1) & mask_) {
    const std::size_t at = index_[slot] - 1;
    if (entries_[at].cell == cell) return at;
  }
  return nowhere;
}

std::size_t WatchList::slot_of(std::size_t position) const noexcept {
  std::size_t slot = home(entries_[position].cell);
  while (index_[slot] != position + 1) slot = (slot + 1) & mask_;
  return slot;
}

void WatchList::place(std::size_t position) noexcept {
  std::size_t slot = home(entries_[position].cell);
  while (index_[slot] != 0) slot = (slot + 1) & mask_;
  index_[slot] = static_cast<std::uint32_t>(position + 1);
}

void WatchList::clear_slot(std::size_t slot) noexcept {
  // Close the gap: whoever stands behind it and not behind its own home moves up.
  for (std::size_t i = (slot + 1) & mask_; index_[i] != 0; i = (i + 1) & mask_) {
    const std::size_t from_home = (i - home(entries_[index_[i] - 1].cell)) & mask_;
    const std::size_t from_gap = (i - slot) & mask_;
    if (from_home < from_gap) continue;
    index_[slot] = index_[i];
    slot = i;
  }
  index_[slot] = 0;
}

void WatchList::rebuild(std::size_t slots) {
  index_ = std::make_unique<std::uint32_t[]>(slots);
  mask_ = slots - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) place(i);
}

const WatchList::Entry* WatchList::find(const RefCell* cell) const noexcept {
  const std::size_t at = position(cell);
  return at != nowhere ? &entries_[at] : nullptr;
}

void WatchList::add(RefCell* cell, Envelope* message) {
  const std::size_t slots = index_ != nullptr ? mask_ + 1 : 0;
  if (entries_.size() >= searched && (entries_.size() + 1) * 2 > slots) {
    rebuild(slots == 0 ? searched * 4 : slots * 2);
  }
  entries_.push_back({cell, message});
  if (index_ != nullptr) place(entries_.size() - 1);
}

WatchList::Entry WatchList::take(const RefCell* cell) noexcept {
  const std::size_t at = position(cell);
  if (at == nowhere) return {nullptr, nullptr};
  const std::size_t last = entries_.size() - 1;
  if (index_ != nullptr) {
    clear_slot(slot_of(at));
    if (at != last) index_[slot_of(last)] = static_cast<std::uint32_t>(at + 1);
  }
  const Entry taken = std::exchange(entries_[at], entries_[last]);
  entries_.pop_back();
  // A list that was long once gives its memory back.
  if (entries_.empty() && index_ != nullptr) (void)take_all();
  return taken;
}

bool WatchList::remove(Local& l, const RefCell* cell) noexcept {
  const Entry taken = take(cell);
  if (taken.cell == nullptr) return false;
  if (taken.message != nullptr) free_envelope(l, taken.message);
  release_unit(l, taken.cell);
  return true;
}

std::vector<WatchList::Entry> WatchList::take_all() noexcept {
  index_.reset();
  mask_ = 0;
  return std::exchange(entries_, {});
}

}  // namespace kebne::detail
