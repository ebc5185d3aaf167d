#include "kebne/actor/internal/supervision.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/actor_life.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/deploy.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/text.hpp"
#include "kebne/actor/messages.hpp"

#include <utility>
#include <vector>

namespace kebne::detail {

void report_failure(const ActorCell& cell, const std::exception_ptr& cause, FailureSite site,
                    std::string_view outcome, bool is_logged) noexcept {
  const MessageType* type = site.message_type != 0 ? &message_type(site.message_type) : nullptr;
  cell.core->observe([&](Observer& observer) {
    observer.on_failure({lazy_path(&cell), lazy_type(type), site.point, cause, outcome, is_logged});
  });
}

void drop_failed_envelope(Local& l, ActorCell& cell) noexcept {
  if (cell.extras == nullptr || cell.extras->failed == nullptr) return;
  free_envelope(l, std::exchange(cell.extras->failed, nullptr));
}

namespace {

/// Holds the actor, with its children but for `spared`, and asks its supervisor. `handled` is what
/// it was handling, and taken over.
void hold_and_ask(Local& l, ActorCell& cell, std::exception_ptr cause, FailureSite site,
                  Envelope* handled, const ActorCell* spared) {
  drop_failed_envelope(l, cell);
  Extras& x = cell.more();
  x.failed = handled;
  x.has_failed = true;
  cell.suspend();
  for_each_child(cell, [&](ActorCell* child) {
    if (child != spared) push_system(l, child, SystemOp::Suspend);
  });
  RefCell* parent = cell.parent;
  acquire_unit(l, parent);
  push_system(l, static_cast<ActorCell*>(parent), SystemOp::Failed, &cell, std::move(cause),
              site.packed());
  release_unit(l, parent);
}

const SupervisorStrategy& strategy_of(ActorCell& cell) {
  if (cell.is_guardian()) return cell.core->strategy_of_guardian(cell);
  if (const Deploy* deploy = cell.props->deploy; deploy != nullptr && deploy->strategy) {
    return *deploy->strategy;
  }
  auto& strategy = cell.more().strategy;
  if (strategy == nullptr) {
    // Without an actor, after a start that failed, its children are about to be stopped.
    strategy = std::make_unique<const SupervisorStrategy>(
        cell.actor != nullptr ? cell.actor->supervision() : SupervisorStrategy::stopping());
  }
  return *strategy;
}

/// The failure of a child becomes the supervisor's own.
void escalate(Local& l, ActorCell& cell, ActorCell* child, std::exception_ptr cause,
              FailurePoint point) {
  if (cell.parent == nullptr) return;  // its strategy never says so
  cell.children->stats(child).is_escalated = true;
  if (cell.more().has_failed) {
    // It shares the fate of its supervisor, which holds it already: one hold is enough.
    return push_system(l, child, SystemOp::Resume);
  }
  Envelope* handled = make_envelope<Failed>(l, ActorRef::share(child), cause);
  set_sender(l, handled, child);
  // The hold of the child goes on as the supervisor's own.
  hold_and_ask(l, cell, std::move(cause), {point, handled->type}, handled, child);
}

bool may_restart(ActorCell& cell, ActorCell* child, const SupervisorStrategy& strategy) {
  if (strategy.max_retries() < 0 && !strategy.within()) return true;
  return cell.children->stats(child).may_restart(strategy.max_retries(), strategy.within(),
                                                 cell.core->clock->now());
}

/// Those whom the failure of the child concerns.
std::vector<ActorCell*> concerned_by(ActorCell& cell, ActorCell* child, bool all) {
  if (!all) return {child};
  std::vector<ActorCell*> children;
  for_each_child(cell, [&](ActorCell* c) { children.push_back(c); });
  return children;
}

}  // namespace

void fail(Local& l, ActorCell& cell, std::exception_ptr cause, FailurePoint point) noexcept {
  const std::uint32_t type = cell.current != nullptr ? cell.current->type : 0;
  if (cell.phase >= ActorCell::Terminating || cell.parent == nullptr) {
    return report_failure(cell, cause, {point, type}, "none");
  }
  hold_and_ask(l, cell, std::move(cause), {point, type}, std::exchange(cell.current, nullptr),
               nullptr);
}

void child_failed(Local& l, ActorCell& cell, ActorCell* child, const std::exception_ptr& cause,
                  FailureSite site) {
  if (cell.phase >= ActorCell::Terminating) {  // the child is told to stop anyhow
    return report_failure(*child, cause, site, to_string(Directive::Stop));
  }
  const SupervisorStrategy* strategy = nullptr;
  Directive directive = Directive::Escalate;
  try {
    strategy = &strategy_of(cell);
    directive = strategy->decide(cause);
  } catch (...) {
    const std::exception_ptr thrown = std::current_exception();
    report_failure(*child, cause, site, "undecided");
    return escalate(l, cell, child, thrown, FailurePoint::Strategy);
  }
  switch (directive) {
    case Directive::Escalate:
      report_failure(*child, cause, site, to_string(directive), false);
      return escalate(l, cell, child, cause, FailurePoint::Child);
    case Directive::Resume:
      report_failure(*child, cause, site, to_string(directive), strategy->is_logging());
      return push_system(l, child, SystemOp::Resume, nullptr, cause, 1);
    case Directive::Restart:
    case Directive::Stop: break;
  }
  const std::vector<ActorCell*> concerned = concerned_by(cell, child, strategy->is_all_for_one());
  bool restarts = directive == Directive::Restart;
  for (ActorCell* c : concerned) restarts = restarts && may_restart(cell, c, *strategy);
  report_failure(*child, cause, site, to_string(restarts ? Directive::Restart : Directive::Stop),
                 strategy->is_logging());
  for (ActorCell* c : concerned) {
    if (!restarts) {
      cell.children->mark_dying(c);
      push_system(l, c, SystemOp::Terminate);
      continue;
    }
    if (c != child) push_system(l, c, SystemOp::Suspend);
    push_system(l, c, SystemOp::Recreate, nullptr, cause);
  }
}

SupervisorStrategy guardian_strategy(std::string_view name,
                                     const std::vector<StrategyType>& known) {
  std::string wanted;
  for (const StrategyType& type : known) {
    if (type.name == name) return type.strategy;
    wanted += ", " + quoted(type.name);
  }
  const std::string_view of_akka = name.substr(0, name.find(','));  // without the assembly
  if (of_akka == "Akka.Actor.DefaultSupervisorStrategy") return {};
  if (of_akka == "Akka.Actor.StoppingSupervisorStrategy") return SupervisorStrategy::stopping();
  throw ConfigError{fmt::format(
      "akka.actor.guardian-supervisor-strategy: found {}, wanted "
      "\"Akka.Actor.DefaultSupervisorStrategy\", \"Akka.Actor.StoppingSupervisorStrategy\"{}, or a "
      "name registered in SystemOptions::strategy_types",
      quoted(name), wanted)};
}

}  // namespace kebne::detail
