#pragma once

#include "kebne/base/executor.hpp"
#include "kebne/config/fwd.hpp"

#include <functional>
#include <memory>
#include <string>

namespace kebne {

/// An executor of the user's own that a configuration can name, as a dispatcher's `executor` or
/// `type`.
struct ExecutorType {
  std::string name;  ///< as it is written there, without an assembly
  /// Called once for each dispatcher that names it, with the dispatcher's section. What it throws
  /// comes out of the lookup. The system shuts it down at its end.
  std::function<std::shared_ptr<Executor>(const Config& section)> make;
};

}  // namespace kebne
