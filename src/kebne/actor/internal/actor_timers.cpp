#include "kebne/actor/internal/actor_timers.hpp"

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace kebne::detail {

namespace {

std::uint32_t hash_of(std::string_view key) noexcept {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(key));
}

}  // namespace

std::uint32_t ActorTimers::KeyIndex::find(std::string_view key,
                                          const std::deque<Slot>& slots) const noexcept {
  if (used_ == 0) return nowhere;
  const std::uint32_t hash = hash_of(key);
  for (std::size_t at = hash & (table_.size() - 1); table_[at].slot != nowhere; at = next(at)) {
    if (table_[at].hash == hash && slots[table_[at].slot].key == key) return table_[at].slot;
  }
  return nowhere;
}

void ActorTimers::KeyIndex::put(Place added) noexcept {
  std::size_t at = added.hash & (table_.size() - 1);
  while (table_[at].slot != nowhere) at = next(at);
  table_[at] = added;
}

void ActorTimers::KeyIndex::insert(std::string_view key, std::uint32_t slot) {
  if (2 * (used_ + 1) > table_.size()) {
    std::vector<Place> old(std::max<std::size_t>(8, 2 * table_.size()));
    old.swap(table_);
    for (const Place& place : old) {
      if (place.slot != nowhere) put(place);
    }
  }
  put({hash_of(key), slot});
  ++used_;
}

void ActorTimers::KeyIndex::erase(std::string_view key, std::uint32_t slot) noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t hole = hash_of(key) & mask;
  while (table_[hole].slot != slot) hole = next(hole);
  // What came behind it because its own place was taken moves up.
  for (std::size_t at = next(hole); table_[at].slot != nowhere; at = next(at)) {
    const std::size_t way = (at - table_[at].hash) & mask;
    if (way < ((at - hole) & mask)) continue;
    table_[hole] = table_[at];
    hole = at;
  }
  table_[hole].slot = nowhere;
  --used_;
}

void ActorTimers::KeyIndex::clear() noexcept {
  table_.clear();
  used_ = 0;
}

/// A free slot under this name, which stays free until `free_` gives it up.
std::uint32_t ActorTimers::add(std::string_view key) {
  if (free_.empty()) {
    if (free_.capacity() == slots_.size()) free_.reserve(2 * slots_.size() + 1);  // for `end`
    slots_.emplace_back();
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::uint32_t at = free_.back();
  slots_[at].key = key;
  index_.insert(key, at);
  return at;
}

void ActorTimers::start(ActorCell& cell, std::string_view key, const Timetable& when,
                        EnvelopePtr message) {
  TimerService& service = cell.core->scheduler.service();
  const auto due = when.first(service.now());
  const std::uint32_t found = index_.find(key, slots_);
  const bool is_new = found == KeyIndex::nowhere;
  const std::uint32_t at = is_new ? add(key) : found;
  Slot& slot = slots_[at];
  const std::uint32_t generation = std::max(slot.generation + 1, 1u);
  message->flags |= Envelope::Scheduled | Envelope::FromTimer;
  message->set_timer_number(std::uint64_t{generation} << slot_bits | at);
  IntrusivePtr<CancelState> timer;
  try {
    timer = service.start(new TellTimer{service, when, ActorRef::share(&cell), std::move(message)},
                          due, nullptr);
  } catch (...) {
    if (is_new) index_.erase(key, at);
    throw;
  }
  if (is_new) {
    free_.pop_back();
  } else {
    (void)slot.timer->cancel();  // a timer has no callbacks
  }
  slot.timer = std::move(timer);
  slot.generation = generation;
  slot.repeats = when.repeat != Repeat::Once;
}

void ActorTimers::end(std::uint32_t at) noexcept {
  Slot& slot = slots_[at];
  (void)slot.timer->cancel();
  slot.timer.reset();
  free_.push_back(at);
}

void ActorTimers::cancel(std::string_view key) noexcept {
  const std::uint32_t at = index_.find(key, slots_);
  if (at == KeyIndex::nowhere) return;
  index_.erase(key, at);
  end(at);
}

void ActorTimers::cancel_all() noexcept {
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    if (slots_[at].timer != nullptr) end(at);
  }
  index_.clear();
}

bool ActorTimers::accept(std::uint64_t number) noexcept {
  const auto at = static_cast<std::uint32_t>(number);
  if (at >= slots_.size()) return false;
  Slot& slot = slots_[at];
  if (slot.timer == nullptr || slot.generation != number >> slot_bits) return false;
  if (slot.repeats) return true;
  index_.erase(slot.key, at);
  end(at);
  return true;
}

void cancel_timers(ActorCell& cell) noexcept {
  if (cell.extras != nullptr && cell.extras->timers != nullptr) cell.extras->timers->cancel_all();
}

}  // namespace kebne::detail
