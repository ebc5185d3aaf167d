#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/address.hpp"
#include "kebne/actor/dispatch/dispatchers.hpp"
#include "kebne/actor/event/event_stream.hpp"
#include "kebne/actor/extension.hpp"
#include "kebne/actor/future.hpp"
#include "kebne/actor/logging/log.hpp"
#include "kebne/actor/props.hpp"
#include "kebne/actor/scheduler/scheduler.hpp"
#include "kebne/actor/settings.hpp"
#include "kebne/actor/system_options.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace kebne {

/// A tree of actors with the threads that run them. Many may live in one process.
///
/// All members may be called from any thread. The destructor terminates the system and waits for
/// its end; called inside one of the system's own actors, which could never end then, it tells the
/// observer, begins the termination and leaves the waiting to a thread of its own.
class ActorSystem {
 public:
  /// Throws `NameError` for a name other than ASCII letters, digits and `-`, not first;
  /// `ConfigError` for options outside their limits.
  explicit ActorSystem(std::string name, SystemOptions options = {});

  /// With `SystemOptions::from(config)`.
  ActorSystem(std::string name, const Config& config)
      : ActorSystem{std::move(name), SystemOptions::from(config)} {}
  ActorSystem(const ActorSystem&) = delete;
  ActorSystem& operator=(const ActorSystem&) = delete;
  ~ActorSystem();

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] const Address& address() const noexcept;
  [[nodiscard]] std::chrono::nanoseconds uptime() const noexcept;

  /// A new actor under `/user`. As `Actor::spawn`; throws `SystemTerminating` once the system has
  /// begun to terminate, and `std::system_error` when not one thread can be started.
  template <class A, class... Args>
  ActorRef spawn(std::string_view name, Args&&... args) {
    return spawn(props<A>(std::forward<Args>(args)...), name);
  }
  ActorRef spawn(const Props& props, std::string_view name = {});

  /// Stops any actor; see `Actor::stop`.
  void stop(const ActorRef& actor) const;

  /// Puts a question, built from `args`, to an actor: `system.ask<GetBalance>(account)`. The future
  /// fails with `Code::DeadTarget` when the question becomes a dead letter, `Code::Full` when that
  /// is because of a full mailbox, and `Code::Timeout` when there is no answer within
  /// `akka.actor.ask-timeout`: it is then a dead letter when it comes. For code outside of actors.
  /// Throws as `Scheduler` where a timer cannot be had.
  template <class M, class... Args>
  [[nodiscard]] Future<typename M::Reply> ask(const ActorRef& to, Args&&... args) const {
    return detail::ask_from_outside<M>(*core_, ask_limit(), to.cell(), std::forward<Args>(args)...);
  }

  /// The same with a timeout of its own; 0: it may take any time. Throws `std::invalid_argument`
  /// for less than 0.
  template <class M, class... Args>
  [[nodiscard]] Future<typename M::Reply> ask(std::chrono::nanoseconds timeout, const ActorRef& to,
                                              Args&&... args) const {
    return detail::ask_from_outside<M>(*core_, checked_limit(timeout), to.cell(),
                                       std::forward<Args>(args)...);
  }

  /// Begins the end: user actors stop first, then the internal ones, then the callbacks run. Unread
  /// mail becomes dead letters. Completes when all is over; to drop the future is fine.
  Future<Done> terminate() const;
  [[nodiscard]] Future<Done> when_terminated() const;
  [[nodiscard]] bool is_terminated() const noexcept;

  /// Runs `callback` when all actors have stopped, before `when_terminated` completes; the last one
  /// registered first. What it throws goes to the observer. Throws `SystemTerminating` when it is
  /// too late to be run.
  void register_on_termination(std::function<void()> callback) const;

  /// Where messages are published to whoever has subscribed: dead letters, log records, the user's
  /// own. See `EventStream`.
  [[nodiscard]] EventStream& event_stream() const noexcept;

  /// Tells and does things later. See `Scheduler`.
  [[nodiscard]] Scheduler& scheduler() const noexcept;

  /// Writes to the system's log in the name of `source`, or of an actor. See `Log`.
  [[nodiscard]] Log log(std::string source) const;
  [[nodiscard]] Log log(const ActorRef& source) const;

  /// Log records that no sink took in time, so far.
  [[nodiscard]] std::uint64_t dropped_log_records() const noexcept;

  /// The system's one `E`, made from the system, or from nothing, by the first who asks; destroyed
  /// when all actors have stopped, the last one made first. Throws what its constructor throws, and
  /// tries again next time; `SystemTerminating` when it is too late.
  template <Extension E>
  [[nodiscard]] E& extension() const {
    return *static_cast<E*>(extension_of(typeid(E), &detail::make_extension<E>));
  }
  template <Extension E>
  [[nodiscard]] bool has_extension() const {
    return has_extension_of(typeid(E));
  }

  [[nodiscard]] const Settings& settings() const noexcept;

  [[nodiscard]] Dispatchers dispatchers() const noexcept { return Dispatchers{*core_}; }

  /// Makes a dead letter of everything told to it.
  [[nodiscard]] ActorRef dead_letters() const noexcept;

  /// `/`, `/user` and `/system`.
  [[nodiscard]] ActorRef root_guardian() const noexcept;
  [[nodiscard]] ActorRef user_guardian() const noexcept;
  [[nodiscard]] ActorRef system_guardian() const noexcept;

  [[nodiscard]] Observer& observer() const noexcept;
  [[nodiscard]] Clock& clock() const noexcept;

  // For the library: the system as its actors see it.
  explicit ActorSystem(detail::SystemCore& core) noexcept : core_{&core} {}
  [[nodiscard]] detail::SystemCore& core() const noexcept { return *core_; }

 private:
  [[nodiscard]] std::chrono::nanoseconds ask_limit() const noexcept;
  [[nodiscard]] std::chrono::nanoseconds checked_limit(std::chrono::nanoseconds timeout) const;
  void* extension_of(std::type_index type, detail::MakeExtension make) const;
  [[nodiscard]] bool has_extension_of(std::type_index type) const;

  detail::SystemCore* core_;
  bool is_owner_ = false;
};

}  // namespace kebne
