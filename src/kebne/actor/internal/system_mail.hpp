#pragma once

#include "kebne/actor/detail/deliver.hpp"

#include <cstdint>
#include <exception>

namespace kebne::detail {

/// What a system message carries, in the payload of its envelope; the operation is in `type`.
struct SystemPayload {
  RefCell* cell;             ///< counted for Watch, Unwatch, Death and AddressTerminated
  std::exception_ptr cause;  ///< of Failed, Recreate and Resume
  std::uint64_t number;      ///< of Failed a packed `FailureSite`, of Death `EndOf` bits, of Resume
                             ///< whether it answers a failure of the receiver's own
};
static_assert(sizeof(SystemPayload) <= Envelope::room);

[[nodiscard]] inline SystemPayload& system_payload(Envelope* e) noexcept {
  return *reinterpret_cast<SystemPayload*>(e->payload);
}

inline void free_system(Local& l, Envelope* e) noexcept {
  system_payload(e).~SystemPayload();
  l.envelopes.give(e);
}

/// What a cell that is dead, or dying, does with a system message. Takes it over.
void refuse_system(Local& l, ActorCell& dead, Envelope* e) noexcept;

}  // namespace kebne::detail
