#pragma once

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/actor/internal/dispatch/thread_starter.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>

namespace kebne::detail {

struct Local;
class PinnedThreads;

/// One thread for one actor. It starts with the first need, sleeps while there is nothing to do,
/// and ends as soon as nobody is attached any more and its queue is empty; then this object frees
/// itself. So whoever detaches last uses it no more, and schedules nothing there but from what runs
/// on it.
class PinnedExecutor final : public Executor {
 public:
  void start() override;
  void attach() noexcept override;
  void detach() noexcept override;
  void schedule(Runnable& runnable) noexcept override;
  void shut_down() noexcept override;
  [[nodiscard]] bool owns_this_thread() const noexcept override;

  Dispatcher dispatcher{};  ///< what its actor's cell points to

 private:
  friend class PinnedThreads;
  PinnedExecutor(PinnedThreads& threads, std::string name)
      : threads_{threads}, name_{std::move(name)} {}

  void main() noexcept;
  Runnable* next(Local& l) noexcept;
  Runnable* take() noexcept;
  Runnable* spin() noexcept;
  [[nodiscard]] bool is_over() const noexcept;
  void rest() noexcept;
  void wake() noexcept;
  void hold() noexcept;
  void let_go() noexcept;

  PinnedThreads& threads_;
  const std::string name_;
  std::mutex start_lock_;
  std::thread thread_;
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> abandoned_{false};  ///< the last inhabitant has gone
  std::atomic<std::uint32_t> inhabitants_{0};
  /// Inhabitants as one, the thread, and those who are in `schedule`: the last one frees it.
  std::atomic<std::uint32_t> holders_{1};
  std::atomic<std::uint32_t> asleep_{0};
  Injector queue_;
};

/// The pinned executors of a system. Any thread.
class PinnedThreads {
 public:
  explicit PinnedThreads(ThreadStarter starter = &start_thread) noexcept : starter_{starter} {}
  PinnedThreads(const PinnedThreads&) = delete;
  PinnedThreads& operator=(const PinnedThreads&) = delete;
  ~PinnedThreads() { wait_for_all(); }

  /// An executor whose thread is called `name`; it is there until its last `detach`.
  [[nodiscard]] PinnedExecutor& make(std::string name);

  /// Waits until all that were ever attached are gone and their threads have ended, and frees the
  /// others. Not from one of these threads.
  void wait_for_all() noexcept;

  [[nodiscard]] bool owns_this_thread() const noexcept;

 private:
  friend class PinnedExecutor;

  void forget(PinnedExecutor* executor) noexcept;
  /// Takes over a thread that has run its last, and waits for the one before it.
  void bury(std::thread ended) noexcept;

  const ThreadStarter starter_;
  std::mutex lock_;
  std::unordered_set<PinnedExecutor*> executors_;
  std::thread ended_;                     ///< the last one that has; it waits for the one before it
  std::atomic<std::uint32_t> living_{0};  ///< executors
};

}  // namespace kebne::detail
