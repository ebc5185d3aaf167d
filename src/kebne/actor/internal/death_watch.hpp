#pragma once

#include "kebne/actor/detail/actor_cell.hpp"

namespace kebne::detail {

// Who watches whom. All of it belongs to whoever owns the cell, but for `tell_watcher`.

/// What a `Death` says of somebody's end, in its `number`.
struct EndOf {
  enum Bits : std::uint64_t {
    Confirmed = 1,  ///< it existed when the watch began
    Address = 2,    ///< its whole node is lost
  };
};

/// Begins to watch, with a message in place of `Terminated` unless it is null. Takes over the
/// message.
void watch(ActorCell& cell, RefCell* target, Envelope* message);
void unwatch(ActorCell& cell, RefCell* target);

/// Tells a watcher, an actor or a promise, of the end of `dead`.
void tell_watcher(Local& l, ActorCell& dead, RefCell* watcher, std::uint64_t end);

/// Somebody begins or ceases to watch the cell. Takes over a reference to the watcher.
void add_watcher(Local& l, ActorCell& cell, RefCell* watcher);
void remove_watcher(Local& l, ActorCell& cell, RefCell* watcher) noexcept;

/// Somebody watched has ended: the notice goes through the mailbox, so that `unwatch` can still
/// withdraw it.
void watched_ended(Local& l, ActorCell& cell, RefCell* gone, std::uint64_t end);

/// Whether a notice from the mailbox is still wanted; then it is not any more.
[[nodiscard]] bool take_notice(Local& l, ActorCell& cell, const Envelope& notice) noexcept;

/// Whether a notice of somebody's end is on its way; then it is not wanted any more.
bool forget_notice(Local& l, ActorCell& cell, const RefCell* gone) noexcept;

/// The node whose root this is, is lost: all that were watched there have ended, all that watched
/// from there have gone.
void address_terminated(Local& l, ActorCell& cell, const RefCell* root);

/// At the end of the cell: tells those who watch it, and leaves those whom it watches.
void end_watches(Local& l, ActorCell& cell);

}  // namespace kebne::detail
