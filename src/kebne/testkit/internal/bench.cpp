#include "kebne/testkit/internal/bench.hpp"

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/message_type.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/base/clock.hpp"
#include "kebne/testkit/expectation_failed.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/virtual_clock.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne::detail {
namespace {

/// How long a test looks away when it waits for what nobody signals.
constexpr std::chrono::milliseconds look_again{10};

template <class M>
bool describe_as(const Envelope& e, std::string& text) {
  const M* message = e.get_if<M>();
  if (message != nullptr) text += ' ' + show<M>(message);
  return message != nullptr;
}

template <class... M>
bool describe_as_any(const Envelope& e, std::string& text) {
  return (describe_as<M>(e, text) || ...);
}

}  // namespace

std::string show_number(std::int64_t value) { return fmt::format("{}", value); }
std::string show_number(std::uint64_t value) { return fmt::format("{}", value); }
std::string show_number(double value) { return fmt::format("{}", value); }
std::string show_text(std::string_view value) { return fmt::format("\"{}\"", value); }

void Bench::learn(std::uint32_t type, Show how) {
  if (how == nullptr) return;
  const auto is_same = [type](const auto& known) { return known.first == type; };
  if (std::none_of(showers_.begin(), showers_.end(), is_same)) showers_.emplace_back(type, how);
}

std::string Bench::describe(const Envelope& e) const {
  std::string text = e.type_name();
  if (const auto* terminated = e.get_if<Terminated>()) {
    return text + " of " + terminated->actor.path().to_string();
  }
  if (describe_as_any<bool, char, int, unsigned, long, unsigned long, double, float, std::string,
                      ActorRef>(e, text)) {
    return text;
  }
  for (const auto& [type, how] : showers_) {
    if (type == e.type) return text + ' ' + how(const_cast<Envelope&>(e).data());  // only read
  }
  return text;
}

VirtualBench::VirtualBench(TestSettings given, StepExecutor& executor, VirtualClock* clock,
                           std::uint64_t step_limit)
    : Bench{given}, executor_{executor}, clock_{clock}, step_limit_{step_limit} {}

Bench::Time VirtualBench::now() const { return clock_ != nullptr ? clock_->now() : Time{0}; }

void VirtualBench::check_limit() const {
  if (executor_.ready() == 0 || executor_.steps() < step_limit_) return;
  throw ExpectationFailed{
      fmt::format("{} steps, and the system has not come to rest", executor_.steps())};
}

bool VirtualBench::step(Time until) {
  check_limit();
  if (executor_.run_one()) return true;
  if (clock_ == nullptr) return false;
  const auto next = clock_->next_deadline();
  const bool has_next = next && *next <= until;
  const Time to = has_next ? *next : until;
  if (to > now()) clock_->advance(to - now());
  return has_next;
}

void VirtualBench::settle() {
  check_limit();
  executor_.run_at_most(step_limit_ - std::min(step_limit_, executor_.steps()));
  check_limit();
}

Bench::Time RealBench::now() const { return SystemClock{}.now(); }

bool RealBench::step(Time until) {
  const Time at = now();
  if (at >= until) return false;
  std::unique_lock guard{lock_};
  const Time wait = std::min<Time>(until - at, look_again);
  happened_.wait_for(guard, wait, [this] { return signals_ != seen_; });
  seen_ = signals_;
  return true;
}

void RealBench::signal() noexcept {
  {
    const std::lock_guard guard{lock_};
    ++signals_;
  }
  happened_.notify_all();
}

}  // namespace kebne::detail
