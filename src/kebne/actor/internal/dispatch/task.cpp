#include "kebne/actor/detail/task.hpp"

#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <unordered_map>

namespace kebne::detail {
namespace {

/// A sink that this thread is in, and those further out.
struct Call {
  std::uint32_t source;
  Call* outer;
};
constinit thread_local Call* innermost = nullptr;

std::uint32_t calls_of_this_thread(std::uint32_t source) noexcept {
  std::uint32_t n = 0;
  for (const Call* call = innermost; call != nullptr; call = call->outer) {
    if (call->source == source) ++n;
  }
  return n;
}

class Sinks {
 public:
  std::uint32_t add(TaskSink* sink) {
    const std::lock_guard guard{mutex_};
    entries_.emplace(last_ + 1, Entry{sink});
    return ++last_;
  }

  void remove(std::uint32_t source) noexcept {
    std::unique_lock guard{mutex_};
    const auto found = entries_.find(source);
    if (found == entries_.end()) return;
    found->second.sink = nullptr;  // nobody enters any more
    const std::uint32_t own = calls_of_this_thread(source);
    left_.wait(guard, [&] { return found->second.calls == own; });
    entries_.erase(found);
  }

  /// False: there is no such sink.
  bool tell(std::uint32_t source, const std::exception_ptr& cause) noexcept {
    TaskSink* sink = enter(source);
    if (sink == nullptr) return false;
    Call here{source, innermost};
    innermost = &here;
    sink->task_failed(cause);
    innermost = here.outer;
    leave(source);
    return true;
  }

 private:
  struct Entry {
    TaskSink* sink;
    std::uint32_t calls = 0;
  };

  TaskSink* enter(std::uint32_t source) noexcept {
    const std::lock_guard guard{mutex_};
    const auto found = entries_.find(source);
    if (found == entries_.end() || found->second.sink == nullptr) return nullptr;
    ++found->second.calls;
    return found->second.sink;
  }

  void leave(std::uint32_t source) noexcept {
    const std::lock_guard guard{mutex_};
    const auto found = entries_.find(source);
    if (found == entries_.end()) return;  // removed by its own call
    --found->second.calls;
    left_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable left_;
  std::unordered_map<std::uint32_t, Entry> entries_;
  std::uint32_t last_ = 0;
};

Sinks& sinks() {
  static Sinks& all = *new Sinks;  // tasks may run after static objects are gone
  return all;
}

}  // namespace

std::uint32_t TaskSources::add(TaskSink* sink) { return sinks().add(sink); }
void TaskSources::remove(std::uint32_t source) noexcept { sinks().remove(source); }

void task_failed(std::uint32_t source, const std::exception_ptr& cause) noexcept {
  if (sinks().tell(source, cause)) return;
  try {
    fmt::print(stderr, "kebne: a task without a system, or whose system has ended, threw {}\n",
               describe_exception(cause));
  } catch (...) {
    std::fputs("kebne: a task threw, and there is no memory to say what\n", stderr);
  }
}

void schedule_on(Local& l, Executor& executor, Runnable& task) noexcept {
  if (l.worker != nullptr && l.worker->belongs_to(&executor)) {
    l.worker->push_back(&task);
  } else {
    executor.schedule_task(task);
  }
}

}  // namespace kebne::detail
