#pragma once

#include <cstdint>

namespace kebne::test {

/// Calls of `operator new` so far, in a program that counting_new.cpp is linked into.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace kebne::test
