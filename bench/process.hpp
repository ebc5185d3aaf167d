#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace kebne::bench {

/// Processor time that all threads of this process have used, in seconds.
double cpu_seconds();

/// Bytes of this process in memory: now, and at the most so far.
std::int64_t resident_bytes();
std::int64_t peak_resident_bytes();

/// Threads of this process.
int thread_count();

/// Context switches of one thread.
struct Switches {
  std::int64_t voluntary = 0;
  std::int64_t involuntary = 0;
};

/// Thread id to its context switches; a thread that has ended is missing.
using SwitchesByThread = std::map<std::string, Switches>;
SwitchesByThread read_switches();

/// What the threads alive now have added since `before`; a new thread counts from zero.
Switches switches_since(const SwitchesByThread& before);

/// What operator new was asked for while counting was on.
struct Allocations {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;
};

/// Counts every operator new of the process while it lives. One at a time; any thread may allocate.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  [[nodiscard]] Allocations so_far() const;

 private:
  Allocations before_;
};

/// Name and release of the kernel, and the machine.
std::string operating_system();

/// Clock speed in MHz of the first processor, 0 where it is unknown.
double clock_mhz();

}  // namespace kebne::bench
