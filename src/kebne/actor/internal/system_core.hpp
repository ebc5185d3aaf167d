#pragma once

#include "kebne/actor/actor_system.hpp"
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/event/event_stream.hpp"
#include "kebne/actor/internal/dispatch/dispatcher_table.hpp"
#include "kebne/actor/internal/event/unsubscriber.hpp"
#include "kebne/actor/internal/extensions.hpp"
#include "kebne/actor/internal/logging/logging.hpp"
#include "kebne/actor/internal/mailbox/mailbox_types.hpp"
#include "kebne/actor/internal/metrics/interception.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/actor/scheduler/scheduler.hpp"
#include "kebne/actor/settings.hpp"
#include "kebne/base/detail/spin_lock.hpp"
#include "kebne/config/config.hpp"
#include "kebne/config/deployment_settings.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kebne::detail {

/// What all cells of a system share. It outlives the `ActorSystem`, until the last reference into
/// the system is gone: paths and dead letters stay right for ever.
struct SystemCore {
  /// Throws as the constructor of `ActorSystem`.
  SystemCore(std::string system_name, SystemOptions options);
  ~SystemCore();

  const std::string name;
  const Address address;
  const std::shared_ptr<Clock> clock;
  Unsubscriber unsubscriber;
  EventStream events;
  Logging logging;
  const Settings settings;
  const std::shared_ptr<Observer> observer;
  const IntrusivePtr<SystemCounts> counts;  ///< null: nothing is counted
  const Interceptors interceptors;
  const bool publishes_telemetry;
  const std::chrono::nanoseconds started;
  const std::shared_ptr<const Config> given_config;  ///< null: nothing but the reference
  const std::shared_ptr<Executor> default_executor;
  const std::shared_ptr<Executor> internal_executor;
  const bool owns_executors;
  Scheduler scheduler;
  DispatcherTable dispatchers;
  Dispatcher& default_dispatcher;
  Dispatcher& internal_dispatcher;
  MailboxTypes mailboxes;
  const std::vector<DeploymentSettings> deployments;
  /// Whether a spawn has to ask `deployments`, or the default dispatcher or mailbox, where an actor
  /// without wishes lives.
  const bool places_differ;
  const SupervisorStrategy user_strategy;  ///< /user's
  ActorSystem view;                        ///< the system as its actors see it
  Extensions extensions;

  ActorCell* root = nullptr;  ///< these five are counted, until `release_tree`
  ActorCell* user = nullptr;
  ActorCell* system_guardian = nullptr;
  RefCell* dead_letters = nullptr;
  RefCell* temp = nullptr;
  std::mutex guardian_lock;  ///< children and phase of guardians: outside threads spawn there

  /// What needs a system that works: loggers, extensions. Throws as the constructor of
  /// `ActorSystem`.
  void start(const SystemOptions& options);

  /// With the reference in it.
  [[nodiscard]] const Config& config() const {
    return given_config != nullptr ? *given_config : Config::reference();
  }

  /// An actor under `/system`, on the internal pool. Throws `SystemTerminating`.
  [[nodiscard]] ActorRef spawn_internal(const Props& props, std::string_view actor_name);

  /// The end has begun.
  [[nodiscard]] bool is_terminating() const noexcept {
    return terminating_.load(std::memory_order_relaxed);
  }
  void mark_terminating() noexcept { terminating_.store(true, std::memory_order_relaxed); }

  /// Counts the `ActorSystem`, the root's cell, and handles of dispatchers.
  void add_ref() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;

  /// Of `/user`, `/system`, and of the root, for which the failure of one of these is the end.
  [[nodiscard]] const SupervisorStrategy& strategy_of_guardian(
      const ActorCell& cell) const noexcept;

  /// A uid that no other actor of this system has had for 2^31 spawns.
  [[nodiscard]] std::int32_t next_uid(Local& l) noexcept;

  /// On the root's worker, when the last guardian has ended.
  void root_ended(Local& l) noexcept;
  void terminate() noexcept;
  [[nodiscard]] PromiseCell* make_end_promise();
  void add_callback(std::function<void()> callback);
  [[nodiscard]] bool has_ended() const noexcept {
    return ended_.load(std::memory_order_acquire) != 0;
  }
  /// Waits for the end, ends the threads, gives up the tree and the owner's share of this object.
  void finish() noexcept;
  /// The same for a caller that must not wait, being one of the system's own threads.
  void finish_later() noexcept;
  [[nodiscard]] bool runs_on_this_thread() const noexcept;

  /// The end of the system reaches the promise; at once, when it is over.
  void register_promise(PromiseCell& promise, PromiseCell::Registration as) noexcept;
  void unregister_promise(PromiseCell& promise) noexcept;
  [[nodiscard]] std::uint64_t next_temp() noexcept { return next_temp_.fetch_add(1); }

  /// Calls the observer; what it throws is printed.
  template <class F>
  void observe(F tell) noexcept {
    try {
      tell(*observer);
    } catch (...) {
      print_failure("the observer", std::current_exception());
    }
  }

  /// Calls code that speaks about the system and must not fail it.
  template <class F>
  void guarded(F say) noexcept {
    try {
      say();
    } catch (...) {
      print_failure("the log", std::current_exception());
    }
  }

 private:
  struct Checked {};
  SystemCore(std::string system_name, SystemOptions options, Checked);

  void release_tree() noexcept;
  void give_up() noexcept;
  void wait_until_root_left() noexcept;
  [[nodiscard]] std::uint32_t next_uid_number(Local& l) noexcept;
  void print_failure(const char* of, const std::exception_ptr& cause) const noexcept;
  void end_services() noexcept;
  void run_callbacks() noexcept;
  void end_promise(Local& l, PromiseCell& promise, PromiseCell::Registration as) noexcept;

  std::atomic<std::uint32_t> refs_{1};
  std::atomic<bool> terminating_{false};
  const std::uint64_t serial_;  ///< tells this system from all others of the process
  const std::uint64_t uid_seed_;
  std::atomic<std::uint32_t> uid_numbers_{0};
  std::atomic<std::uint64_t> next_temp_{0};

  SpinLock promises_lock_;
  PromiseCell* promises_ = nullptr;
  std::atomic<std::uint32_t> ended_{0};      ///< set under promises_lock_
  std::atomic<std::uint32_t> root_left_{0};  ///< whoever ran the root has done with this object

  std::mutex end_lock_;
  std::vector<std::function<void()>> callbacks_;
  bool callbacks_ran_ = false;
  bool is_orphan_ = false;     ///< without an owner that waits
  bool root_is_done_ = false;  ///< `root_ended` has asked for the owner
};

/// A cell of no behaviour under the root, closed from the start; counted once for the caller.
[[nodiscard]] RefCell* make_plain_cell(RefCell::Kind kind, RefCell* parent, std::string_view name);
[[nodiscard]] ActorCell* make_actor_cell(Local& l, SystemCore& core, RefCell* parent,
                                         PropsRep& recipe, std::string_view name, Dispatcher& on,
                                         std::uint64_t word);
[[nodiscard]] PromiseCell* make_promise_cell(SystemCore& core);
void push_system(Local& l, ActorCell* target, SystemOp op, RefCell* cell = nullptr,
                 std::exception_ptr cause = {}, std::uint64_t number = 0);
/// An envelope with the same message, by `forward`'s rules; without sender and flags.
[[nodiscard]] Envelope* share_message(Local& l, Envelope& from);
void dead_letter(Local& l, RefCell* target, Envelope* e, DeadLetterReason reason) noexcept;
[[nodiscard]] LazyText lazy_path(const RefCell* cell) noexcept;
[[nodiscard]] LazyText lazy_type(const MessageType* type) noexcept;

}  // namespace kebne::detail
