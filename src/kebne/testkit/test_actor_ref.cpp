#include "kebne/testkit/test_actor_ref.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/direct_call.hpp"
#include "kebne/testkit/expectation_failed.hpp"

#include <memory>

namespace kebne::detail {

Actor& underlying_actor(const ActorRef& ref) {
  if (Actor* actor = static_cast<ActorCell*>(ref.cell())->actor) return *actor;
  throw ExpectationFailed{ref.path().to_string() +
                          ": wanted an actor that lives, it has not started or has stopped"};
}

void receive_here(const ActorRef& ref, Envelope* e) {
  const auto call = std::make_shared<DirectCall>(e);
  static_cast<void>(underlying_actor(ref));
  ref.tell(CallDirectly{call});
  if (call->problem != nullptr) std::rethrow_exception(call->problem);
  if (call->envelope == nullptr) return;
  throw ExpectationFailed{
      ref.path().to_string() +
      ": wanted it to handle a message at once, it waits for a decision of its supervisor"};
}

}  // namespace kebne::detail
