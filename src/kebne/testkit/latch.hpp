#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

namespace kebne {

/// Opens when it has been counted down: for tests with threads of their own.
///
/// Any thread; times are real, by a clock that is never set. Never wait inside an actor of a step
/// executor: nobody would count down.
class TestLatch {
 public:
  static constexpr std::chrono::seconds default_timeout{5};

  explicit TestLatch(std::uint32_t count = 1);
  TestLatch(const TestLatch&) = delete;
  TestLatch& operator=(const TestLatch&) = delete;
  ~TestLatch();

  /// Does nothing once it is open.
  void count_down() noexcept;
  /// Opens it, whatever is left to count.
  void open() noexcept;
  /// Closes it again.
  void reset(std::uint32_t count = 1) noexcept;

  [[nodiscard]] bool is_open() const noexcept;

  /// Waits until it is open. Throws `ExpectationFailed` when time is up.
  void ready(std::chrono::nanoseconds timeout = default_timeout) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Where so many threads wait for one another, again and again. Any thread; times are real.
class TestBarrier {
 public:
  /// Throws `std::invalid_argument` for 0.
  explicit TestBarrier(std::uint32_t parties);
  TestBarrier(const TestBarrier&) = delete;
  TestBarrier& operator=(const TestBarrier&) = delete;
  ~TestBarrier();

  /// Waits until all are here. Throws `ExpectationFailed` when time is up, and so do all others who
  /// wait: from then on it is broken, until `reset`.
  void await(std::chrono::nanoseconds timeout = TestLatch::default_timeout);

  /// Whoever waits fails; then it is as new.
  void reset() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kebne
