#include "kebne/base/detail/platform.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace kebne::detail {
namespace {

void futex_wake(std::atomic<std::uint32_t>& word, int count) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

struct ThreadEnd {
  void (*run)(void*);
  void* argument;
};
constinit thread_local ThreadEnd thread_end{nullptr, nullptr};

/// A key whose destructor runs when a thread has ended its C++ objects.
pthread_key_t thread_end_key() noexcept {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    if (pthread_key_create(&made, [](void* end) {
          const ThreadEnd now = *static_cast<ThreadEnd*>(end);
          now.run(now.argument);
        }) != 0) {
      std::fputs("kebne: the system has no room for one more thread-specific key\n", stderr);
      std::abort();
    }
    return made;
  }();
  return key;
}

}  // namespace

void at_thread_end(void (*run)(void*), void* argument) noexcept {
  thread_end = {run, argument};
  pthread_setspecific(thread_end_key(), &thread_end);
}

bool prepare_heavy_fence() noexcept {
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void heavy_fence() noexcept { syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0); }

void park(std::atomic<std::uint32_t>& word, std::uint32_t value, std::int64_t timeout_ns) noexcept {
  const timespec timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, timeout_ns < 0 ? nullptr : &timeout, nullptr,
          0);
}

void unpark_one(std::atomic<std::uint32_t>& word) noexcept { futex_wake(word, 1); }
void unpark_all(std::atomic<std::uint32_t>& word) noexcept { futex_wake(word, INT_MAX); }

void cpu_pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

void yield_thread() noexcept { sched_yield(); }

std::uint64_t monotonic_ns() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(t.tv_nsec);
}

bool has_steady_cycle_counter() noexcept {
#if defined(__x86_64__)
  int may_read = 0;
  if (prctl(PR_GET_TSC, &may_read) != 0 || may_read != PR_TSC_ENABLE) return false;
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                        O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char name[32];
  const ssize_t length = read(file, name, sizeof name);
  close(file);
  return length > 0 && std::string_view{name, static_cast<std::size_t>(length)} == "tsc\n";
#else
  return false;
#endif
}

std::uint32_t processor_count() noexcept {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    const int n = CPU_COUNT(&allowed);
    if (n > 0) return static_cast<std::uint32_t>(n);
  }
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<std::uint32_t>(online) : 1;
}

bool processor_exists(std::uint32_t processor) noexcept {
  cpu_set_t allowed;
  // The first thread's: the calling one may be bound to some of them.
  if (processor >= CPU_SETSIZE || sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0) {
    return false;
  }
  return CPU_ISSET(processor, &allowed);
}

bool pin_thread(std::uint32_t processor) noexcept {
  if (processor >= CPU_SETSIZE) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
}

void name_thread(const char* name) noexcept {
  char cut[16];  // the kernel's limit, with the end
  std::snprintf(cut, sizeof cut, "%s", name);
  pthread_setname_np(pthread_self(), cut);
}

void* reserve_memory(std::size_t bytes, std::size_t alignment) noexcept {
  void* raw = mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto at = reinterpret_cast<std::uintptr_t>(raw);
  return reinterpret_cast<void*>((at + alignment - 1) & ~(alignment - 1));
}

void discard_memory(void* at, std::size_t bytes) noexcept { madvise(at, bytes, MADV_DONTNEED); }

}  // namespace kebne::detail
