#pragma once

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/detail/task.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace kebne {

/// Where actors run, and tasks: threads, and how long an actor may keep one. Cheap to copy; any
/// thread; may outlive the system.
class MessageDispatcher {
 public:
  MessageDispatcher(const MessageDispatcher& other) noexcept;
  MessageDispatcher& operator=(MessageDispatcher other) noexcept {
    std::swap(dispatcher_, other.dispatcher_);
    return *this;
  }
  ~MessageDispatcher();

  /// The path of its section.
  [[nodiscard]] const std::string& id() const noexcept;

  /// As in the configuration: `Dispatcher`, `PinnedDispatcher`, …
  [[nodiscard]] const std::string& type() const noexcept;

  /// Messages that an actor handles before others get its thread.
  [[nodiscard]] std::uint32_t throughput() const noexcept { return dispatcher_->throughput; }

  /// How long an actor handles messages before others get its thread; 0: as long as `throughput`
  /// lets it.
  [[nodiscard]] std::chrono::nanoseconds throughput_deadline() const noexcept {
    return std::chrono::nanoseconds{dispatcher_->deadline_ns};
  }

  /// Actors that live on it. A dispatcher with threads of its own ends them when nobody has for its
  /// `shutdown-timeout`, and starts them again when they are needed. The two pools of the system,
  /// whose threads stay, count nobody: 0.
  [[nodiscard]] std::int64_t inhabitants() const noexcept;

  /// Tasks that threw.
  [[nodiscard]] std::uint64_t failed_tasks() const noexcept;

  /// Runs `task()` soon, behind what waits already. Up to 40 bytes that move without throwing are
  /// kept in a recycled node and cost no allocation, larger ones cost one. What the task throws is
  /// logged and counted. Throws `SystemTerminating` once the system has ended, `std::system_error`
  /// when not one thread can be started, `std::bad_alloc`.
  template <class F>
  void schedule(F&& task) const {
    check_alive();
    detail::Local& l = detail::local();
    detail::schedule_on(l, *dispatcher_->executor,
                        *detail::make_task(l, source(), std::forward<F>(task)));
  }

  // For the library.
  explicit MessageDispatcher(detail::Dispatcher& dispatcher) noexcept;

 private:
  void check_alive() const;
  [[nodiscard]] std::uint32_t source() const noexcept;

  detail::Dispatcher* dispatcher_;  ///< its system's core is counted
};

}  // namespace kebne
