#pragma once

#include "kebne/actor/detail/deliver.hpp"

#include <exception>
#include <memory>

namespace kebne::detail {

/// A message for an actor under test, and what came of it.
struct DirectCall {
  Envelope* envelope;  ///< null: handled
  std::exception_ptr problem = nullptr;

  explicit DirectCall(Envelope* e) noexcept : envelope{e} {}
  DirectCall(const DirectCall&) = delete;
  DirectCall& operator=(const DirectCall&) = delete;
  ~DirectCall() {
    if (envelope != nullptr) free_envelope(local(), envelope);
  }
};

/// Makes an actor handle the message in it; what the behaviour throws stays there, and the actor
/// does not fail.
struct CallDirectly {
  using SilentWhenDead = void;
  std::shared_ptr<DirectCall> call;
};
template <>
inline constexpr bool is_special<CallDirectly> = true;

}  // namespace kebne::detail
