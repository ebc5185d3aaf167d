#include "kebne/testkit/probe.hpp"

#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

namespace kebne {
namespace {

struct WatchThis {
  ActorRef actor;
};

class ProbeActor final : public Actor {
 public:
  explicit ProbeActor(std::shared_ptr<detail::ProbeInbox> inbox) : inbox_{std::move(inbox)} {}

  bool receive(Envelope& e) override {
    if (const auto* watch_this = e.get_if<WatchThis>()) {
      watch(watch_this->actor);
      return true;
    }
    // The envelope is kept: the cell's current message becomes the inbox's.
    detail::ActorCell& cell = *static_cast<detail::ActorCell*>(self().cell());
    inbox_->messages.emplace_back(std::exchange(cell.current, nullptr));
    return true;
  }

 private:
  std::shared_ptr<detail::ProbeInbox> inbox_;
};

}  // namespace

Probe::Probe(ActorSystem& system, StepExecutor& executor, std::string_view name)
    : executor_{executor},
      inbox_{std::make_shared<detail::ProbeInbox>()},
      ref_{system.spawn<ProbeActor>(name, inbox_)} {
  executor_.run_until_idle();
}

detail::Received Probe::take(std::uint32_t type, const std::type_info* wanted) {
  while (inbox_->messages.empty() && executor_.run_one()) {
  }
  const std::string name = detail::demangle(wanted->name());
  if (inbox_->messages.empty()) {
    throw ExpectationFailed{
        fmt::format("{}: wanted {}, got nothing", ref_.path().to_string(), name)};
  }
  detail::Received next = std::move(inbox_->messages.front());
  inbox_->messages.pop_front();
  if (next.envelope->type != type) {
    throw ExpectationFailed{fmt::format("{}: wanted {}, got {}", ref_.path().to_string(), name,
                                        next.envelope->type_name())};
  }
  return next;
}

void Probe::expect_none() {
  executor_.run_until_idle();
  if (inbox_->messages.empty()) return;
  throw ExpectationFailed{fmt::format("{}: wanted nothing, got {}", ref_.path().to_string(),
                                      inbox_->messages.front().envelope->type_name())};
}

void Probe::watch(const ActorRef& other) {
  ref_.tell(WatchThis{other});
  executor_.run_until_idle();
}

void Probe::expect_terminated(const ActorRef& other) {
  const auto notice = expect<Terminated>();
  if (notice.actor == other) return;
  throw ExpectationFailed{fmt::format("{}: wanted Terminated of {}, got it of {}",
                                      ref_.path().to_string(), other.path().to_string(),
                                      notice.actor.path().to_string())};
}

}  // namespace kebne
