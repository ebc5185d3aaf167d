#pragma once

#include "kebne/base/executor.hpp"

namespace kebne::detail {

/// Hands each run to a shared pool as a task of its own, in a node of the calling thread's pool.
///
/// The pool belongs to somebody else, who starts it and shuts it down, and who keeps it as long as
/// this object is used.
class TaskExecutor final : public Executor {
 public:
  explicit TaskExecutor(Executor& pool) noexcept : pool_{pool} {}

  void start() override { pool_.start(); }
  void attach() noexcept override { pool_.attach(); }
  void detach() noexcept override { pool_.detach(); }
  void schedule(Runnable& runnable) noexcept override;
  void schedule_task(Runnable& task) noexcept override;
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override { return pool_.owns_this_thread(); }
  bool run_one() override { return pool_.run_one(); }
  [[nodiscard]] bool runs_in_caller() const noexcept override { return pool_.runs_in_caller(); }

 private:
  Executor& pool_;
};

}  // namespace kebne::detail
