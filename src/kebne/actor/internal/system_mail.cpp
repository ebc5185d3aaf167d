#include "kebne/actor/internal/system_mail.hpp"

#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/internal/death_watch.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

namespace kebne::detail {

/// What a cell that is dead, or dying, does with a system message.
void refuse_system(Local& l, ActorCell& dead, Envelope* e) noexcept {
  const SystemPayload& p = system_payload(e);
  switch (static_cast<SystemOp>(e->type)) {
    case SystemOp::Watch:
      tell_watcher(l, dead, p.cell, 0);
      release_unit(l, p.cell);
      break;
    case SystemOp::CountMail:
      fail_promise(l, p.cell,
                   {{Code::DeadTarget,
                     fmt::format("{} has stopped: it has no mailbox any more", path_text(&dead))},
                    nullptr});
      release_unit(l, p.cell);
      break;
    case SystemOp::Unwatch:
    case SystemOp::Death:
    case SystemOp::AddressTerminated: release_unit(l, p.cell); break;
    default: break;
  }
  free_system(l, e);
}

void push_system(Local& l, ActorCell* target, SystemOp op, RefCell* cell, std::exception_ptr cause,
                 std::uint64_t number) {
  Envelope* e = new_envelope(l);
  e->type = static_cast<std::uint32_t>(op);
  e->flags = 0;
  e->kind = Envelope::Trivial;
  e->set_sender(nullptr);
  new (e->payload) SystemPayload{cell, std::move(cause), number};
  if (!target->system_mail.push(e)) return refuse_system(l, *target, e);
  // The running cell looks at its system mail before it does anything else.
  if (l.current == target) return;
  if (target->head.announce_system()) schedule(l, target);
}

}  // namespace kebne::detail
