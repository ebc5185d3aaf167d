#include "kebne/actor/internal/dispatch/leftovers.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"

#include <mutex>

namespace kebne::detail {
namespace {

constexpr int max_levels = 16;

/// One call of `run_leftovers` on this thread.
struct Level {
  const Injector* queue;
  Level* outer;
};
constinit thread_local Level* innermost = nullptr;

int levels_of(const Injector& queue) noexcept {
  int n = 0;
  for (const Level* level = innermost; level != nullptr; level = level->outer) {
    if (level->queue == &queue) ++n;
  }
  return n;
}

Runnable* pop(Injector& queue) noexcept {
  const std::lock_guard guard{queue.lock};
  return queue.pop();
}

}  // namespace

void run_leftovers(Injector& queue) noexcept {
  if (levels_of(queue) == max_levels) return;
  Local& l = local();
  Level here{&queue, innermost};
  innermost = &here;
  {
    const CallerRun run{l};
    while (Runnable* r = pop(queue)) {
      if (r->run(r, l)) queue.push(*r);
    }
  }
  innermost = here.outer;
}

}  // namespace kebne::detail
