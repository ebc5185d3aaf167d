// campaign_stopped_process: a process with a timer at a fixed rate and one with a fixed delay, both
// of 100 ms, is stopped by SIGSTOP for five seconds. Prints how often each has told in eight
// seconds. Fails when the one at a fixed rate has not caught up, or the other one has.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <thread>

using namespace kebne;
using namespace std::chrono_literals;

namespace {

constexpr auto interval = 100ms;
constexpr auto stall = 5s;

struct Counts {
  int at_rate = 0;
  int with_delay = 0;
  std::int64_t intervals = 0;  ///< that have passed
};

struct AtRate {};
struct WithDelay {};

class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) {
    on.handle<&Counter::count_rate>().handle<&Counter::count_delay>();
  }
  explicit Counter(std::array<std::atomic<int>, 2>* counts) : counts_{counts} {}

 private:
  void count_rate(const AtRate&) { (*counts_)[0].fetch_add(1); }
  void count_delay(const WithDelay&) { (*counts_)[1].fetch_add(1); }
  std::array<std::atomic<int>, 2>* counts_;
};

Counts count() {
  std::array<std::atomic<int>, 2> counts{};
  ActorSystem system{"stopped"};
  const ActorRef counter = system.spawn<Counter>("counter", &counts);
  const Scheduler& scheduler = system.scheduler();
  const auto begun = scheduler.now();
  scheduler.schedule_tell_repeatedly(interval, interval, counter, AtRate{});
  scheduler.schedule_tell_with_fixed_delay(interval, interval, counter, WithDelay{});
  std::this_thread::sleep_for(8s + interval / 2);
  return {counts[0].load(), counts[1].load(), (scheduler.now() - begun) / interval};
}

}  // namespace

int main() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return 2;
  const pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    const Counts counts = count();
    return write(ends[1], &counts, sizeof counts) == sizeof counts ? 0 : 2;
  }
  close(ends[1]);
  std::this_thread::sleep_for(1s + interval / 2);
  kill(child, SIGSTOP);
  std::this_thread::sleep_for(stall);
  kill(child, SIGCONT);
  Counts counts;
  const bool has_told = read(ends[0], &counts, sizeof counts) == sizeof counts;
  int status = 0;
  waitpid(child, &status, 0);
  if (!has_told || status != 0) {
    fmt::print(stderr, "campaign_stopped_process: the child has failed\n");
    return 2;
  }
  fmt::print("{} intervals of {} ms, {} s of them stopped: fixed rate {}, fixed delay {}\n",
             counts.intervals, interval.count(), stall.count(), counts.at_rate, counts.with_delay);
  const auto without_stall = static_cast<int>(counts.intervals - stall / interval);
  const bool is_right = counts.at_rate >= counts.intervals - 1 &&
                        counts.at_rate <= counts.intervals + 1 &&
                        counts.with_delay <= without_stall + 1;
  if (is_right) return 0;
  fmt::print(stderr, "campaign_stopped_process: wanted {} at a fixed rate, at most {} others\n",
             counts.intervals, without_stall + 1);
  return 1;
}
