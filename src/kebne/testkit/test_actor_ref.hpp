#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/deliver.hpp"

#include <type_traits>
#include <utility>

namespace kebne {

class Actor;

namespace detail {

/// The actor's object as it is now. Throws `ExpectationFailed` when there is none.
[[nodiscard]] Actor& underlying_actor(const ActorRef& ref);

/// The actor handles a message before this returns; what it throws goes on to the caller. Takes the
/// envelope over.
void receive_here(const ActorRef& ref, Envelope* e);

}  // namespace detail

/// An actor under test that runs on the thread that tells it something, and its object. Made by
/// `TestKit::spawn_test_actor`.
///
/// For one thread, and not inside the actor's own handlers.
template <class A>
class TestActorRef {
 public:
  explicit TestActorRef(ActorRef ref) noexcept : ref_{std::move(ref)} {}

  [[nodiscard]] const ActorRef& ref() const noexcept { return ref_; }
  operator const ActorRef&() const noexcept { return ref_; }  // meant to be implicit

  /// The object; another one after a restart. Throws `ExpectationFailed` when the actor has
  /// stopped.
  [[nodiscard]] A& underlying() const { return static_cast<A&>(detail::underlying_actor(ref_)); }
  [[nodiscard]] A* operator->() const { return &underlying(); }

  /// Tells it something; what its behaviour throws goes on to the caller, and the actor does not
  /// fail. Throws `ExpectationFailed` when the message cannot be handled at once: the actor has
  /// stopped, or waits for a decision about a failure.
  template <class M>
  void receive(M&& message, const ActorRef& sender = {}) const {
    detail::Local& l = detail::local();
    Envelope* e = detail::make_envelope<detail::Kept<M>>(l, std::forward<M>(message));
    detail::set_sender(l, e, sender.cell());
    detail::receive_here(ref_, e);
  }

  /// Tells it something: handled when this returns, but for the same two reasons.
  template <class M>
  void tell(M&& message) const {
    ref_.tell(std::forward<M>(message));
  }

 private:
  ActorRef ref_;
};

}  // namespace kebne
