#pragma once

namespace kebne::detail {

/// Prints the broken contract, and the actor and message in whose handling it broke, then aborts.
[[noreturn]] void assertion_failed(const char* file, int line, const char* text) noexcept;

/// Tells `assertion_failed` where this thread is: prints to stderr. Set once by the actor module.
using Whereabouts = void (*)() noexcept;
void set_whereabouts(Whereabouts print) noexcept;

}  // namespace kebne::detail

/// Checks a contract of Kebne's own in debug and test builds; breaking it ends the process.
#if defined(KEBNE_ASSERTS) || !defined(NDEBUG)
#define KEBNE_ASSERT(condition) \
  ((condition) ? void(0) : ::kebne::detail::assertion_failed(__FILE__, __LINE__, #condition))
#else
#define KEBNE_ASSERT(condition) void(0)
#endif
