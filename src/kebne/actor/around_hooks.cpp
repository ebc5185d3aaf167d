#include "kebne/actor/around_hooks.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/handler_table.hpp"
#include "kebne/actor/internal/extras.hpp"

namespace kebne {

bool AroundHooks::around_receive(Actor& actor, Envelope& message) {
  const auto& cell = static_cast<const detail::ActorCell&>(*actor.self().cell());
  return cell.table != nullptr ? cell.table->handle(actor, message) : actor.receive(message);
}

void AroundHooks::around_pre_start(Actor& actor) { actor.pre_start(); }

void AroundHooks::around_post_stop(Actor& actor) { actor.post_stop(); }

void AroundHooks::around_pre_restart(Actor& actor, const std::exception_ptr& cause,
                                     const Envelope* message) {
  actor.pre_restart(cause, message);
}

void AroundHooks::around_post_restart(Actor& actor, const std::exception_ptr& cause) {
  actor.post_restart(cause);
}

namespace detail {

void expect_around(ActorCell& cell) {
  cell.more().around = nullptr;
  cell.go_special(ActorCell::Around);
}

void set_around(ActorCell& cell, AroundHooks* around) noexcept { cell.extras->around = around; }

}  // namespace detail
}  // namespace kebne
