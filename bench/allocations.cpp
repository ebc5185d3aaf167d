// Replaces operator new for the whole program; nothing is counted until an AllocationCounter lives.
#include "bench/process.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace kebne::bench {
namespace {

// Threads share a slot only when there are more of them than slots, so a count rarely bounces
// between processors.
struct alignas(64) Slot {
  std::atomic<std::int64_t> calls{0};
  std::atomic<std::int64_t> bytes{0};
};
constinit std::array<Slot, 64> slots{};
constinit std::atomic<std::size_t> threads{0};
constinit std::atomic<bool> counting{false};

// relaxed throughout: the sums are read when the threads that matter have handed over their work.
void count(std::size_t bytes) noexcept {
  if (!counting.load(std::memory_order_relaxed)) return;
  thread_local Slot& slot = slots[threads.fetch_add(1, std::memory_order_relaxed) % slots.size()];
  slot.calls.fetch_add(1, std::memory_order_relaxed);
  slot.bytes.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
}

Allocations sum() {
  Allocations all;
  for (const auto& slot : slots) {
    all.calls += slot.calls.load(std::memory_order_relaxed);
    all.bytes += slot.bytes.load(std::memory_order_relaxed);
  }
  return all;
}

void* allocate(std::size_t bytes) {
  count(bytes);
  if (void* p = std::malloc(bytes == 0 ? 1 : bytes)) return p;
  throw std::bad_alloc{};
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  count(bytes);
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit)) return p;
  throw std::bad_alloc{};
}

}  // namespace

AllocationCounter::AllocationCounter() : before_{sum()} {
  counting.store(true, std::memory_order_relaxed);
}

AllocationCounter::~AllocationCounter() { counting.store(false, std::memory_order_relaxed); }

Allocations AllocationCounter::so_far() const {
  const Allocations now = sum();
  return {now.calls - before_.calls, now.bytes - before_.bytes};
}

}  // namespace kebne::bench

void* operator new(std::size_t bytes) { return kebne::bench::allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return kebne::bench::allocate(bytes, alignment);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
