#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kebne::detail {

/// Makes every running thread of the process pass a full fence, so that threads which write often
/// and are looked at seldom need none of their own. False: the system cannot do it.
[[nodiscard]] bool prepare_heavy_fence() noexcept;
/// Only after `prepare_heavy_fence` has said true.
void heavy_fence() noexcept;

/// Puts the caller to sleep while `word == value`; may return early. `timeout_ns` < 0: for ever.
void park(std::atomic<std::uint32_t>& word, std::uint32_t value,
          std::int64_t timeout_ns = -1) noexcept;

/// Wakes one, or all, of those parked on `word`.
void unpark_one(std::atomic<std::uint32_t>& word) noexcept;
void unpark_all(std::atomic<std::uint32_t>& word) noexcept;

/// Says to the processor that the caller spins.
void cpu_pause() noexcept;

/// Gives the rest of the time slice to whoever wants it.
void yield_thread() noexcept;

/// Real monotonic time, for waits of threads only: what users see comes from the `Clock` seam.
[[nodiscard]] std::uint64_t monotonic_ns() noexcept;

/// Whether `cycle_counter` counts evenly, in step on all processors, and may be read: the kernel
/// has made it its own clock. Asks the kernel; remember the answer.
[[nodiscard]] bool has_steady_cycle_counter() noexcept;

/// The processor's counter; wraps round. Only where `has_steady_cycle_counter` has said true.
[[nodiscard]] inline std::uint64_t cycle_counter() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return 0;
#endif
}

/// The same, read neither before what stands before it nor after what stands behind it.
[[nodiscard]] inline std::uint64_t cycle_counter_in_order() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
  const std::uint64_t cycles = __builtin_ia32_rdtsc();
  __builtin_ia32_lfence();
  return cycles;
#else
  return 0;
#endif
}

/// How many processors this process may use; at least 1.
[[nodiscard]] std::uint32_t processor_count() noexcept;

/// Whether this process may use the processor with this number.
[[nodiscard]] bool processor_exists(std::uint32_t processor) noexcept;

/// Binds the calling thread to one processor. False: the system refuses, and the thread runs where
/// it ran before.
bool pin_thread(std::uint32_t processor) noexcept;

/// Calls `run(argument)` when the calling thread ends, after its `thread_local` objects are gone;
/// once, and the last call of the thread counts. Not at the end of the process.
void at_thread_end(void (*run)(void*), void* argument) noexcept;

/// Names the calling thread for debuggers; cut to what the platform allows.
void name_thread(const char* name) noexcept;

/// Address space of whole, `alignment`-aligned blocks; null when the system refuses.
[[nodiscard]] void* reserve_memory(std::size_t bytes, std::size_t alignment) noexcept;

/// Gives the pages back; the range stays reserved and reads as zero or as it was.
void discard_memory(void* at, std::size_t bytes) noexcept;

}  // namespace kebne::detail
