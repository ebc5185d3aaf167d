#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/detail/dispatcher.hpp"
#include "kebne/actor/envelope.hpp"

#include <exception>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kebne {

class ActorSystem;
class Log;
class Props;
class SupervisorStrategy;
class Timers;

/// Base of all actors. Derived classes declare handlers in `static void behavior(On<T>&)`, or
/// override the raw `receive`.
///
/// Made by `spawn` only. All its members run one at a time, and never on two threads at once; they
/// may be called only from the actor's own handlers and hooks. An exception that leaves a handler
/// or hook goes to the supervisor, the parent, whose `supervision()` decides.
class Actor {
 public:
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  virtual ~Actor() = default;

  /// The raw form: gets every user message of a class without `behavior`. False: unhandled.
  virtual bool receive(Envelope&) { return false; }

  /// Before the first message of a new actor; at a restart through `post_restart`.
  virtual void pre_start() {}

  /// After the last child has stopped; the actor is destroyed next.
  virtual void post_stop() {}

  /// The old instance's last word before a restart. `message` is what it was handling; null when it
  /// failed elsewhere. The default stops all children and calls `post_stop`.
  virtual void pre_restart(const std::exception_ptr& cause, const Envelope* message);

  /// The new instance's first word after a restart. The default calls `pre_start`.
  virtual void post_restart(const std::exception_ptr& cause);

  /// How this actor deals with children that fail. Asked when the first one has failed, once for
  /// each object; `Props::with_strategy` goes before it. The default restarts who failed, and stops
  /// who could not start, was killed or left a `Terminated` unhandled.
  [[nodiscard]] virtual SupervisorStrategy supervision() const;

  /// For a message that nobody handled. The default throws `DeathPact` for a `Terminated`; of
  /// others it tells the system's observer, and publishes an `UnhandledMessage`.
  virtual void unhandled(Envelope& message);

  [[nodiscard]] BorrowedRef self() const noexcept { return BorrowedRef{cell_}; }

  /// Who sent the message being handled; empty when nobody said, and outside of handlers.
  [[nodiscard]] BorrowedRef sender() const noexcept {
    return BorrowedRef{cell_->current != nullptr ? cell_->current->sender_cell()
                                                 : sender_of_forwarded()};
  }
  [[nodiscard]] BorrowedRef parent() const noexcept { return BorrowedRef{cell_->parent}; }
  [[nodiscard]] ActorSystem& system() const noexcept;

  /// Writes to the system's log in this actor's name: `log().info("{} left", n)`.
  [[nodiscard]] Log log() const noexcept;

  /// A new child. An empty name generates one. Construction runs later, on the child's dispatcher;
  /// its failure comes to this actor as its supervisor. Throws `NameError` for a name that is not
  /// allowed or taken, `SystemTerminating` when this actor is stopping.
  template <class A, class... Args>
  ActorRef spawn(std::string_view name, Args&&... args);
  ActorRef spawn(const Props& props, std::string_view name = {});

  /// Stops this actor after the current message, with its children; the rest of its mail becomes
  /// dead letters. Stopping twice is the same as once.
  void stop() const;

  /// The same for any other actor.
  void stop(const ActorRef& other) const;
  void stop_children() const;

  /// The child of this name; empty when there is none.
  [[nodiscard]] ActorRef child(std::string_view name) const;
  [[nodiscard]] std::vector<ActorRef> children() const;
  [[nodiscard]] std::size_t child_count() const noexcept;

  /// Asks for a `Terminated` when `other` stops, or at once when it has. Watching twice is the same
  /// as once; to watch nobody, /deadLetters or oneself does nothing. The target of an ask counts as
  /// stopped.
  void watch(const ActorRef& other);

  /// Asks for `message` in place of the `Terminated`, with `other` as its sender. Of several
  /// watches of one actor the first stands; the observer hears of one that asks for something else.
  template <class T>
  requires Message<detail::Kept<T>>
  void watch_with(const ActorRef& other, T&& message) {
    watch_with(other,
               detail::make_envelope<detail::Kept<T>>(detail::local(), std::forward<T>(message)));
  }

  /// Withdraws a watch; no `Terminated` of it comes any more, though it be in the mailbox already.
  void unwatch(const ActorRef& other);

  /// Passes the current message on; its sender stays who it was. Without a current message nothing
  /// happens. A message that can only be moved leaves when the handler or hook returns, and for
  /// one receiver: a second `forward` throws `std::logic_error`. What a handler has taken by value
  /// is gone from what it forwards.
  void forward(const ActorRef& to) const;

  /// Tells the current sender; a dead letter where there is none.
  template <class T>
  requires Message<detail::Kept<T>>
  void reply(T&& message) const { sender().tell(std::forward<T>(message)); }

  /// Timers that tell this actor something, by name, and its receive timeout. See `Timers`.
  [[nodiscard]] Timers timers() const noexcept;

  /// Switches to another behaviour of this class from the next message on:
  /// `become<&Door::open>()`. A pointer store.
  template <auto Behavior>
  void become();

 protected:
  /// Throws `std::logic_error` when not called by `spawn`.
  Actor();

 private:
  void watch_with(const ActorRef& other, Envelope* message);
  [[nodiscard]] detail::RefCell* sender_of_forwarded() const noexcept;

  detail::ActorCell* const cell_;
};

}  // namespace kebne
