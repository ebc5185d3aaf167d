#include "kebne/actor/internal/metrics/system_counts.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/internal/system_core.hpp"

namespace kebne::detail {

std::array<std::uint64_t, dead_letter_reasons> SystemCounts::dead_letters() const noexcept {
  std::array<std::uint64_t, dead_letter_reasons> out{};
  for (std::size_t i = 0; i < dead_letter_reasons; ++i) {
    out[i] = dead_letters_[i].load(std::memory_order_relaxed);
  }
  return out;
}

void count_again(Local& l, const ActorCell& running) noexcept {
  if (SystemCounts* counts = running.core->counts.get()) l.count_for(counts);
}

void count_outside(const RefCell* target) noexcept {
  // Not by its dispatcher, which may have gone with an actor that has ended.
  const SystemCore* core = target != nullptr ? target->system() : nullptr;
  if (core != nullptr && core->counts != nullptr) core->counts->count_sent();
}

}  // namespace kebne::detail
