#pragma once

#include "kebne/actor/dispatch/executor_type.hpp"
#include "kebne/base/executor.hpp"

namespace kebne {

/// Runs what is scheduled on the thread that schedules it: at once, or, when that thread is already
/// running something on this executor, as soon as that and what was scheduled before it are done.
/// So nothing recurses, however long the chain, and one thread gives one order.
///
/// Any thread; each has what it scheduled itself. It has no threads and no state of its own.
class CallingThreadExecutor final : public Executor {
 public:
  void schedule(Runnable& runnable) noexcept override;
  void shut_down() noexcept override {}
  /// Whether the calling thread runs something on this executor.
  [[nodiscard]] bool owns_this_thread() const noexcept override;
  /// Runs the next of what the running one, or one before it, has scheduled.
  bool run_one() override;
};

/// The executor by the name that configurations for tests use,
/// `Akka.TestKit.CallingThreadDispatcherConfigurator`: for `SystemOptions::executor_types`.
[[nodiscard]] ExecutorType calling_thread_dispatcher();

}  // namespace kebne
