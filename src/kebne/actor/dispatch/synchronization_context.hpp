#pragma once

#include "kebne/base/executor.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace kebne {

namespace detail {
class Injector;
}

/// A loop of the user's own as an executor: a window's, a game's, Asio's. Actors and tasks of a
/// `SynchronizedDispatcher` run when, and where, the user pumps it.
///
/// Put into `SystemOptions::synchronization_context`. Any thread may schedule; one thread at a time
/// pumps. A system whose actors live here ends only while somebody pumps: its destructor does, if
/// nobody else is about to.
class SynchronizationContext final : public Executor {
 public:
  /// `on_ready` is called, in whatever thread schedules and never under a lock, each time something
  /// comes to an empty queue: it should make the loop call `run_until_idle` soon. What it throws is
  /// printed. Empty: the loop pumps at times of its own.
  explicit SynchronizationContext(std::function<void()> on_ready = {});
  SynchronizationContext(const SynchronizationContext&) = delete;
  SynchronizationContext& operator=(const SynchronizationContext&) = delete;
  ~SynchronizationContext() override;

  /// Runs an actor for one turn, or a task. False: nothing is ready, or another thread pumps.
  bool run_one() override { return run_at_most(1) == 1; }

  /// Runs what is ready, and what becomes ready meanwhile. Returns how much it was.
  std::size_t run_until_idle();

  /// The same, at most `limit` turns: for a loop that has a frame to draw.
  std::size_t run_at_most(std::size_t limit);

  void schedule(Runnable& runnable) noexcept override;

  /// Runs what is ready. Nothing is lost that is scheduled later, if somebody pumps.
  void shut_down() noexcept override { run_until_idle(); }

  /// Whether the calling thread is pumping now.
  [[nodiscard]] bool owns_this_thread() const noexcept override;

 private:
  class Pump;
  [[nodiscard]] Runnable* pop() noexcept;

  const std::function<void()> on_ready_;
  const std::unique_ptr<detail::Injector> queue_;
  std::atomic<std::size_t> ready_{0};  ///< counted before they come into the queue
  std::atomic<const detail::Local*> pumping_{nullptr};
};

}  // namespace kebne
