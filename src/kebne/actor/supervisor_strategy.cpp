#include "kebne/actor/supervisor_strategy.hpp"

#include "kebne/actor/errors.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace kebne {
namespace {

void check(std::int32_t max_retries, std::optional<std::chrono::nanoseconds> within) {
  if (max_retries < -1) {
    throw std::invalid_argument{fmt::format(
        "supervisor strategy: max_retries: found {}, wanted -1 (no limit) or more", max_retries)};
  }
  if (within && *within <= std::chrono::nanoseconds{0}) {
    throw std::invalid_argument{
        fmt::format("supervisor strategy: within: found {} ns, wanted more than 0, or nothing",
                    within->count())};
  }
}

Directive by_default(const std::exception_ptr& cause) {
  try {
    std::rethrow_exception(cause);
  } catch (const InitializationFailed&) {
    return Directive::Stop;
  } catch (const ActorKilled&) {
    return Directive::Stop;
  } catch (const DeathPact&) {
    return Directive::Stop;
  } catch (...) {
    return Directive::Restart;
  }
}

}  // namespace

std::string_view to_string(Directive directive) noexcept {
  switch (directive) {
    case Directive::Resume: return "resume";
    case Directive::Restart: return "restart";
    case Directive::Stop: return "stop";
    case Directive::Escalate: return "escalate";
  }
  return "unknown";
}

SupervisorStrategy::SupervisorStrategy(const OneForOne& limits)
    : max_retries_{limits.max_retries}, within_{limits.within} {
  check(max_retries_, within_);
}

SupervisorStrategy::SupervisorStrategy(const AllForOne& limits)
    : max_retries_{limits.max_retries}, within_{limits.within}, is_all_for_one_{true} {
  check(max_retries_, within_);
}

SupervisorStrategy SupervisorStrategy::stopping() {
  return SupervisorStrategy{}.otherwise(Directive::Stop);
}

SupervisorStrategy SupervisorStrategy::logging(bool on) const {
  SupervisorStrategy other = *this;
  other.is_logging_ = on;
  return other;
}

SupervisorStrategy SupervisorStrategy::with_rule(Rule rule) const {
  SupervisorStrategy other = *this;
  other.rules_.push_back(std::move(rule));
  return other;
}

Directive SupervisorStrategy::decide(const std::exception_ptr& cause) const {
  for (const Rule& rule : rules_) {
    if (const auto decided = rule(cause)) return *decided;
  }
  return otherwise_ ? *otherwise_(cause) : by_default(cause);
}

}  // namespace kebne
