#include "kebne/base/assert.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace kebne::detail {
namespace {

std::atomic<Whereabouts> whereabouts{nullptr};

}  // namespace

void set_whereabouts(Whereabouts print) noexcept { whereabouts.store(print); }

void assertion_failed(const char* file, int line, const char* text) noexcept {
  std::fprintf(stderr, "kebne: broken contract: %s (%s:%d)\n", text, file, line);
  if (const Whereabouts print = whereabouts.load()) print();
  std::fflush(stderr);
  std::abort();
}

}  // namespace kebne::detail
