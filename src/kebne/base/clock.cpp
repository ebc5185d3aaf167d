#include "kebne/base/clock.hpp"

namespace kebne {

std::chrono::nanoseconds SystemClock::now() const noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace kebne
