#pragma once

#include <string_view>

namespace kebne::test {

/// How a row is compared; the names are those of the column `match`.
enum class Match { Exact, Set, PerActor, Near, Range };

/// Whether `got` is as good as `expected`. Both are in neutral words.
///
/// - Exact: equal text.
/// - Set: the same items between `; `, in any order.
/// - PerActor: the same items; order counts only among those with the same prefix before the first
///   `.`, and items without prefix are free.
/// - Near: numbers within a relative 1e-6, `-0` equals 0; the rest equal.
/// - Range has no general rule and is always false here.
[[nodiscard]] bool matches(Match how, std::string_view expected, std::string_view got);

}  // namespace kebne::test
