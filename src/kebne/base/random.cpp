#include "kebne/base/random.hpp"

#include "kebne/base/detail/platform.hpp"

#include <random>

namespace kebne {

std::uint64_t SystemRandom::next() noexcept {
  try {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  } catch (...) {
    // No entropy source: the clock and this object's address still tell two systems apart.
    SeededRandom fallback{detail::monotonic_ns() ^ reinterpret_cast<std::uintptr_t>(this)};
    return fallback.next();
  }
}

std::uint64_t SeededRandom::next() noexcept {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace kebne
