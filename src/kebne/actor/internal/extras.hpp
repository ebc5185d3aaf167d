#pragma once

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/envelope.hpp"
#include "kebne/actor/internal/actor_timers.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/receive_timer.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

namespace kebne::detail {

/// What few actors need; made at first use. The pointers are counted.
struct Extras {
  std::vector<RefCell*> watchers;
  std::vector<RefCell*> watching;
  std::vector<RefCell*> terminated;  ///< watched and gone; the notice is still in the mailbox
  Envelope* failed = nullptr;        ///< in whose handling the actor failed
  std::exception_ptr recreate_cause;
  Envelope* forwarded = nullptr;  ///< a move-only message that leaves when its handler returns
  RefCell* forward_to = nullptr;
  std::unique_ptr<ActorTimers> timers;
  std::unique_ptr<ReceiveTimer> receive_timer;
  std::unique_ptr<Mailbox> mailbox;  ///< set before the cell is known: senders read it
};

/// Takes one counted `cell` out of a list of counted cells; false when it is not there.
inline bool take_out(Local& l, std::vector<RefCell*>& list, RefCell* cell) noexcept {
  const auto found = std::find(list.begin(), list.end(), cell);
  if (found == list.end()) return false;
  list.erase(found);
  release_unit(l, cell);
  return true;
}

}  // namespace kebne::detail
