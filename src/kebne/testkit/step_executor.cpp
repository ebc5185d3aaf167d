#include "kebne/testkit/step_executor.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kebne {
namespace {

/// One round of SplitMix64 over both.
std::uint64_t mixed(std::uint64_t trace, std::uint64_t step) noexcept {
  return SeededRandom{trace ^ step}.next();
}

}  // namespace

void StepExecutor::grow() {
  const std::size_t larger = std::max<std::size_t>(64, 2 * capacity_);
  auto ring = std::make_unique<Runnable*[]>(larger);
  for (std::size_t i = front_; i != back_; ++i) ring[i & (larger - 1)] = at(i);
  ring_ = std::move(ring);
  capacity_ = larger;
}

void StepExecutor::draw() noexcept {
  const std::size_t chosen = random_.next() % ready();
  trace_ = mixed(trace_, (chosen << 32U) + ready());
  std::swap(at(front_), at(front_ + chosen));
}

void StepExecutor::run_ahead() noexcept {
  constexpr std::uint64_t kinds = 8;  // mostly none: others get to send more than one thing
  const std::uint64_t steps = random_.next() % kinds;
  if (steps <= 3) run_at_most(steps);
}

bool StepExecutor::run_one() { return run_at_most(1) == 1; }

std::size_t StepExecutor::run_until_idle() {
  return run_at_most(std::numeric_limits<std::size_t>::max());
}

std::size_t StepExecutor::run_at_most(std::size_t limit) {
  detail::Local& l = detail::local();
  const detail::CallerRun run{l};  // a handler may step others
  std::size_t steps = 0;
  ++depth_;
  for (; steps < limit && front_ != back_; ++steps) {
    if (seed_ != 0) draw();
    Runnable* r = at(front_++);
    if (r->run(r, l)) schedule(*r);
  }
  --depth_;
  return steps;
}

}  // namespace kebne
