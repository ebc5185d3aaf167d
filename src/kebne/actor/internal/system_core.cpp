#include "kebne/actor/internal/system_core.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/actor/internal/supervision.hpp"
#include "kebne/actor/internal/text.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

namespace kebne::detail {
namespace {

struct Guardian final : Actor {};

std::string checked_name(std::string name) {
  if (const Result<void> good = ActorPath::check_system_name(name); !good) {
    throw NameError{good.error().text};
  }
  return name;
}

constexpr std::uint32_t internal_throughput = 5;

/// How often the end of a system looks whether its user's loop has something to do.
constexpr std::int64_t pump_every_ns = 1'000'000;

SystemOptions checked(SystemOptions options) {
  if (options.throughput == 0) throw ConfigError{"throughput: found 0, wanted 1 or more"};
  if (options.workers > PoolExecutor::max_workers) {
    throw ConfigError{fmt::format("workers: found {}, wanted 0 (as many as processors) to {}",
                                  options.workers, PoolExecutor::max_workers)};
  }
  if (options.workers == 0) {
    options.workers = std::min(processor_count(), PoolExecutor::max_workers);
  }
  check(options.scheduler);
  if (options.ask_timeout && *options.ask_timeout < std::chrono::nanoseconds{0}) {
    throw ConfigError{fmt::format("ask_timeout: found {} ns, wanted 0 (none) or more",
                                  options.ask_timeout->count())};
  }
  if (options.clock == nullptr) options.clock = std::make_shared<SystemClock>();
  if (options.random == nullptr) options.random = std::make_shared<SystemRandom>();
  return options;
}

std::shared_ptr<Executor> pool_unless_given(const SystemOptions& options, const char* threads,
                                            std::uint32_t count) {
  if (options.executor != nullptr) return options.executor;
  return std::make_shared<PoolExecutor>(threads, count);
}

/// The system's own two dispatchers: as configured, else plain, so that a system without a
/// configuration needs not even the reference.
DispatcherSettings own_dispatcher(const SystemOptions& options, std::string_view id) {
  const bool is_default = id == DispatcherSettings::default_id;
  DispatcherSettings settings;
  if (options.config != nullptr) {
    settings = DispatcherSettings::read(*options.config, id, processor_count());
  } else {
    settings = {.id = std::string{id},
                .type = "Dispatcher",
                .executor = "default-executor",
                .throughput = internal_throughput,
                .throughput_deadline = {},
                .shutdown_timeout = {},
                .mailbox = {},
                .mailbox_requirement = {},
                .coalesces_sends = false,
                .threads = 0,
                .affinity = {},
                .priority = DispatcherSettings::Priority::Normal};
  }
  if (is_default) settings.throughput = options.throughput;
  return settings;
}

std::vector<DeploymentSettings> deployments_of(const SystemOptions& options) {
  if (options.config == nullptr) return {};
  return DeploymentSettings::read(*options.config);
}

std::uint64_t next_serial() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Spreads the numbers over the uids: odd, so no two of 2^31 are equal.
constexpr std::uint32_t uid_mask = 0x7fffffff;
constexpr std::uint32_t uid_stride = 0x2545f491;
constexpr std::uint32_t uid_block = 1024;

}  // namespace

SystemCore::SystemCore(std::string system_name, SystemOptions given)
    : SystemCore{checked_name(std::move(system_name)), checked(std::move(given)), Checked{}} {}

SystemCore::SystemCore(std::string system_name, SystemOptions options, Checked)
    : name{std::move(system_name)},
      address{"akka", name},
      clock{options.clock},
      unsubscriber{*this},
      events{&unsubscriber},
      logging{*this, events, *clock, address.to_string(), options.logging},
      settings{options.throughput,       options.workers,           logging.options,
               options.extensions,       options.scheduler,         options.ask_timeout,
               options.telemetry.events, options.telemetry.counters},
      observer{options.observer != nullptr && !options.logs_beside_observer
                   ? options.observer
                   : std::make_shared<LoggingObserver>(logging.bus, options.observer)},
      counts{options.telemetry.counters ? IntrusivePtr<SystemCounts>::adopt(new SystemCounts)
                                        : nullptr},
      interceptors{options.telemetry.interceptors},
      publishes_telemetry{options.telemetry.events},
      started{clock->now()},
      given_config{options.config},
      default_executor{pool_unless_given(options, "kebne-default", options.workers)},
      internal_executor{pool_unless_given(options, "kebne-internal", 1)},
      owns_executors{options.executor == nullptr},
      scheduler{IntrusivePtr<TimerService>::adopt(
          new TimerService{*this, clock, default_executor, options.scheduler})},
      dispatchers{*this,
                  {.given = options.executor,
                   .default_pool = default_executor,
                   .internal_pool = internal_executor,
                   .context = options.synchronization_context,
                   .types = options.executor_types,
                   .processors = processor_count()},
                  own_dispatcher(options, DispatcherSettings::default_id),
                  own_dispatcher(options, DispatcherSettings::internal_id)},
      default_dispatcher{dispatchers.default_entry().dispatcher},
      internal_dispatcher{dispatchers.internal_entry().dispatcher},
      mailboxes{*this, options.mailbox_types},
      deployments{deployments_of(options)},
      places_differ{!deployments.empty() || dispatchers.default_entry().is_choosy() ||
                    !mailboxes.is_default_plain()},
      user_strategy{guardian_strategy(options.guardian_strategy, options.strategy_types)},
      view{*this},
      serial_{next_serial()},
      uid_seed_{options.random->next()} {
  Local& l = local();
  const Props guardian = props<Guardian>();
  const auto make = [&](RefCell* parent, const char* guardian_name) {
    ActorCell* cell =
        make_actor_cell(l, *this, parent, guardian.rep(), guardian_name, internal_dispatcher, 0);
    cell->children = new Children;
    return cell;
  };
  root = make(nullptr, "");
  add_ref();  // the root's
  user = make(root, "user");
  system_guardian = make(root, "system");
  for (ActorCell* child : {user, system_guardian}) {
    root->children->reserve_name();
    root->children->insert(child);
  }
  dead_letters = make_plain_cell(RefCell::IsDeadLetters, root, "deadLetters");
  temp = make_plain_cell(RefCell::IsContainer, root, "temp");
}

SystemCore::~SystemCore() = default;

void SystemCore::start(const SystemOptions& options) {
  logging.start(events);
  for (const std::string& wanted : options.extensions) {
    const auto& known = options.extension_types;
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const ExtensionType& t) { return t.name == wanted; });
    if (found == known.end()) {
      std::string names;
      for (const ExtensionType& t : known) names += (names.empty() ? "" : ", ") + quoted(t.name);
      throw ConfigError{fmt::format("akka.extensions: found {}, wanted {}", quoted(wanted),
                                    names.empty() ? "none, as no extension is registered" : names)};
    }
    extensions.get(view, found->type, found->make);
  }
  for (const std::string& warning : options.warnings) {
    Log{logging.bus, root}.text(LogLevel::Warning, warning);
  }
  if (settings.logging.config_on_start) {
    Log{logging.bus, root}.text(LogLevel::Info, settings.to_string());
  }
}

ActorRef SystemCore::spawn_internal(const Props& props, std::string_view actor_name) {
  return ActorRef::adopt(
      system_guardian->spawn(local(), props.rep(), actor_name, &internal_dispatcher));
}

void SystemCore::release() noexcept {
  // acq_rel: the last one sees what the others did.
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void SystemCore::end_services() noexcept {
  scheduler.service().join();
  extensions.destroy();
  logging.stop();
}

void SystemCore::release_tree() noexcept {
  Local& l = local();
  // They hold references into the tree, which holds this object.
  events.close();
  unsubscriber.close();
  logging.close();
  for (RefCell* cell :
       {dead_letters, temp, static_cast<RefCell*>(user), static_cast<RefCell*>(system_guardian)}) {
    release_refs(l, cell, 1);
  }
  // Its own and its credits too: it has no parent to take note of its end.
  release_refs(l, root, 2 + std::int64_t{root->credits});
  l.quiesce();
}

const SupervisorStrategy& SystemCore::strategy_of_guardian(const ActorCell& cell) const noexcept {
  static const SupervisorStrategy& of_root =
      *new SupervisorStrategy{SupervisorStrategy::stopping()};
  static const SupervisorStrategy& of_system = *new SupervisorStrategy;
  if (&cell == user) return user_strategy;
  return &cell == root ? of_root : of_system;
}

std::uint32_t SystemCore::next_uid_number(Local& l) noexcept {
  // Workers take blocks; a thread that serves several systems would throw the rest of one away.
  if (l.worker == nullptr || !l.worker->belongs_to(default_executor.get())) {
    return uid_numbers_.fetch_add(1, std::memory_order_relaxed);
  }
  if (l.uid_system != serial_ || l.uid_next == l.uid_end) {
    l.uid_system = serial_;
    l.uid_next = uid_numbers_.fetch_add(uid_block, std::memory_order_relaxed);
    l.uid_end = l.uid_next + uid_block;
  }
  return l.uid_next++;
}

std::int32_t SystemCore::next_uid(Local& l) noexcept {
  for (;;) {
    const std::uint32_t n = next_uid_number(l);
    const auto uid = (n * uid_stride + static_cast<std::uint32_t>(uid_seed_)) & uid_mask;
    if (uid != 0) return static_cast<std::int32_t>(uid);
  }
}

void SystemCore::terminate() noexcept {
  mark_terminating();
  push_system(local(), root, SystemOp::Terminate);
}

void SystemCore::run_callbacks() noexcept {
  for (;;) {
    std::function<void()> callback;
    {
      const std::lock_guard guard{end_lock_};
      if (callbacks_.empty()) {
        callbacks_ran_ = true;
        return;
      }
      callback = std::move(callbacks_.back());
      callbacks_.pop_back();
    }
    try {
      callback();
    } catch (...) {
      report_lost_exception(*root, std::current_exception());
    }
  }
}

void SystemCore::end_promise(Local& l, PromiseCell& promise,
                             PromiseCell::Registration as) noexcept {
  if (as == PromiseCell::Registration::End) {
    offer<Done>(l, &promise, Done{});
  } else {
    fail_promise(l, &promise,
                 {{Code::Terminated, fmt::format("the system {} terminated before {} was answered",
                                                 name, path_text(&promise))},
                  nullptr});
  }
}

void SystemCore::root_ended(Local& l) noexcept {
  run_callbacks();
  scheduler.service().close();
  std::vector<std::pair<PromiseCell*, PromiseCell::Registration>> open;
  {
    const std::lock_guard guard{promises_lock_};
    for (PromiseCell* p = promises_; p != nullptr; p = p->next_promise) {
      detail::add_ref(p);
      open.emplace_back(p, p->registration);
    }
    // release: whoever sees the end sees all that came before it.
    ended_.store(1, std::memory_order_release);
  }
  for (const auto& [promise, as] : open) {
    end_promise(l, *promise, as);
    release_refs(l, promise, 1);
  }
  unpark_all(ended_);
  bool is_orphan = false;
  {
    const std::lock_guard guard{end_lock_};
    is_orphan = is_orphan_;
    root_is_done_ = true;
  }
  if (is_orphan) return give_up();
  // release: whoever waits for it gives up this object next, and not on a thread of an executor
  // that may go with it.
  root_left_.store(1, std::memory_order_release);
  unpark_all(root_left_);
}

void SystemCore::wait_until_root_left() noexcept {
  while (root_left_.load(std::memory_order_acquire) == 0) park(root_left_, 0);
}

void SystemCore::give_up() noexcept {
  end_services();
  release_tree();
  release();
}

PromiseCell* SystemCore::make_end_promise() {
  PromiseCell* promise = make_promise_cell(*this);
  register_promise(*promise, PromiseCell::Registration::End);
  return promise;
}

void SystemCore::add_callback(std::function<void()> callback) {
  const std::lock_guard guard{end_lock_};
  if (callbacks_ran_) {
    throw SystemTerminating{
        fmt::format("system {}: it has ended, the termination callback would never run", name)};
  }
  callbacks_.push_back(std::move(callback));
}

void SystemCore::finish() noexcept {
  Local& l = local();
  l.coalescer.publish(l);
  if (l.worker != nullptr && !has_ended()) l.worker->give_away();
  while (!has_ended()) {
    // What runs on this thread, or on a loop that was this thread's to pump.
    if (default_executor->run_one() || dispatchers.pump_context()) continue;
    park(ended_, 0, dispatchers.has_context() ? pump_every_ns : -1);
  }
  wait_until_root_left();
  dispatchers.shut_down();
  if (!owns_executors) {
    while (default_executor->run_one()) {
    }
  }
  give_up();
}

void SystemCore::finish_later() noexcept {
  if (owns_executors) {
    std::thread{[this] {
      name_thread("kebne-finish");
      finish();
    }}.detach();
    return;
  }
  // Nobody's threads: whoever drives the executor on brings the system to its end.
  {
    const std::lock_guard guard{end_lock_};
    is_orphan_ = true;
    if (!root_is_done_) return;
  }
  wait_until_root_left();
  give_up();
}

bool SystemCore::runs_on_this_thread() const noexcept {
  const ActorCell* inside = local().current;  // it may have a thread of its own
  return (inside != nullptr && inside->core == this) || dispatchers.owns_this_thread() ||
         scheduler.service().owns_this_thread();
}

void SystemCore::register_promise(PromiseCell& promise, PromiseCell::Registration as) noexcept {
  {
    const std::lock_guard guard{promises_lock_};
    if (!has_ended()) {
      promise.registration = as;
      promise.next_promise = promises_;
      if (promises_ != nullptr) promises_->previous = &promise;
      promises_ = &promise;
      return;
    }
  }
  end_promise(local(), promise, as);
}

void SystemCore::unregister_promise(PromiseCell& promise) noexcept {
  const std::lock_guard guard{promises_lock_};
  if (promise.registration == PromiseCell::Registration::None) return;
  promise.registration = PromiseCell::Registration::None;
  (promise.previous != nullptr ? promise.previous->next_promise : promises_) = promise.next_promise;
  if (promise.next_promise != nullptr) promise.next_promise->previous = promise.previous;
}

void SystemCore::print_failure(const char* of, const std::exception_ptr& cause) const noexcept {
  try {
    fmt::print(stderr, "kebne: {} of system {} threw {}\n", of, name, describe_exception(cause));
  } catch (...) {
    std::fputs("kebne: an observer threw, and there is no memory to say what\n", stderr);
  }
}

}  // namespace kebne::detail
