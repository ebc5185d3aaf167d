#include "kebne/actor/internal/actor_timers.hpp"

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <utility>

namespace kebne::detail {

/// A free slot under this name, which stays free until `free_` gives it up.
std::uint32_t ActorTimers::add(std::string_view key) {
  if (free_.empty()) {
    free_.reserve(slots_.size() + 1);  // so that `end` cannot fail
    slots_.emplace_back();
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::uint32_t at = free_.back();
  slots_[at].key = key;
  index_.try_emplace(slots_[at].key, at);
  return at;
}

void ActorTimers::start(ActorCell& cell, std::string_view key, const Timetable& when,
                        EnvelopePtr message) {
  TimerService& service = cell.core->scheduler.service();
  const auto due = when.first(service.now());
  const auto found = index_.find(key);
  const bool is_new = found == index_.end();
  const std::uint32_t at = is_new ? add(key) : found->second;
  Slot& slot = slots_[at];
  const std::uint32_t generation = slot.generation + 1;
  message->flags |= Envelope::Scheduled | Envelope::FromTimer;
  message->set_timer_number(std::uint64_t{generation} << slot_bits | at);
  IntrusivePtr<CancelState> timer;
  try {
    timer = service.start(new TellTimer{service, when, ActorRef::share(&cell), std::move(message)},
                          due, nullptr);
  } catch (...) {
    if (is_new) index_.erase(slot.key);
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
  const auto found = index_.find(key);
  if (found == index_.end()) return;
  const std::uint32_t at = found->second;
  index_.erase(found);
  end(at);
}

void ActorTimers::cancel_all() noexcept {
  for (const auto& [key, at] : index_) end(at);
  index_.clear();
}

bool ActorTimers::accept(std::uint64_t number) noexcept {
  const auto at = static_cast<std::uint32_t>(number);
  if (at >= slots_.size()) return false;
  Slot& slot = slots_[at];
  if (slot.timer == nullptr || slot.generation != number >> slot_bits) return false;
  if (slot.repeats) return true;
  index_.erase(slot.key);
  end(at);
  return true;
}

void cancel_timers(ActorCell& cell) noexcept {
  if (cell.extras != nullptr && cell.extras->timers != nullptr) cell.extras->timers->cancel_all();
}

}  // namespace kebne::detail
