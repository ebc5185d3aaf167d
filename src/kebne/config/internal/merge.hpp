#pragma once

#include "kebne/config/internal/tree.hpp"

namespace kebne::detail::hocon {

/// `over` laid on `under`, while the text is read: both belong to the tree and may be changed.
/// Objects merge, anything else hides what is under it; what waits for a substitution keeps it.
[[nodiscard]] Value* lay(Arena& arena, Value* over, Value* under);

/// Gives a key of an object a value, laid on the one it has.
void assign(Arena& arena, Object& object, std::string_view key, Value* value);

/// The object that `key` has, for fields to be put in; made where there is none yet.
[[nodiscard]] Object& enter(Arena& arena, Object& object, std::string_view key, const Place& place);

}  // namespace kebne::detail::hocon
