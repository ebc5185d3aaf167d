#pragma once

#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/detail/task.hpp"
#include "kebne/actor/dispatch/executor_type.hpp"
#include "kebne/actor/internal/dispatch/channel_executor.hpp"
#include "kebne/actor/internal/dispatch/pinned_executor.hpp"
#include "kebne/actor/metrics/snapshot.hpp"
#include "kebne/config/dispatcher_settings.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
class SynchronizationContext;
struct SystemOptions;
}  // namespace kebne

namespace kebne::detail {

struct SystemCore;

/// One dispatcher of a system, with all that cells do not look at.
struct DispatcherEntry final : TaskSink {
  DispatcherEntry(SystemCore& system, DispatcherSettings what);
  DispatcherEntry(const DispatcherEntry&) = delete;
  DispatcherEntry& operator=(const DispatcherEntry&) = delete;
  ~DispatcherEntry();

  /// Where a new actor runs: here, or on a thread of its own. Counts it. Throws
  /// `std::system_error` when the operating system refuses the thread.
  [[nodiscard]] Dispatcher& attach();

  /// Whether an actor that lives here needs more than its cell.
  [[nodiscard]] bool is_choosy() const noexcept {
    return is_pinned || dispatcher.leave != nullptr || !settings.mailbox.empty() ||
           !settings.mailbox_requirement.empty();
  }

  void task_failed(const std::exception_ptr& cause) noexcept override;

  SystemCore& core;
  const DispatcherSettings settings;
  std::shared_ptr<Executor> executor;
  Dispatcher dispatcher;
  bool is_pinned = false;  ///< each actor gets a thread of its own
  std::atomic<std::int64_t> inhabitants{0};
  std::atomic<std::uint64_t> failed_tasks{0};
  const std::uint32_t source;  ///< of its tasks, in `TaskSources`
};

/// All dispatchers of a system, and the executors behind them.
class DispatcherTable {
 public:
  /// What executors are made of.
  struct Parts {
    std::shared_ptr<Executor> given;  ///< runs everything, in place of threads; or null
    std::shared_ptr<Executor> default_pool;
    std::shared_ptr<Executor> internal_pool;
    std::shared_ptr<SynchronizationContext> context;
    std::vector<ExecutorType> types;
    std::uint32_t processors;
  };

  /// `default_one` and `internal_one` as every system has them. Throws `ConfigError`.
  DispatcherTable(SystemCore& core, Parts parts, DispatcherSettings default_one,
                  DispatcherSettings internal_one);
  ~DispatcherTable();

  /// Makes it when it is asked for the first time. Throws `ConfigError`, `std::system_error`.
  [[nodiscard]] DispatcherEntry& lookup(std::string_view id);
  [[nodiscard]] bool exists(std::string_view id) const;

  /// Those that have been made.
  [[nodiscard]] std::vector<metrics::Dispatcher> measure() const;

  /// The two that every system has.
  [[nodiscard]] DispatcherEntry& default_entry() noexcept { return *default_; }
  [[nodiscard]] DispatcherEntry& internal_entry() noexcept { return *internal_; }

  [[nodiscard]] PinnedThreads& pinned() noexcept { return pinned_; }

  /// Runs something on the user's loop. False: there is none, nothing is ready, or somebody pumps
  /// it.
  bool pump_context() noexcept;
  [[nodiscard]] bool has_context() const noexcept { return parts_.context != nullptr; }

  /// When no actor is left: runs what tasks there are, and ends all threads.
  void shut_down() noexcept;

  /// Whether the calling thread is one of those that `shut_down` waits for.
  [[nodiscard]] bool owns_this_thread() const noexcept;

 private:
  [[nodiscard]] DispatcherEntry& add(DispatcherSettings settings);
  [[nodiscard]] std::vector<std::shared_ptr<Executor>> executors() const;
  [[nodiscard]] std::shared_ptr<Executor> make_executor(const DispatcherSettings& settings);
  [[nodiscard]] std::shared_ptr<Executor> make_by_word(const DispatcherSettings& settings,
                                                       const std::string& executor);
  [[nodiscard]] const ExecutorType* registered(std::string_view name) const noexcept;
  [[nodiscard]] ConfigError unknown(const DispatcherSettings& settings, std::string_view key,
                                    const std::string& found, std::string_view known) const;

  SystemCore& core_;
  const Parts parts_;
  /// Recursive: an executor of the user's may be made of others, which it looks up.
  mutable std::recursive_mutex lock_;
  std::unique_ptr<ChannelScheduler> channels_;  ///< made with the first channel executor
  std::map<std::string, std::unique_ptr<DispatcherEntry>, std::less<>> entries_;
  PinnedThreads pinned_;
  DispatcherEntry* default_ = nullptr;
  DispatcherEntry* internal_ = nullptr;
};

}  // namespace kebne::detail
