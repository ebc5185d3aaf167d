#pragma once

#include <atomic>
#include <cstddef>
#include <optional>

namespace kebne {

namespace detail {
struct Local;
}

/// What a run queue holds: an actor's cell, or a task. Intrusive: queueing it allocates nothing.
struct Runnable {
  std::atomic<Runnable*> next{nullptr};

  /// Runs a while on the calling thread. True: not finished, put it at the back of the queue.
  /// After false the runnable may be gone.
  bool (*run)(Runnable*, detail::Local&) noexcept = nullptr;
};

/// The seam between what is ready to run and the threads that run it.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Starts the threads, if that has not been done, or if they have ended for want of work. Throws
  /// `std::system_error` when the operating system refuses the first of them. Before anything is
  /// scheduled; any thread.
  virtual void start() {}

  /// Somebody lives here who will schedule again, until as many calls of `detach`. An executor with
  /// threads of its own keeps them as long as anybody does; when nobody does and nothing is left to
  /// run it may end them, and starts them again with the next need. Any thread.
  virtual void attach() noexcept {}
  virtual void detach() noexcept {}

  /// Takes over a runnable that is in no queue. Any thread.
  virtual void schedule(Runnable& runnable) noexcept = 0;

  /// The same for a runnable that was made for this one run: an executor that gives each run an
  /// object of its own takes it as it is.
  virtual void schedule_task(Runnable& task) noexcept { schedule(task); }

  /// Runs what is left and ends the executor's threads. Not from a thread of its own.
  virtual void shut_down() noexcept = 0;

  /// Whether the calling thread belongs to this executor, so that waiting for it would never end.
  [[nodiscard]] virtual bool owns_this_thread() const noexcept = 0;

  /// Runs one runnable on the calling thread, if this executor has no threads of its own and
  /// something is ready. A thread that is about to wait calls it until it says false.
  virtual bool run_one() { return false; }

  /// What waits here to be run, about; empty: it does not say. Any thread.
  [[nodiscard]] virtual std::optional<std::size_t> queued() const noexcept { return std::nullopt; }

  /// Whether `run_one` is the only way in which anything runs.
  [[nodiscard]] virtual bool runs_in_caller() const noexcept { return false; }
};

}  // namespace kebne
