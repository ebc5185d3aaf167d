#pragma once

#include "kebne/actor/internal/logging/logging.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <string>

namespace kebne::detail {

/// Logs the text that `make` gives, from an actor, if `flag` and the level ask for it.
template <class F>
void debug_log(bool flag, RefCell* source, F make) {
  if (KEBNE_LIKELY(!flag)) return;
  LogBus& bus = source->system()->logging.bus;
  if (bus.is_enabled(LogLevel::Debug)) Log{bus, source}.text(LogLevel::Debug, make());
}

/// The path of a cell; of another one where there is none.
[[nodiscard]] inline std::string path_or(const RefCell* cell, const RefCell& other) {
  return path_text(cell != nullptr ? cell : &other);
}

}  // namespace kebne::detail
