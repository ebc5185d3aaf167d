#include "kebne/testkit/latch.hpp"

#include "kebne/testkit/expectation_failed.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace kebne {
namespace {

/// In whole nanoseconds, as far as a clock goes.
template <class Lock, class Done>
bool wait(std::condition_variable& moved, Lock& guard, std::chrono::nanoseconds timeout,
          Done is_done) {
  constexpr std::chrono::hours for_ever{24 * 365};
  return moved.wait_for(guard, timeout < for_ever ? timeout : for_ever, is_done);
}

double seconds(std::chrono::nanoseconds time) noexcept {
  return static_cast<double>(time.count()) / 1e9;
}

}  // namespace

void TestLatch::count_down() noexcept {
  const std::lock_guard guard{lock_};
  if (count_ == 0 || --count_ != 0) return;
  opened_.notify_all();  // under the lock: who is let go may destroy this
}

void TestLatch::open() noexcept {
  const std::lock_guard guard{lock_};
  count_ = 0;
  opened_.notify_all();
}

void TestLatch::reset(std::uint32_t count) noexcept {
  const std::lock_guard guard{lock_};
  count_ = count;
  if (count_ == 0) opened_.notify_all();
}

bool TestLatch::is_open() const noexcept {
  const std::lock_guard guard{lock_};
  return count_ == 0;
}

void TestLatch::ready(std::chrono::nanoseconds timeout) const {
  std::unique_lock guard{lock_};
  if (wait(opened_, guard, timeout, [this] { return count_ == 0; })) return;
  throw ExpectationFailed{fmt::format("latch: wanted it to open in {} s, {} are left to count down",
                                      seconds(timeout), count_)};
}

TestBarrier::TestBarrier(std::uint32_t parties) : parties_{parties} {
  if (parties == 0) throw std::invalid_argument{"barrier: found 0 parties, wanted 1 or more"};
}

void TestBarrier::break_up() noexcept {
  ++broken_up_;
  here_ = 0;
  moved_.notify_all();
}

void TestBarrier::await(std::chrono::nanoseconds timeout) {
  std::unique_lock guard{lock_};
  if (is_broken_) throw ExpectationFailed{"barrier: it is broken, somebody has waited in vain"};
  if (++here_ == parties_) {
    here_ = 0;
    ++round_;
    moved_.notify_all();
    return;
  }
  const std::uint64_t round = round_;
  const std::uint64_t broken_up = broken_up_;
  const auto is_over = [&] { return round_ != round || broken_up_ != broken_up; };
  if (!wait(moved_, guard, timeout, is_over)) {
    const std::uint32_t came = here_;
    is_broken_ = true;
    break_up();
    throw ExpectationFailed{fmt::format("barrier: wanted {} to come in {} s, {} came", parties_,
                                        seconds(timeout), came)};
  }
  if (round_ == round) {
    throw ExpectationFailed{"barrier: it was broken, or reset, while somebody waited"};
  }
}

void TestBarrier::reset() noexcept {
  const std::lock_guard guard{lock_};
  is_broken_ = false;
  break_up();
}

}  // namespace kebne
