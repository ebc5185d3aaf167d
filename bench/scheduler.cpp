// The system's scheduler (tick of 10 ms and 512 buckets as shipped), used from one outside thread.
//
// "arm": `armed` (1,000,000) one-shot actions with a delay of one hour are scheduled, one after the
// other, without keeping a handle. A new system for each repetition.
// "arm+cancel": two seconds after that, with those still armed, `pairs` (1,000,000) times: schedule
// an action in one hour, cancel it at once by its handle.
// "lateness": on a new system `timers` (10,000) actions, the i-th with a delay of 100 ms + i * 0.1
// ms; each notes how much later than (time when scheduled + delay) it ran. Percentiles by nearest
// rank.
// The actions of the first two do nothing. One unreported repetition of them with a tenth of the
// counts comes first.
//
// Without twins: "random", `delays` (1,000,000) actions with delays up to two seconds: how many
// ran early. "periodic", the processor time of the whole process while a timer tells an actor
// something every millisecond for `seconds` (10). "unarmed", how often the threads of a system that
// has had timers wake up within `seconds` when it has none.
#include "bench/process.hpp"
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"
#include "kebne/base/random.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kebne::bench {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

SystemOptions settings(const Options& options) {
  return {.workers = options.workers, .logging = quiet};
}

void rates(const Options& options, std::int64_t armed, std::int64_t pairs, const Report* report) {
  ActorSystem system{"scheduler", settings(options)};
  const Scheduler& scheduler = system.scheduler();
  const Stopwatch arming;
  for (std::int64_t i = 0; i < armed; ++i) scheduler.schedule_once(1h, [] {});
  const double arm_seconds = arming.seconds();

  std::this_thread::sleep_for(2s);
  const Stopwatch pairing;
  for (std::int64_t i = 0; i < pairs; ++i) scheduler.schedule_once(1h, [] {}).cancel();
  const double pair_seconds = pairing.seconds();

  if (report == nullptr) return;
  const auto parameter = fmt::format("armed={}", armed);
  report->line("scheduler", "arm", parameter, static_cast<double>(armed) / arm_seconds, "timers/s");
  report->line("scheduler", "arm+cancel", fmt::format("{},pairs={}", parameter, pairs),
               static_cast<double>(pairs) / pair_seconds, "pairs/s");
}

using Nanoseconds = std::vector<std::int64_t>;

Nanoseconds sorted_lateness(const Options& options) {
  ActorSystem system{"scheduler", settings(options)};
  const Scheduler& scheduler = system.scheduler();
  Nanoseconds late(static_cast<std::size_t>(options.timers));
  std::latch done{options.timers};
  for (std::size_t i = 0; i < late.size(); ++i) {
    const std::chrono::nanoseconds delay = 100ms + i * 100us;
    const auto due = Steady::now() + delay;
    scheduler.schedule_once(delay, [due, &noted = late[i], &done] {
      noted = std::chrono::nanoseconds{Steady::now() - due}.count();
      done.count_down();
    });
  }
  done.wait();
  std::sort(late.begin(), late.end());
  return late;
}

/// Counts by powers of two of microseconds.
void print_histogram(const Nanoseconds& sorted) {
  std::array<int, 64> counts{};
  for (const std::int64_t ns : sorted) {
    ++counts[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(ns / 1000)))];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 0) fmt::print("  below {:>7} us: {:>7}\n", std::uint64_t{1} << i, counts[i]);
  }
}

void lateness(const Options& options, const Report& report) {
  const Nanoseconds late = sorted_lateness(options);
  const auto n = static_cast<double>(late.size());
  for (const auto& [name, part] :
       {std::pair{"p50", 0.5}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1.0}}) {
    const std::int64_t ns = late[static_cast<std::size_t>(std::ceil(part * n)) - 1];
    report.line("scheduler", "lateness", fmt::format("{},timers={}", name, late.size()),
                static_cast<double>(ns) / 1e3, "us");
  }
  if (!options.tsv) print_histogram(late);
}

void random_delays(const Options& options, const Report& report) {
  ActorSystem system{"scheduler", settings(options)};
  const Scheduler& scheduler = system.scheduler();
  SeededRandom random{1};
  std::atomic<std::int64_t> early{0};
  std::latch done{options.delays};
  for (std::int64_t i = 0; i < options.delays; ++i) {
    const std::chrono::nanoseconds delay{random.next() % 2'000'000'000};
    const auto due = Steady::now() + delay;
    scheduler.schedule_once(delay, [due, &early, &done] {
      if (Steady::now() < due) early.fetch_add(1);
      done.count_down();
    });
  }
  done.wait();
  report.line("scheduler", "random", fmt::format("timers={}", options.delays),
              static_cast<double>(early.load()), "early");
}

struct Tick {};

class Clock final : public Actor {
 public:
  static void behavior(On<Clock>& on) { on.handle<&Clock::tick>(); }
  explicit Clock(std::atomic<std::int64_t>* ticks) : ticks_{ticks} {}

 private:
  void tick(const Tick&) { ticks_->fetch_add(1, std::memory_order_relaxed); }
  std::atomic<std::int64_t>* ticks_;
};

/// Of all threads but the calling one, which sleeps so long.
std::int64_t waits_within(std::chrono::seconds time) {
  const auto before = read_switches();
  std::this_thread::sleep_for(time);
  auto after = read_switches();
  after.erase(std::to_string(gettid()));
  std::int64_t waits = 0;
  for (const auto& [thread, now] : after) {
    const auto found = before.find(thread);
    waits += now.voluntary - (found == before.end() ? 0 : found->second.voluntary);
  }
  return waits;
}

void periodic(const Options& options, const Report& report) {
  const std::chrono::seconds time{options.seconds};
  std::atomic<std::int64_t> ticks{0};
  ActorSystem system{"scheduler", settings(options)};
  const ActorRef clock = system.spawn<Clock>("clock", &ticks);
  const Cancelable timer = system.scheduler().schedule_tell_repeatedly(100ms, 1ms, clock, Tick{});
  std::this_thread::sleep_for(500ms);

  const std::int64_t ticks_before = ticks.load();
  const double cpu_before = cpu_seconds();
  const Stopwatch wall;
  std::this_thread::sleep_for(time);
  const double share = (cpu_seconds() - cpu_before) / wall.seconds();
  const std::int64_t told = ticks.load() - ticks_before;
  timer.cancel();
  if (told < 900 * options.seconds) {
    throw std::runtime_error{
        fmt::format("scheduler: {} ticks in {} s, wanted {}", told, options.seconds, time / 1ms)};
  }
  const auto parameter = fmt::format("seconds={}", options.seconds);
  report.line("scheduler", "periodic", "interval=1ms," + parameter, share * 100, "% of a core");

  std::this_thread::sleep_for(1s);  // until all have fallen asleep
  report.line("scheduler", "unarmed", parameter, static_cast<double>(waits_within(time)),
              "switches");
}

}  // namespace

void scheduler(const Options& options, const Report& report) {
  rates(options, std::max<std::int64_t>(1, options.armed / 10),
        std::max<std::int64_t>(1, options.cancels / 10), nullptr);
  for (std::int64_t r = 0; r < options.reps; ++r) {
    rates(options, options.armed, options.cancels, &report);
    lateness(options, report);
    random_delays(options, report);
    periodic(options, report);
  }
}

}  // namespace kebne::bench
