#pragma once

#include "kebne/actor/actor_ref.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <utility>

namespace kebne {

namespace detail {
class Inbox;
}

/// Answers messages to a probe as they come, in the probe's own actor, before the test reads them:
/// called with each message and its sender, it says who is asked next. A lambda is one.
class AutoPilot {
 public:
  template <std::invocable<const ActorRef&, const Envelope&> F>
  AutoPilot(F run) : run_{std::move(run)} {}  // meant to be implicit

  /// This one again.
  [[nodiscard]] static AutoPilot keep_running() { return AutoPilot{Next::Same}; }
  /// Nobody from now on.
  [[nodiscard]] static AutoPilot none() { return AutoPilot{Next::Nobody}; }

 private:
  friend class detail::Inbox;
  enum class Next : std::uint8_t { This, Same, Nobody };
  explicit AutoPilot(Next next) : next_{next} {}

  std::function<AutoPilot(const ActorRef&, const Envelope&)> run_;
  Next next_ = Next::This;
};

}  // namespace kebne
