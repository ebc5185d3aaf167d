#pragma once

#include "kebne/base/executor.hpp"
#include "kebne/base/random.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kebne {

/// Runs everything in the thread that steps it, one runnable after the other: in the order in which
/// they became ready, or in an order that a seed draws, the same one each time.
///
/// One thread only.
class StepExecutor final : public Executor {
 public:
  /// `seed` 0: first come, first served.
  explicit StepExecutor(std::uint64_t seed = 0) noexcept : seed_{seed}, random_{seed} {}

  void schedule(Runnable& runnable) noexcept override {
    if (back_ - front_ == capacity_) grow();
    at(back_++) = &runnable;
    if (runs_ahead_ && depth_ == 0) run_ahead();
  }
  void shut_down() noexcept override { run_until_idle(); }
  [[nodiscard]] bool owns_this_thread() const noexcept override { return depth_ != 0; }
  bool run_one() override;
  [[nodiscard]] bool runs_in_caller() const noexcept override { return true; }
  [[nodiscard]] std::optional<std::size_t> queued() const noexcept override { return ready(); }

  /// Steps until nothing is ready. Returns the number of steps.
  std::size_t run_until_idle();

  /// Steps at most `limit` times. Returns the number of steps.
  std::size_t run_at_most(std::size_t limit);

  [[nodiscard]] std::size_t ready() const noexcept { return back_ - front_; }

  /// From now on a drawn number of steps, or none, is taken whenever something becomes ready while
  /// nothing runs: as on a pool, where others run while somebody goes on sending, or while the
  /// timers of one instant fire. For a seed other than 0.
  void run_ahead_by_seed() noexcept { runs_ahead_ = seed_ != 0; }

  /// Steps so far.
  [[nodiscard]] std::uint64_t steps() const noexcept { return front_; }

  /// A number that stands for which of how many ran at each step so far: the same for the same
  /// course of things, and hardly ever for another. For a seed other than 0.
  [[nodiscard]] std::uint64_t trace() const noexcept { return trace_; }

 private:
  [[nodiscard]] Runnable*& at(std::size_t position) noexcept {
    return ring_[position & (capacity_ - 1)];
  }
  void grow();
  void draw() noexcept;
  void run_ahead() noexcept;

  std::unique_ptr<Runnable*[]> ring_;  // grows only, so the steady state allocates nothing
  std::size_t capacity_ = 0;           // a power of two
  std::size_t front_ = 0;              // positions count on for ever
  std::size_t back_ = 0;
  std::uint64_t seed_;
  SeededRandom random_;
  std::uint64_t trace_ = 0;
  std::size_t depth_ = 0;
  bool runs_ahead_ = false;
};

}  // namespace kebne
