#include "kebne/testkit/virtual_clock.hpp"

#include <algorithm>
#include <cstddef>

namespace kebne {

bool VirtualClock::drives(Alarm& alarm) {
  const std::lock_guard guard{lock_};
  alarms_.push_back(&alarm);
  return true;
}

void VirtualClock::forget(Alarm& alarm) noexcept {
  const std::lock_guard guard{lock_};
  std::erase(alarms_, &alarm);
}

std::optional<std::chrono::nanoseconds> VirtualClock::next_deadline() const {
  const std::lock_guard guard{lock_};
  std::optional<std::chrono::nanoseconds> first;
  for (const Alarm* alarm : alarms_) {
    const auto due = alarm->due();
    if (due && (!first || *due < *first)) first = due;
  }
  return first;
}

void VirtualClock::move_to(std::chrono::nanoseconds time) noexcept {
  if (time > now()) now_.store(time.count(), std::memory_order_relaxed);
}

void VirtualClock::advance(std::chrono::nanoseconds by) {
  const std::lock_guard guard{lock_};
  const auto end = now() + std::clamp(by, std::chrono::nanoseconds{0}, by.max() - now());
  while (const auto next = next_deadline()) {
    if (*next > end) break;
    move_to(*next);
    for (std::size_t i = 0; i < alarms_.size(); ++i) {  // one that rings may end others
      const auto due = alarms_[i]->due();
      if (due && *due <= now()) alarms_[i]->ring();
    }
  }
  move_to(end);
}

}  // namespace kebne
