#pragma once

#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/actor/internal/dispatch/thread_starter.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kebne::detail {

/// The threads of all pinned executors of a system, so that its end can wait for them.
class PinnedThreads {
 public:
  PinnedThreads() = default;
  PinnedThreads(const PinnedThreads&) = delete;
  PinnedThreads& operator=(const PinnedThreads&) = delete;
  ~PinnedThreads() { wait_for_all(); }

  /// Until the last executor has gone. Not from one of their threads.
  void wait_for_all() noexcept;

  [[nodiscard]] std::uint32_t living() const noexcept;

 private:
  friend class PinnedExecutor;
  void enter() noexcept;
  void leave(std::thread own) noexcept;
  void join_gone() noexcept;

  mutable std::mutex lock_;
  std::condition_variable changed_;
  std::uint32_t living_ = 0;
  std::vector<std::thread> gone_;  ///< have run their last; not yet joined
};

/// One thread for one actor. It starts with `start`, sleeps while there is nothing to do, and ends
/// when the actor has detached and nothing is left to run: then the executor deletes itself.
///
/// Made by `new`; `attach` once, before anything else; after `detach` only the caller of `schedule`
/// that is on its way may still touch it.
class PinnedExecutor : public Executor {
 public:
  PinnedExecutor(PinnedThreads& all, std::string thread_name,
                 ThreadStarter start_thread = &detail::start_thread);

  void start() override;
  void attach() noexcept override {}
  void detach() noexcept override;
  void schedule(Runnable& runnable) noexcept override;
  /// Nothing to do: it ends with its actor.
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override;

 protected:
  ~PinnedExecutor() override = default;

 private:
  enum Signal : std::uint32_t { Asleep, Awake };

  void main() noexcept;
  void run_all(Local& l) noexcept;
  [[nodiscard]] Runnable* pop() noexcept;
  void wake() noexcept;

  PinnedThreads& all_;
  const std::string thread_name_;
  const ThreadStarter start_thread_;
  std::thread thread_;
  std::atomic<bool> started_{false};
  std::atomic<Local*> local_{nullptr};  ///< the thread's
  std::atomic<bool> detached_{false};
  std::atomic<std::uint32_t> visitors_{0};  ///< threads inside of a member: the object must stay
  std::atomic<std::uint32_t> signal_{Awake};
  Injector queue_;
};

}  // namespace kebne::detail
