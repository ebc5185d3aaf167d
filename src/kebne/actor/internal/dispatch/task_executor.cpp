#include "kebne/actor/internal/dispatch/task_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"

#include <new>

namespace kebne::detail {
namespace {

/// A task that runs something until that is finished: as long as an actor is busy. So it is not on
/// a page of short-lived ones.
struct alignas(64) LongTask {
  Runnable runnable;  ///< first, so that it is where the task is
  Runnable* target;
  std::uint16_t owner;  ///< the node pool's
};

bool run_target(Runnable* r, Local& l) noexcept {
  auto* task = reinterpret_cast<LongTask*>(r);
  if (task->target->run(task->target, l)) return true;
  const std::uint16_t owner = task->owner;
  task->~LongTask();
  Node* node = ::new (static_cast<void*>(task)) Node{};
  node->owner = owner;
  l.envelopes.give(node);
  return false;
}

Runnable* task_for(Local& l, Runnable& target) noexcept {
  try {
    Node* node = l.envelopes.take();
    const std::uint16_t owner = node->owner;
    auto* task = ::new (static_cast<void*>(node)) LongTask{{}, &target, owner};
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
