#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <thread>

namespace kebne::test {

/// How many entries a folder has, such as /proc/self/task.
inline std::size_t entries(const char* folder) {
  const std::filesystem::directory_iterator all{folder};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

inline std::size_t open_descriptors() { return entries("/proc/self/fd"); }

/// Threads of this process. One that was joined may still be listed for a moment: where `expected`
/// are to be left, looks again a number of times before it says another number.
inline std::size_t threads(std::size_t expected) {
  std::size_t n = entries("/proc/self/task");
  for (int i = 0; n != expected && i < 10'000; ++i) {
    std::this_thread::yield();
    n = entries("/proc/self/task");
  }
  return n;
}

}  // namespace kebne::test
