#pragma once

#include "kebne/actor/envelope.hpp"

#include <exception>

namespace kebne {

class Actor;

namespace detail {
struct ActorCell;
}

/// Stands around the handlers and hooks of an actor class that derives from it beside `Actor`, and
/// of all classes derived from that: for bases that add something to every actor.
///
/// Each member does what it stands around; an override calls it when, and if, that is to happen,
/// and what it throws counts as thrown there. Classes without it pay nothing.
class AroundHooks {
 public:
  /// Around each message that the behaviour, or `receive`, is to get. False: it is unhandled.
  virtual bool around_receive(Actor& actor, Envelope& message);

  virtual void around_pre_start(Actor& actor);
  virtual void around_post_stop(Actor& actor);
  virtual void around_pre_restart(Actor& actor, const std::exception_ptr& cause,
                                  const Envelope* message);
  virtual void around_post_restart(Actor& actor, const std::exception_ptr& cause);

 protected:
  AroundHooks() = default;
  AroundHooks(const AroundHooks&) = default;
  AroundHooks& operator=(const AroundHooks&) = default;
  ~AroundHooks() = default;
};

namespace detail {

/// From now on the cell asks what stands around its actor.
void expect_around(ActorCell& cell);
void set_around(ActorCell& cell, AroundHooks* around) noexcept;

}  // namespace detail
}  // namespace kebne
