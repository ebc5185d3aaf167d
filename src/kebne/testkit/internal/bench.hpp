#pragma once

#include "kebne/actor/envelope.hpp"
#include "kebne/testkit/detail/shown.hpp"
#include "kebne/testkit/internal/log_tap.hpp"
#include "kebne/testkit/test_settings.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
class StepExecutor;
class VirtualClock;
}  // namespace kebne

namespace kebne::detail {

/// What a test and its probes share: how they wait, how they print messages, what was logged.
///
/// The test's own thread, except for `signal`.
class Bench {
 public:
  using Time = std::chrono::nanoseconds;

  explicit Bench(TestSettings given) : settings{given}, log{*this} {}
  virtual ~Bench() = default;
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] virtual Time now() const = 0;

  /// Something happens, or time passes, but not beyond `until`. False: it is `until`, and nothing
  /// happens any more.
  virtual bool step(Time until) = 0;

  /// All that is ready runs; time stands still. In real time nothing can be said, nor is done.
  virtual void settle() = 0;

  /// Whether a system is at rest when it has settled.
  [[nodiscard]] virtual bool is_virtual() const noexcept = 0;

  /// Something has come that a test may wait for. Any thread.
  virtual void signal() noexcept {}

  /// From now on.
  [[nodiscard]] Time deadline(Time after) const {
    const Time at = now();
    return after < Time::max() - at ? at + after : Time::max();
  }

  /// Values of this message type can be printed.
  void learn(std::uint32_t type, Show how);

  /// `int 5`; the type alone when its values cannot be printed.
  [[nodiscard]] std::string describe(const Envelope& message) const;

  const TestSettings settings;
  LogTap log;

 private:
  std::vector<std::pair<std::uint32_t, Show>> showers_;
};

/// For systems on a step executor, whose time is that of the virtual clock, if there is one.
class VirtualBench final : public Bench {
 public:
  VirtualBench(TestSettings given, StepExecutor& executor, VirtualClock* clock,
               std::uint64_t step_limit);

  [[nodiscard]] Time now() const override;
  bool step(Time until) override;
  void settle() override;
  [[nodiscard]] bool is_virtual() const noexcept override { return true; }

 private:
  void check_limit() const;

  StepExecutor& executor_;
  VirtualClock* const clock_;
  const std::uint64_t step_limit_;  ///< of the executor's steps in all
};

/// For systems with threads of their own.
class RealBench final : public Bench {
 public:
  explicit RealBench(TestSettings given) : Bench{given} {}

  [[nodiscard]] Time now() const override;
  bool step(Time until) override;
  void settle() override {}
  [[nodiscard]] bool is_virtual() const noexcept override { return false; }
  void signal() noexcept override;

 private:
  std::mutex lock_;
  std::condition_variable happened_;
  std::uint64_t signals_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace kebne::detail
