#include "kebne/testkit/latch.hpp"

#include "kebne/testkit/expectation_failed.hpp"

#include <fmt/core.h>

#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace kebne {
namespace {

/// No longer than a clock can count.
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

struct TestLatch::State {
  std::mutex lock;
  std::condition_variable opened;
  std::uint32_t left;

  explicit State(std::uint32_t count) : left{count} {}
};

TestLatch::TestLatch(std::uint32_t count) : state_{std::make_unique<State>(count)} {}
TestLatch::~TestLatch() = default;

void TestLatch::count_down() noexcept {
  const std::lock_guard guard{state_->lock};
  if (state_->left == 0 || --state_->left != 0) return;
  state_->opened.notify_all();  // under the lock: who is let go may destroy this
}

void TestLatch::open() noexcept { reset(0); }

void TestLatch::reset(std::uint32_t count) noexcept {
  const std::lock_guard guard{state_->lock};
  state_->left = count;
  if (count == 0) state_->opened.notify_all();
}

bool TestLatch::is_open() const noexcept {
  const std::lock_guard guard{state_->lock};
  return state_->left == 0;
}

void TestLatch::ready(std::chrono::nanoseconds timeout) const {
  State& s = *state_;
  std::unique_lock guard{s.lock};
  if (wait(s.opened, guard, timeout, [&s] { return s.left == 0; })) return;
  throw ExpectationFailed{fmt::format("latch: wanted it to open in {} s, {} are left to count down",
                                      seconds(timeout), s.left)};
}

struct TestBarrier::State {
  const std::uint32_t parties;
  std::mutex lock;
  std::condition_variable moved;
  std::uint32_t here = 0;
  std::uint64_t rounds = 0;
  std::uint64_t failures = 0;
  bool is_broken = false;

  explicit State(std::uint32_t all) : parties{all} {}
  void let_all_fail() noexcept {
    ++failures;
    here = 0;
    moved.notify_all();
  }
};

TestBarrier::TestBarrier(std::uint32_t parties) : state_{std::make_unique<State>(parties)} {
  if (parties == 0) throw std::invalid_argument{"barrier: found 0 parties, wanted 1 or more"};
}
TestBarrier::~TestBarrier() = default;

void TestBarrier::await(std::chrono::nanoseconds timeout) {
  State& s = *state_;
  std::unique_lock guard{s.lock};
  if (s.is_broken) throw ExpectationFailed{"barrier: it is broken, somebody has waited in vain"};
  if (++s.here == s.parties) {
    s.here = 0;
    ++s.rounds;
    s.moved.notify_all();
    return;
  }
  const std::uint64_t round = s.rounds;
  const std::uint64_t failure = s.failures;
  const auto is_over = [&] { return s.rounds != round || s.failures != failure; };
  if (!wait(s.moved, guard, timeout, is_over)) {
    const std::uint32_t came = s.here;
    s.is_broken = true;
    s.let_all_fail();
    throw ExpectationFailed{fmt::format("barrier: wanted {} to come in {} s, {} came", s.parties,
                                        seconds(timeout), came)};
  }
  if (s.rounds == round) {
    throw ExpectationFailed{"barrier: it was broken, or reset, while somebody waited"};
  }
}

void TestBarrier::reset() noexcept {
  const std::lock_guard guard{state_->lock};
  state_->is_broken = false;
  state_->let_all_fail();
}

}  // namespace kebne
