#pragma once

#include <cstdint>

namespace kebne {

/// Where an actor system takes its randomness from. Any thread may call it.
class Random {
 public:
  virtual ~Random() = default;

  /// 64 bits, each as likely 0 as 1.
  [[nodiscard]] virtual std::uint64_t next() noexcept = 0;
};

/// The operating system's generator.
class SystemRandom final : public Random {
 public:
  [[nodiscard]] std::uint64_t next() noexcept override;
};

/// A sequence that a seed decides: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014). For tests and replays; one thread at a time.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) noexcept : state_{seed} {}
  [[nodiscard]] std::uint64_t next() noexcept override;

 private:
  std::uint64_t state_;
};

}  // namespace kebne
