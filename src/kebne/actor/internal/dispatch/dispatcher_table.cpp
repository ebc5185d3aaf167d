#include "kebne/actor/internal/dispatch/dispatcher_table.hpp"

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/actor/internal/dispatch/task_executor.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kebne::detail {
namespace {

static_assert(DispatcherSettings::most_threads == PoolExecutor::max_workers,
              "what a configuration may ask for is what a pool can have");

constexpr std::string_view pinned_type = "PinnedDispatcher";

std::uint8_t ways_of(const DispatcherSettings& settings) noexcept {
  std::uint8_t ways = 0;
  if (settings.throughput_deadline.count() != 0) ways |= ActorCell::Timed;
  if (settings.coalesces_sends) ways |= ActorCell::Coalesces;
  return ways;
}

/// An actor has ended that lived here; its dispatcher may go now.
void leave(Dispatcher& dispatcher) noexcept {
  dispatcher.entry->inhabitants.fetch_sub(1, std::memory_order_relaxed);
  dispatcher.executor->detach();
}

}  // namespace

DispatcherEntry::DispatcherEntry(SystemCore& system, DispatcherSettings what)
    : core{system},
      settings{std::move(what)},
      dispatcher{.executor = nullptr,
                 .throughput = settings.throughput,
                 .log = &system.logging.bus,
                 .deadline_ns = settings.throughput_deadline.count(),
                 .ways = ways_of(settings),
                 .entry = this,
                 .leave = nullptr},
      source{TaskSources::add(this)} {}

DispatcherEntry::~DispatcherEntry() { TaskSources::remove(source); }

Dispatcher& DispatcherEntry::attach() {
  Dispatcher* where = &dispatcher;
  if (is_pinned) {
    PinnedExecutor& own = core.dispatchers.pinned().make(settings.id);
    own.dispatcher = dispatcher;
    own.dispatcher.executor = &own;
    where = &own.dispatcher;
  }
  if (where->leave != nullptr) {
    inhabitants.fetch_add(1, std::memory_order_relaxed);
    where->executor->attach();
  }
  try {
    where->executor->start();
  } catch (...) {
    if (where->leave != nullptr) leave(*where);
    throw;
  }
  return *where;
}

void DispatcherEntry::task_failed(const std::exception_ptr& cause) noexcept {
  failed_tasks.fetch_add(1, std::memory_order_relaxed);
  core.guarded([&] {
    const Log log{core.logging.bus, core.root};
    log.error(cause, "a task of dispatcher {} threw {}", settings.id, describe_exception(cause));
  });
}

DispatcherTable::DispatcherTable(SystemCore& core, Parts parts, DispatcherSettings default_one,
                                 DispatcherSettings internal_one)
    : core_{core}, parts_{std::move(parts)} {
  default_ = &add(std::move(default_one));
  internal_ = &add(std::move(internal_one));
}

DispatcherTable::~DispatcherTable() = default;

DispatcherEntry& DispatcherTable::lookup(std::string_view id) {
  const std::lock_guard guard{lock_};
  if (const auto known = entries_.find(id); known != entries_.end()) return *known->second;
  DispatcherSettings settings = DispatcherSettings::read(core_.config(), id, parts_.processors);
  return add(std::move(settings));  // which finds the one behind an alias
}

std::vector<metrics::Dispatcher> DispatcherTable::measure() const {
  const std::lock_guard guard{lock_};
  std::vector<metrics::Dispatcher> all;
  for (const auto& [id, entry] : entries_) {
    all.push_back({id, entry->executor != nullptr ? entry->executor->queued() : std::nullopt,
                   entry->failed_tasks.load(std::memory_order_relaxed)});
  }
  return all;
}

bool DispatcherTable::exists(std::string_view id) const {
  return DispatcherSettings::exists(core_.config(), id);
}

DispatcherEntry& DispatcherTable::add(DispatcherSettings settings) {
  // The two that every system has may be one.
  if (const auto known = entries_.find(settings.id); known != entries_.end()) return *known->second;
  auto entry = std::make_unique<DispatcherEntry>(core_, std::move(settings));
  entry->executor = make_executor(entry->settings);
  if (entry->executor == nullptr) {
    throw ConfigError{entry->settings.id, ConfigOrigin{}, "no executor",
                      "one from what its ExecutorType makes"};
  }
  entry->dispatcher.executor = entry->executor.get();
  const bool is_own = entry->executor != parts_.given && entry->executor != parts_.default_pool &&
                      entry->executor != parts_.internal_pool;
  // Its guardians and loggers live as long as the system: nobody counts them.
  if (is_own && entry->settings.id != DispatcherSettings::internal_id) {
    entry->dispatcher.leave = &leave;
  }
  entry->is_pinned = parts_.given == nullptr && entry->settings.type == pinned_type;
  DispatcherEntry& added = *entry;
  entries_.emplace(added.settings.id, std::move(entry));
  return added;
}

const ExecutorType* DispatcherTable::registered(std::string_view name) const noexcept {
  const auto found = std::find_if(parts_.types.begin(), parts_.types.end(),
                                  [&](const ExecutorType& type) { return type.name == name; });
  return found != parts_.types.end() ? &*found : nullptr;
}

ConfigError DispatcherTable::unknown(const DispatcherSettings& settings, std::string_view key,
                                     const std::string& found, std::string_view known) const {
  const Config& config = core_.config();
  std::string path = fmt::format("{}.{}", settings.id, key);
  if (!config.has_path(path)) path = fmt::format("{}.{}", DispatcherSettings::default_id, key);
  std::string wanted{known};
  for (const ExecutorType& type : parts_.types) wanted += ", " + type.name;
  return {path, config.origin(path).value_or(ConfigOrigin{}), quoted(found), wanted};
}

std::shared_ptr<Executor> DispatcherTable::make_executor(const DispatcherSettings& settings) {
  const std::string& type = settings.type;
  if (const ExecutorType* own = registered(type)) {
    return own->make(core_.config().get_config(settings.id));
  }
  if (type == "Dispatcher") return make_by_word(settings, settings.executor);
  if (type == "TaskDispatcher") return make_by_word(settings, "task-executor");
  if (type == "ForkJoinDispatcher") return make_by_word(settings, "fork-join-executor");
  if (type == "SynchronizedDispatcher") return make_by_word(settings, "current-context-executor");
  if (type == pinned_type) {
    // Its actors have threads of their own; tasks share one.
    DispatcherSettings one = settings;
    one.threads = 1;
    return make_by_word(one, "fork-join-executor");
  }
  throw unknown(settings, "type", type,
                "Dispatcher, TaskDispatcher, ForkJoinDispatcher, PinnedDispatcher, "
                "SynchronizedDispatcher");
}

std::shared_ptr<Executor> DispatcherTable::make_by_word(const DispatcherSettings& settings,
                                                        const std::string& executor) {
  if (const ExecutorType* own = registered(executor)) {
    return own->make(core_.config().get_config(settings.id));
  }
  if (executor == "current-context-executor") {
    if (parts_.context != nullptr) return parts_.context;
    throw ConfigError{settings.id, core_.config().origin(settings.id).value_or(ConfigOrigin{}),
                      "no synchronization context",
                      "one in SystemOptions::synchronization_context, which runs these actors"};
  }
  const bool is_internal = settings.id == DispatcherSettings::internal_id;
  const auto& pool = is_internal ? parts_.internal_pool : parts_.default_pool;
  const bool is_pool = executor == "default-executor" || executor == "thread-pool-executor";
  const bool is_fork_join = executor == "fork-join-executor";
  const bool is_task = executor == "task-executor";
  const bool is_channel = executor == "channel-executor";
  if (!is_pool && !is_fork_join && !is_task && !is_channel) {
    throw unknown(settings, "executor", executor,
                  "default-executor, thread-pool-executor, fork-join-executor, task-executor, "
                  "channel-executor, current-context-executor");
  }
  if (parts_.given != nullptr) return parts_.given;
  if (is_pool) return pool;
  if (is_task) return std::make_shared<TaskExecutor>(*pool);
  if (is_fork_join) {
    return std::make_shared<PoolExecutor>(
        DedicatedThreadPoolSettings{.name = settings.id,
                                    .threads = settings.threads,
                                    .shutdown_timeout = settings.shutdown_timeout,
                                    .affinity = settings.affinity});
  }
  if (channels_ == nullptr) {
    const ChannelSettings channel = ChannelSettings::read(core_.config(), parts_.processors);
    channels_ = std::make_unique<ChannelScheduler>(*parts_.default_pool, channel);
  }
  return std::make_shared<ChannelExecutor>(*channels_, settings.priority);
}

bool DispatcherTable::pump_context() noexcept {
  if (parts_.context == nullptr || parts_.context->is_pumped_elsewhere()) return false;
  try {
    return parts_.context->run_one();
  } catch (const std::logic_error&) {
    return false;  // somebody else pumps
  }
}

void DispatcherTable::shut_down() noexcept {
  pinned_.wait_for_all();
  // Without the lock: what is left to run may look up a dispatcher.
  for (const auto& executor : executors()) {
    // Somebody else's runs on; what is scheduled there has its runnable until it has run.
    if (executor != parts_.given && executor != parts_.context) executor->shut_down();
  }
  if (parts_.given == nullptr) {
    parts_.default_pool->shut_down();
    parts_.internal_pool->shut_down();
  }
}

std::vector<std::shared_ptr<Executor>> DispatcherTable::executors() const {
  const std::lock_guard guard{lock_};
  std::vector<std::shared_ptr<Executor>> all;
  for (const auto& [id, entry] : entries_) all.push_back(entry->executor);
  return all;
}

bool DispatcherTable::owns_this_thread() const noexcept {
  const std::lock_guard guard{lock_};
  return pinned_.owns_this_thread() ||
         std::any_of(entries_.begin(), entries_.end(),
                     [](const auto& entry) { return entry.second->executor->owns_this_thread(); });
}

}  // namespace kebne::detail
