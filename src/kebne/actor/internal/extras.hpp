#pragma once

#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/envelope.hpp"

#include <exception>
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
};

}  // namespace kebne::detail
