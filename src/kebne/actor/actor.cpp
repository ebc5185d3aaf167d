#include "kebne/actor/actor.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/death_watch.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/logging/debug_log.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/actor/props.hpp"
#include "kebne/actor/supervisor_strategy.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace kebne {

using detail::Local;
using detail::local;
using detail::RefCell;
using detail::SystemOp;

Actor::Actor() : cell_{std::exchange(local().constructing, nullptr)} {
  if (cell_ == nullptr) {
    throw std::logic_error{"an actor is made by spawn; this one was constructed by hand"};
  }
}

void Actor::pre_restart(const std::exception_ptr&, const Envelope*) {
  stop_children();
  post_stop();
}

void Actor::post_restart(const std::exception_ptr&) { pre_start(); }

void Actor::unhandled(Envelope& message) {
  if (const auto* terminated = message.get_if<Terminated>())
    throw DeathPact{terminated->actor.path()};
  detail::count(local(), cell_->core->counts.get(), detail::Counted::Unhandled);
  cell_->core->observe([&](Observer& observer) {
    observer.on_unhandled({detail::lazy_path(cell_), detail::lazy_path(message.sender_cell()),
                           detail::lazy_type(&detail::message_type(message.type))});
  });
  detail::SystemCore& core = *cell_->core;
  detail::debug_log(core.logging.debug.unhandled, cell_, [&] {
    return fmt::format("Unhandled message from {} : {}",
                       detail::path_or(message.sender_cell(), *core.dead_letters),
                       message.type_name());
  });
  if (!core.events.has_listeners<UnhandledMessage>()) return;
  core.events.publish(UnhandledMessage{AnyPayload::adopt(detail::share_message(local(), message)),
                                       ActorRef::share(message.sender_cell()),
                                       ActorRef::share(cell_)});
}

ActorSystem& Actor::system() const noexcept { return cell_->core->view; }

ActorRef Actor::spawn(const Props& props, std::string_view name) {
  return ActorRef::adopt(cell_->spawn(local(), props.rep(), name, nullptr));
}

void Actor::stop() const { detail::stop_cell(cell_); }

void Actor::stop(const ActorRef& other) const {
  RefCell* target = other.cell();
  if (target != nullptr && target->parent == cell_ && target->kind == RefCell::IsActor) {
    cell_->children->mark_dying(static_cast<detail::ActorCell*>(target));
  }
  detail::stop_cell(target);
}

void Actor::stop_children() const {
  if (cell_->children == nullptr) return;
  for (auto* c = cell_->children->first; c != nullptr; c = c->next_sibling) {
    cell_->children->mark_dying(c);
    detail::stop_cell(c);
  }
}

ActorRef Actor::child(std::string_view name) const {
  return ActorRef::share(cell_->children != nullptr ? cell_->children->find(name) : nullptr);
}

std::vector<ActorRef> Actor::children() const {
  std::vector<ActorRef> all;
  all.reserve(child_count());
  if (cell_->children == nullptr) return all;
  for (auto* c = cell_->children->first; c != nullptr; c = c->next_sibling) {
    all.push_back(ActorRef::share(c));
  }
  return all;
}

std::size_t Actor::child_count() const noexcept {
  return cell_->children != nullptr ? cell_->children->count : 0;
}

void Actor::watch(const ActorRef& other) { detail::watch(*cell_, other.cell(), nullptr); }

void Actor::watch_with(const ActorRef& other, Envelope* message) {
  message->set_sender(nullptr);
  detail::watch(*cell_, other.cell(), message);
}

void Actor::unwatch(const ActorRef& other) { detail::unwatch(*cell_, other.cell()); }

SupervisorStrategy Actor::supervision() const { return {}; }

RefCell* Actor::sender_of_forwarded() const noexcept {
  const detail::Extras* x = cell_->extras;
  return x != nullptr && x->forwarded != nullptr ? x->forwarded->sender_cell() : nullptr;
}

void Actor::forward(const ActorRef& to) const {
  Envelope* from = cell_->current;
  if (from == nullptr) {
    if (cell_->extras == nullptr || cell_->extras->forwarded == nullptr) return;
    throw std::logic_error{
        fmt::format("{} was forwarded already, and can only be moved: it has one receiver",
                    cell_->extras->forwarded->type_name())};
  }
  Local& l = local();
  if (detail::message_type(from->type).copy == nullptr) {
    detail::Extras& x = cell_->more();
    x.forwarded = std::exchange(cell_->current, nullptr);
    x.forward_to = to.cell();
    if (x.forward_to != nullptr) detail::acquire_unit(l, x.forward_to);
    return;
  }
  Envelope* e = detail::share_message(l, *from);
  e->flags = from->flags;
  detail::set_sender(l, e, from->sender_cell());
  detail::count_sent(l, to.cell());
  detail::deliver(l, to.cell(), e);
}

}  // namespace kebne
