#pragma once

#include "kebne/actor/detail/local.hpp"
#include "kebne/base/executor.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace kebne::detail {

/// Who hears of what tasks have thrown. Called on the thread that ran the task, several at a time.
class TaskSink {
 public:
  virtual void task_failed(const std::exception_ptr& cause) noexcept = 0;

 protected:
  ~TaskSink() = default;
};

/// The sinks of the process by number: a task may outlive its system on somebody else's executor,
/// so it carries the number. Any thread.
class TaskSources {
 public:
  /// The number under which `sink` is told, from 1, never given twice.
  [[nodiscard]] static std::uint32_t add(TaskSink* sink);

  /// Afterwards nobody is in the sink, but for the caller itself if the sink has called it.
  static void remove(std::uint32_t source) noexcept;
};

/// Tells the sink of `source`. When that has been removed, or `source` is 0, prints to stderr.
void task_failed(std::uint32_t source, const std::exception_ptr& cause) noexcept;

/// A runnable made for one run, on a line of the thread's `TaskPages`.
struct alignas(64) Task {
  static constexpr std::size_t room = 40;

  Runnable runnable;
  std::uint32_t source;
  std::uint16_t place;  ///< on its page
  alignas(8) std::byte payload[room];

  /// The runnable is its first member.
  [[nodiscard]] static Task* of(Runnable* r) noexcept { return reinterpret_cast<Task*>(r); }
};
static_assert(sizeof(Task) == TaskPages::line);

/// A task whose payload and `run` are still to be set. Throws `std::bad_alloc`.
[[nodiscard]] inline Task* new_task(Local& l, std::uint32_t source) {
  const TaskPages::Line line = l.tasks.take();
  auto* task = ::new (static_cast<void*>(line.at)) Task;
  task->source = source;
  task->place = line.place;
  return task;
}

/// Gives the line back; the payload has been destroyed.
inline void free_task(Local& l, Task* task) noexcept {
  const std::uint16_t place = task->place;
  task->~Task();
  l.tasks.give({reinterpret_cast<std::byte*>(task), place});
}

/// Lies in the task itself; others are on the heap.
template <class Callable>
inline constexpr bool fits_task =
    sizeof(Callable) <= Task::room &&
    alignof(Callable) <= 8 && std::is_nothrow_move_constructible_v<Callable>;

template <class Callable>
bool run_task(Runnable* r, Local& l) noexcept {
  Task* task = Task::of(r);
  Callable* callable;
  if constexpr (fits_task<Callable>) {
    callable = std::launder(reinterpret_cast<Callable*>(task->payload));
  } else {
    callable = *reinterpret_cast<Callable**>(task->payload);
  }
  try {
    (*callable)();
  } catch (...) {
    task_failed(task->source, std::current_exception());
  }
  if constexpr (fits_task<Callable>) {
    callable->~Callable();
  } else {
    delete callable;
  }
  free_task(l, task);
  return false;
}

/// A task that calls `f` once, wherever it is scheduled, destroys it there, and is gone. What `f`
/// throws goes to the sink of `source`. Throws what moving or copying `f` throws, and
/// `std::bad_alloc`; then nothing is left behind.
template <class F>
[[nodiscard]] Runnable* make_task(Local& l, std::uint32_t source, F&& f) {
  using Callable = std::decay_t<F>;
  static_assert(std::is_invocable_v<Callable&>, "a task is called without arguments");
  static_assert(std::is_void_v<std::invoke_result_t<Callable&>>,
                "nobody reads what a task returns: it returns void");
  static_assert(std::is_nothrow_destructible_v<Callable>,
                "a task is destroyed where nobody can catch what that throws");
  Task* task = new_task(l, source);
  try {
    if constexpr (fits_task<Callable>) {
      ::new (static_cast<void*>(task->payload)) Callable(std::forward<F>(f));
    } else {
      auto* callable = new Callable(std::forward<F>(f));
      ::new (static_cast<void*>(task->payload)) Callable*(callable);
    }
  } catch (...) {
    free_task(l, task);
    throw;
  }
  task->runnable.run = &run_task<Callable>;
  return &task->runnable;
}

/// Hands over a task: behind what waits, when the calling thread is a worker of the executor.
void schedule_on(Local& l, Executor& executor, Runnable& task) noexcept;

}  // namespace kebne::detail
