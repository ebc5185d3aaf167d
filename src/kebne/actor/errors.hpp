#pragma once

#include "kebne/actor/actor_path.hpp"
#include "kebne/base/result.hpp"
#include "kebne/config/config_error.hpp"

#include <exception>
#include <stdexcept>
#include <string>

namespace kebne {

/// A name that is not allowed, or taken. Thrown by `spawn` and by the constructor of a system.
struct NameError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// `spawn` in a system, or under an actor, that is coming to its end.
struct SystemTerminating : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What `Future::get` throws when there is no answer, and no exception of the user's to pass on.
struct AskFailed : std::runtime_error {
  explicit AskFailed(Error why) : std::runtime_error{why.text}, error{std::move(why)} {}
  Error error;
};

/// No answer came in time.
struct AskTimeout : AskFailed {
  using AskFailed::AskFailed;
};

/// An actor could not start: its constructor or `pre_start` threw. By default it is stopped.
struct InitializationFailed : std::runtime_error {
  InitializationFailed(const std::string& text, std::exception_ptr why)
      : std::runtime_error{text}, cause{std::move(why)} {}
  std::exception_ptr cause;  ///< as thrown
};

/// The last word of an instance, its `pre_restart`, threw; the restart goes on. Seen in reports
/// only.
struct PreRestartFailed : std::runtime_error {
  PreRestartFailed(const std::string& text, std::exception_ptr why)
      : std::runtime_error{text}, cause{std::move(why)} {}
  std::exception_ptr cause;  ///< as thrown
};

/// The new instance of a restart could not start. By default the actor is stopped.
struct PostRestartFailed : InitializationFailed {
  using InitializationFailed::InitializationFailed;
};

/// How an actor fails that was told `Kill`. By default it is stopped.
struct ActorKilled : std::runtime_error {
  ActorKilled() : std::runtime_error{"Kill"} {}
};

/// How an actor fails that was told `IntentionalRestart`. By default it is restarted.
struct IntentionalActorRestart : std::runtime_error {
  IntentionalActorRestart() : std::runtime_error{"IntentionalRestart"} {}
};

/// An actor watched another and left its `Terminated` unhandled. By default it is stopped.
struct DeathPact : std::runtime_error {
  explicit DeathPact(ActorPath gone)
      : std::runtime_error{"watched actor " + gone.to_string() + " has stopped"},
        dead{std::move(gone)} {}
  ActorPath dead;  ///< no reference: who keeps an exception does not keep a system
};

}  // namespace kebne
