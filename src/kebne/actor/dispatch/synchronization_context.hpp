#pragma once

#include "kebne/base/executor.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace kebne {

/// An executor without a thread: the user's own loop, of a window, a game or a network library,
/// runs what is ready, so that actors on it may touch what belongs to that loop's thread.
///
/// Any thread may schedule. One thread at a time may pump, that is, call the functions that run; a
/// handler may pump again. It outlives what schedules on it.
class SynchronizationContext final : public Executor {
 public:
  /// `wake` is called when something has become ready where nothing was: on the thread that has
  /// scheduled, under no lock, once for as much as becomes ready until it is run. It posts a pump,
  /// which runs until nothing is ready or posts another while `ready()`. What it throws is printed
  /// to stderr; what is ready stays so, and `wake` is called again with the next.
  explicit SynchronizationContext(std::function<void()> wake = {});
  ~SynchronizationContext() override;

  void schedule(Runnable& runnable) noexcept override;

  /// Runs what is left on the calling thread, and whatever comes later on the one that schedules
  /// it.
  void shut_down() noexcept override;

  /// Whether the calling thread is pumping.
  [[nodiscard]] bool owns_this_thread() const noexcept override;

  /// Runs one, if anything is ready. Throws `std::logic_error` while another thread pumps, as do
  /// the next two.
  bool run_one() override;

  /// Runs until nothing is ready. Returns how many.
  std::size_t run_until_idle();

  /// Runs at most `limit`. Returns how many.
  std::size_t run_at_most(std::size_t limit);

  /// Whether another thread than the calling one was the last to pump: then it is the one that the
  /// actors here expect.
  [[nodiscard]] bool is_pumped_elsewhere() const noexcept;

  /// How many are ready, about; not 0 when somebody has to pump and is not called again.
  [[nodiscard]] std::size_t ready() const noexcept;

 private:
  struct Queue;

  void call_wake() noexcept;

  const std::function<void()> wake_;
  const std::unique_ptr<Queue> queue_;
};

}  // namespace kebne
