#pragma once

// What the compiler cannot know about the hot path. Undone by nothing: the names are Kebne's own.
#define KEBNE_LIKELY(x) __builtin_expect(!!(x), 1)
#define KEBNE_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define KEBNE_ALWAYS_INLINE inline __attribute__((always_inline))
#define KEBNE_NOINLINE __attribute__((noinline))
