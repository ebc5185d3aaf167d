#pragma once

#include "kebne/actor/props.hpp"
#include "kebne/actor/supervisor_strategy.hpp"

#include <memory>
#include <string>

namespace kebne::detail {

/// How an actor wants to live: ids of the configuration, and its strategy; empty: it does not say.
struct Deploy {
  std::string dispatcher = {};
  std::string mailbox = {};
  std::shared_ptr<const SupervisorStrategy> strategy = nullptr;
};

/// Another recipe, with wishes.
struct DeployedProps final : PropsRep {
  PropsRep& inner;  ///< counted
  Deploy wishes;

  DeployedProps(PropsRep& counted, Deploy what) noexcept;
  ~DeployedProps() override { inner.release(); }
  [[nodiscard]] Actor* make(ActorCell& cell) const override { return inner.make(cell); }
};

}  // namespace kebne::detail
