#pragma once

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/envelope.hpp"
#include "kebne/actor/internal/actor_timers.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/receive_timer.hpp"
#include "kebne/actor/internal/watch_list.hpp"
#include "kebne/actor/supervisor_strategy.hpp"

#include <exception>
#include <memory>

namespace kebne {

class AroundHooks;

namespace detail {

/// What few actors need; made at first use. The pointers are counted.
struct Extras {
  WatchList watchers;
  WatchList watching;
  WatchList terminated;        ///< watched and gone; the notice, not owned, is in the mailbox
  Envelope* failed = nullptr;  ///< in whose handling the actor failed
  bool has_failed = false;     ///< and its supervisor has not decided yet
  bool never_started = false;  ///< its start failed, so what comes next is no restart
  std::unique_ptr<const SupervisorStrategy> strategy;  ///< the actor object's, once it was asked
  AroundHooks* around = nullptr;                       ///< the actor object's, with `Around`
  std::exception_ptr recreate_cause;
  Envelope* forwarded = nullptr;  ///< a move-only message that leaves when its handler returns
  RefCell* forward_to = nullptr;
  std::unique_ptr<ActorTimers> timers;
  std::unique_ptr<ReceiveTimer> receive_timer;
  std::unique_ptr<Mailbox> mailbox;  ///< set before the cell is known: senders read it
};

}  // namespace detail
}  // namespace kebne
