#include "kebne/actor/internal/dispatch/task_executor.hpp"

#include "kebne/actor/detail/task.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"

#include <new>

namespace kebne::detail {
namespace {

/// The same task goes on until what it runs is finished.
bool run_target(Runnable* r, Local& l) noexcept {
  Task* task = Task::of(r);
  auto* target = *reinterpret_cast<Runnable**>(task->payload);
  if (target->run(target, l)) return true;
  free_task(l, task);
  return false;
}

Runnable* task_for(Local& l, Runnable& target) noexcept {
  try {
    Task* task = new_task(l, 0);
    ::new (static_cast<void*>(task->payload)) Runnable*(&target);
    task->runnable.run = &run_target;
    return &task->runnable;
  } catch (const std::bad_alloc&) {
    return &target;  // without a task it runs all the same
  }
}

}  // namespace

void TaskExecutor::schedule(Runnable& runnable) noexcept {
  schedule_task(*task_for(local(), runnable));
}

void TaskExecutor::schedule_task(Runnable& task) noexcept {
  const Local& l = local();
  if (l.worker != nullptr && l.worker->belongs_to(&pool_)) {
    l.worker->push_back(&task);
  } else {
    pool_.schedule(task);
  }
}

}  // namespace kebne::detail
