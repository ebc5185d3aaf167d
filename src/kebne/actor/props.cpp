#include "kebne/actor/props.hpp"

#include "kebne/actor/internal/deploy.hpp"

namespace kebne {
namespace detail {

DeployedProps::DeployedProps(PropsRep& counted, Deploy what) noexcept
    : PropsRep{false}, inner{counted}, wishes{std::move(what)} {
  required = inner.required;
  deploy = &wishes;
}

namespace {

/// A recipe with one wish more than another has.
template <class Wish>
PropsRep* wish(PropsRep& rep, Wish Deploy::*which, Wish what) {
  Deploy wishes = rep.deploy != nullptr ? *rep.deploy : Deploy{};
  wishes.*which = std::move(what);
  PropsRep& inner = rep.deploy != nullptr ? static_cast<DeployedProps&>(rep).inner : rep;
  auto* made = new DeployedProps{inner, std::move(wishes)};
  inner.add_ref();
  return made;
}

}  // namespace
}  // namespace detail

Props Props::with_dispatcher(std::string id) const {
  return Props{detail::wish(*rep_, &detail::Deploy::dispatcher, std::move(id))};
}

Props Props::with_mailbox(std::string id) const {
  return Props{detail::wish(*rep_, &detail::Deploy::mailbox, std::move(id))};
}

Props Props::with_strategy(const SupervisorStrategy& strategy) const {
  return Props{detail::wish(*rep_, &detail::Deploy::strategy,
                            std::make_shared<const SupervisorStrategy>(strategy))};
}

}  // namespace kebne
