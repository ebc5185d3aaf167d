#include "kebne/actor/graceful_stop.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/future.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"

#include <memory>
#include <stdexcept>

namespace kebne {
namespace detail {
namespace {

struct FreeEnvelope {
  void operator()(Envelope* e) const noexcept { free_envelope(local(), e); }
};

/// The time is up: the promise is kept with a no, and need not hear of the end any more.
void give_up_waiting(RefCell* promise, RefCell* target) {
  Local& l = local();
  offer<bool>(l, promise, false);
  if (target->kind != RefCell::IsActor) return;
  acquire_unit(l, promise);
  push_system(l, static_cast<ActorCell*>(target), SystemOp::Unwatch, promise);
}

}  // namespace

Future<bool> stop_and_await(RefCell* target, std::chrono::nanoseconds timeout, Envelope* message) {
  message->set_sender(nullptr);
  std::unique_ptr<Envelope, FreeEnvelope> owned{message};
  SystemCore* core = target != nullptr ? target->system() : nullptr;
  if (core == nullptr) {
    throw std::invalid_argument{target == nullptr
                                    ? "graceful_stop: found an empty reference, wanted an actor"
                                    : "graceful_stop: found nobody, wanted an actor"};
  }
  PromiseCell* promise = make_promise(*core);
  Future<bool> ended{promise};
  const Cancelable timer = core->scheduler.schedule_once(
      timeout, [waiting = ActorRef::share(promise), actor = ActorRef::share(target)] {
        give_up_waiting(waiting.cell(), actor.cell());
      });
  Local& l = local();
  if (target->kind == RefCell::IsActor) {
    acquire_unit(l, promise);
    push_system(l, static_cast<ActorCell*>(target), SystemOp::Watch, promise);
  } else {
    offer<bool>(l, promise, true);  // what is no actor does not live
  }
  deliver(l, target, owned.release());
  return std::move(ended).then([timer](Result<bool> outcome) {
    timer.cancel();
    if (!outcome) throw AskFailed{std::move(outcome.error())};
    return *outcome;
  });
}

}  // namespace detail

Future<bool> graceful_stop(const ActorRef& target, std::chrono::nanoseconds timeout) {
  return graceful_stop(target, timeout, PoisonPill{});
}

}  // namespace kebne
