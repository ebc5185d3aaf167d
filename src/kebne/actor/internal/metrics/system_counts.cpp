#include "kebne/actor/internal/metrics/system_counts.hpp"

#include "kebne/actor/internal/system_core.hpp"

namespace kebne::detail {

std::array<std::uint64_t, SystemCounts::reasons> SystemCounts::dead_letters() const noexcept {
  std::array<std::uint64_t, reasons> out{};
  for (std::size_t i = 0; i < reasons; ++i) {
    out[i] = dead_letters_[i].load(std::memory_order_relaxed);
  }
  return out;
}

void count_from_outside(SystemCounts& counts) noexcept { counts.count_sent(); }

}  // namespace kebne::detail
