#include "kebne/actor/detail/handler_table.hpp"

#include <algorithm>

namespace kebne::detail {

HandlerTable::HandlerTable(std::vector<HandlerCase> declared) {
  const auto has_predicate = [&](std::uint32_t type) {
    return std::any_of(declared.begin(), declared.end(), [type](const HandlerCase& c) {
      return c.type == type && c.when != nullptr;
    });
  };
  std::vector<Slot> direct;
  for (const HandlerCase& c : declared) {
    const bool seen = std::any_of(direct.begin(), direct.end(),
                                  [&](const Slot& slot) { return slot.type == c.type; });
    if (c.type == 0 || has_predicate(c.type)) {
      others_.push_back(c);
    } else if (!seen) {  // the first one declared wins
      direct.push_back({c.type, c.call});
    }
  }
  for (std::uint32_t size = 2;; size *= 2) {
    slots_.assign(size, Slot{});
    mask_ = size - 1;
    const bool clash = std::any_of(direct.begin(), direct.end(), [&](const Slot& wanted) {
      Slot& at = slots_[wanted.type & mask_];
      if (at.call != nullptr) return true;
      at = wanted;
      return false;
    });
    if (!clash) break;
  }
  data_ = slots_.data();
}

bool HandlerTable::handle_others(Actor& actor, Envelope& e) const {
  for (const HandlerCase& c : others_) {
    if (c.type != 0 && c.type != e.type) continue;
    if (c.when != nullptr && !c.when(actor, e)) continue;
    if (c.call(actor, e)) return true;
  }
  return false;
}

}  // namespace kebne::detail
