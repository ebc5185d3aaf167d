// campaign_blocking_jobs [JOBS] [SECONDS]: the default dispatcher is full of tasks that block. How
// long does it take meanwhile to create another system and get an answer there, and to ask /system
// of the same one? Fails when an answer had to wait for a job to end.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <latch>
#include <thread>

namespace {

using kebne::ActorSystem;
using kebne::Identify;
using kebne::detail::monotonic_ns;

struct Idle final : kebne::Actor {};

template <class F>
double ms_of(F work) {
  const std::uint64_t begun = monotonic_ns();
  work();
  return static_cast<double>(monotonic_ns() - begun) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const int jobs = argc > 1 ? std::atoi(argv[1]) : 64;
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 2;
  if (jobs < 1 || seconds < 1) {
    fmt::print(stderr, "usage: campaign_blocking_jobs [JOBS] [SECONDS], both 1 or more\n");
    return 2;
  }
  ActorSystem system{"blocked"};
  const std::uint32_t workers = std::max(1u, std::thread::hardware_concurrency());
  std::latch all_blocked{std::min<std::ptrdiff_t>(jobs, workers)};
  std::atomic<int> begun{0};
  std::latch ended{jobs};
  const std::chrono::seconds length{seconds};
  for (int i = 0; i < jobs; ++i) {
    system.dispatchers().default_dispatcher().schedule([&] {
      if (static_cast<std::uint32_t>(begun.fetch_add(1)) < workers) all_blocked.count_down();
      std::this_thread::sleep_for(length);
      ended.count_down();
    });
  }
  all_blocked.wait();

  const double guardian = ms_of([&] { system.ask<Identify>(system.system_guardian()).get(); });
  const double created = ms_of([&] {
    ActorSystem other{"other"};
    other.ask<Identify>(other.spawn<Idle>("")).get();
  });
  const int waited_for = begun.load() - static_cast<int>(std::min<std::uint32_t>(
                                            workers, static_cast<std::uint32_t>(jobs)));
  fmt::print(
      "{} jobs of {} s on {} workers: /system answered after {:.3f} ms, another system was "
      "made, had answered and was gone after {:.3f} ms\n",
      jobs, seconds, workers, guardian, created);
  ended.wait();
  if (waited_for == 0) return 0;
  fmt::print(stderr, "campaign_blocking_jobs: {} jobs ended before the answers came\n", waited_for);
  return 1;
}
