#pragma once

#include "kebne/actor/envelope.hpp"
#include "kebne/base/detail/hints.hpp"

#include <cstdint>
#include <vector>

namespace kebne {
class Actor;
}

namespace kebne::detail {

/// One declared handler. `call` answers whether it has handled the message.
struct HandlerCase {
  std::uint32_t type;  ///< 0: any message
  bool (*call)(Actor&, Envelope&);
  bool (*when)(Actor&, Envelope&);  ///< null: always
};

/// The handlers of one behaviour, built once and never changed.
///
/// Handlers of a type without predicates are found by `type & mask`, in a table grown until no two
/// types share a slot. The rest is tried in the order of declaration.
class HandlerTable {
 public:
  explicit HandlerTable(std::vector<HandlerCase> declared);

  /// False: nobody handles it.
  KEBNE_ALWAYS_INLINE bool handle(Actor& actor, Envelope& e) const {
    const Slot& slot = data_[e.type & mask_];
    if (KEBNE_UNLIKELY(slot.type != e.type)) return handle_others(actor, e);
    slot.call(actor, e);
    return true;
  }

 private:
  struct Slot {
    std::uint32_t type = 0;
    bool (*call)(Actor&, Envelope&) = nullptr;
  };

  bool handle_others(Actor& actor, Envelope& e) const;

  const Slot* data_ = nullptr;
  std::uint32_t mask_ = 0;
  std::vector<Slot> slots_;
  std::vector<HandlerCase> others_;
};

}  // namespace kebne::detail
