#include "kebne/base/clock.hpp"

namespace kebne {

std::chrono::system_clock::time_point Clock::wall() const noexcept {
  return std::chrono::system_clock::now();
}

std::chrono::nanoseconds SystemClock::now() const noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace kebne
