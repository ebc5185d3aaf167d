// campaign_blocked_worker: one of two workers is blocked in a handler; how long until 1,000
// messages to others are all handled, at several stages of the other worker's falling asleep? Fails
// when it takes half a second.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using kebne::ActorRef;
using kebne::ActorSystem;
using kebne::Envelope;
using kebne::detail::monotonic_ns;

constexpr int others = 100;
constexpr int messages = 1'000;
constexpr std::uint64_t limit_ns = 500'000'000;

struct Go {};

class Handler final : public kebne::Actor {
 public:
  explicit Handler(std::latch* done) : done_{done} {}
  bool receive(Envelope&) override {
    done_->count_down();
    return true;
  }

 private:
  std::latch* done_;
};

/// Tells all others, so that they wait on this worker, and then blocks it until all is handled.
class Blocker final : public kebne::Actor {
 public:
  Blocker(std::vector<ActorRef> all, std::latch* done, std::atomic<std::uint64_t>* took)
      : all_{std::move(all)}, done_{done}, took_{took} {}
  bool receive(Envelope&) override {
    const std::uint64_t begun = monotonic_ns();
    for (int i = 0; i < messages; ++i) all_[static_cast<std::size_t>(i % others)].tell(Go{});
    done_->wait();
    took_->store(monotonic_ns() - begun);
    return true;
  }

 private:
  std::vector<ActorRef> all_;
  std::latch* done_;
  std::atomic<std::uint64_t>* took_;
};

/// Nanoseconds until all is handled, when the pool has rested for `pause` before.
std::uint64_t measure(std::chrono::microseconds pause) {
  std::latch done{messages};
  std::atomic<std::uint64_t> took{0};
  ActorSystem system{"blocked", {.workers = 2}};
  std::vector<ActorRef> all;
  for (int i = 0; i < others; ++i) all.push_back(system.spawn<Handler>("", &done));
  const ActorRef blocker = system.spawn<Blocker>("blocker", all, &done, &took);
  for (const ActorRef& ref : all) system.ask<kebne::Identify>(ref).get();
  system.ask<kebne::Identify>(blocker).get();
  std::this_thread::sleep_for(pause);

  blocker.tell(Go{});
  system.ask<kebne::Identify>(blocker).get();
  return took.load();
}

}  // namespace

int main() {
  std::uint64_t worst = 0;
  fmt::print("{:>12} {:>10} {:>10} {:>10}\n", "rested (us)", "min (ms)", "median", "max");
  for (const int pause_us : {0, 20, 100, 1'000, 3'000, 10'000, 30'000, 120'000}) {
    std::vector<std::uint64_t> runs;
    for (int i = 0; i < 15; ++i) runs.push_back(measure(std::chrono::microseconds{pause_us}));
    std::sort(runs.begin(), runs.end());
    worst = std::max(worst, runs.back());
    const auto ms = [](std::uint64_t ns) { return static_cast<double>(ns) / 1e6; };
    fmt::print("{:>12} {:>10.3f} {:>10.3f} {:>10.3f}\n", pause_us, ms(runs.front()),
               ms(runs[runs.size() / 2]), ms(runs.back()));
  }
  if (worst < limit_ns) return 0;
  fmt::print(stderr, "campaign_blocked_worker: {} ns at worst, wanted less than {}\n", worst,
             limit_ns);
  return 1;
}
