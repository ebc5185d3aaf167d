#pragma once

#include "kebne/actor/dispatch/executor_type.hpp"
#include "kebne/base/executor.hpp"

namespace kebne {

/// Runs what becomes ready in the thread that makes it so: when `tell` returns to code outside of
/// actors, its message has been handled, and all that came of it. Akka.NET's
/// CallingThreadDispatcher.
///
/// What a handler makes ready runs when the handler has returned, in order, so no chain of messages
/// ends the stack. Several threads may tell at once; an actor still handles one message at a time,
/// in the thread that came first.
class CallingThreadExecutor final : public Executor {
 public:
  void schedule(Runnable& runnable) noexcept override;
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override;
};

/// The executor by the name that configurations for tests use,
/// `Akka.TestKit.CallingThreadDispatcherConfigurator`: for `SystemOptions::executor_types`.
[[nodiscard]] ExecutorType calling_thread_dispatcher();

}  // namespace kebne
