#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace kebne::test {

inline std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all{"/proc/self/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Threads of this process. One that was joined may still be listed for a moment, but the kernel
/// has marked it as exiting before it let `join` return.
inline std::size_t threads() {
  constexpr unsigned long exiting = 4;  // PF_EXITING, in the ninth field of /proc/…/stat
  std::size_t n = 0;
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task"}) {
    std::ifstream file{task.path() / "stat"};
    std::string stat;
    if (!std::getline(file, stat)) continue;  // gone meanwhile
    std::istringstream fields{stat.substr(stat.rfind(')') + 1)};
    std::string skipped;
    for (int i = 0; i < 6; ++i) fields >> skipped;
    unsigned long flags = 0;
    fields >> flags;
    if ((flags & exiting) == 0) ++n;
  }
  return n;
}

}  // namespace kebne::test
