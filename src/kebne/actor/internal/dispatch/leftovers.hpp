#pragma once

#include "kebne/actor/internal/dispatch/injector.hpp"

namespace kebne::detail {

/// Runs in the calling thread what waits in a queue that no thread looks after: the system refused
/// every one, or they have ended. Comes back when the queue is empty, with what was run meanwhile.
///
/// What runs may schedule and so come here again. Some levels deep it is run at once, because the
/// one that scheduled may wait for it; from there on it is left to the call further out, so that a
/// long chain does not end the stack.
void run_leftovers(Injector& queue) noexcept;

}  // namespace kebne::detail
