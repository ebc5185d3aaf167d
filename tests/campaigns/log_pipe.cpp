// A log that nobody reads: standard output is a pipe which fills up and then blocks its writer.
//
// Actors make a million log calls meanwhile, and an outside thread asks an internal actor, the
// guardian /system, something every 10 ms. Prints how long the calls took, how long the guardian
// took to answer, and how many records were dropped. Calls during which the operating system gave
// the processor to somebody else, without the thread having waited for anything, are listed apart;
// beside a slow answer stands how long the two threads were ready and had no processor.
// Fails when a call was neither written, waiting nor counted as dropped, or when the guardian
// missed something.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using namespace kebne;
using namespace std::chrono_literals;

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int64_t calls = 1'000'000;
constexpr std::int64_t calls_a_message = 100;
constexpr int actors = 4;
constexpr std::chrono::nanoseconds slow = 500us;

/// Counts durations by powers of two of nanoseconds. One thread.
class Histogram {
 public:
  void add(std::chrono::nanoseconds time) {
    const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
    ++counts_[static_cast<std::size_t>(std::bit_width(ns) - 1)];
    slowest_ = std::max(slowest_, time);
  }
  void add(const Histogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    slowest_ = std::max(slowest_, other.slowest_);
  }
  void print(const char* what) const {
    fmt::print(stderr, "{}: slowest {} us\n", what,
               std::chrono::duration<double, std::micro>(slowest_).count());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      fmt::print(stderr, "  below {:>12} ns: {:>8}\n", std::uint64_t{2} << i, counts_[i]);
    }
  }

 private:
  std::array<std::int64_t, 63> counts_{};
  std::chrono::nanoseconds slowest_{0};
};

struct Go {
  std::int64_t left;
};

/// What the operating system has done with this thread.
struct Usage {
  long waits = 0;        ///< times that it gave its processor away
  long preemptions = 0;  ///< times that it lost it
  long faults = 0;       ///< pages that it was given, or waited for
  std::chrono::nanoseconds cpu{0};

  static Usage now() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    const auto time = [](const timeval& t) {
      return std::chrono::seconds{t.tv_sec} + std::chrono::microseconds{t.tv_usec};
    };
    return {used.ru_nvcsw, used.ru_nivcsw, used.ru_minflt + used.ru_majflt,
            time(used.ru_utime) + time(used.ru_stime)};
  }
  friend Usage operator-(const Usage& a, const Usage& b) {
    return {a.waits - b.waits, a.preemptions - b.preemptions, a.faults - b.faults, a.cpu - b.cpu};
  }
};

struct SlowCall {
  std::chrono::nanoseconds time;
  Usage usage;
};

struct SlowAnswer {
  std::chrono::nanoseconds time;
  std::chrono::nanoseconds waited;
};

struct Times {
  Histogram calls;
  Histogram preempted;
  std::vector<SlowCall> slow;
};

class Talker final : public Actor {
 public:
  static void behavior(On<Talker>& on) { on.handle<&Talker::go>(); }
  Talker(Times* times, std::latch* done) : times_{times}, done_{done} {}

 private:
  void go(const Go& m) {
    for (std::int64_t i = 0; i < calls_a_message; ++i) {
      const Usage used = Usage::now();
      const auto before = Steady::now();
      log().info("{} calls are left, of {}", m.left - i, calls);
      const std::chrono::nanoseconds time = Steady::now() - before;
      record(time, Usage::now() - used);
    }
    if (m.left > calls_a_message) {
      self().tell(Go{m.left - calls_a_message});
    } else {
      done_->count_down();
    }
  }
  void record(std::chrono::nanoseconds time, const Usage& usage) {
    const bool preempted = usage.preemptions != 0 && usage.waits == 0;
    (preempted ? times_->preempted : times_->calls).add(time);
    if (!preempted && time > slow) times_->slow.push_back({time, usage});
  }
  Times* times_;
  std::latch* done_;
};

/// How long the asking thread and that of the guardian have been ready to run and did not.
std::chrono::nanoseconds waited_for_processor() {
  std::chrono::nanoseconds sum{0};
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task"}) {
    std::string name;
    std::ifstream{task.path() / "comm"} >> name;
    if (name != "asking" && !name.starts_with("kebne-internal")) continue;
    std::int64_t ran = 0;
    std::int64_t waited = 0;
    std::ifstream{task.path() / "schedstat"} >> ran >> waited;
    sum += std::chrono::nanoseconds{waited};
  }
  return sum;
}

/// Puts a full pipe in the place of standard output; returns its other end.
int block_stdout() {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[1], F_SETPIPE_SZ, 4096);
  dup2(ends[1], STDOUT_FILENO);
  close(ends[1]);
  return ends[0];
}

}  // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  const int unread = block_stdout();
  std::vector<Times> times(actors);
  Histogram ticks;
  std::vector<SlowAnswer> slow_answers;
  std::int64_t asked = 0;
  std::int64_t answered = 0;
  std::uint64_t dropped = 0;
  const std::uint32_t ring = 8192;
  {
    ActorSystem system{"pipe", {.logging = {.ring_size = ring, .flush_timeout = 100ms}}};
    const ActorRef guardian = system.system_guardian();
    std::latch done{actors};
    for (Times& t : times) system.spawn<Talker>("", &t, &done).tell(Go{calls / actors});

    std::mutex lock;
    std::condition_variable stop;
    bool stopping = false;
    std::thread outside{[&] {
      detail::name_thread("asking");
      std::unique_lock guard{lock};
      while (!stop.wait_for(guard, 10ms, [&] { return stopping; })) {
        const auto waited = waited_for_processor();
        const auto before = Steady::now();
        ++asked;
        if (system.ask<Identify>(guardian).wait_for(10s)) ++answered;
        const std::chrono::nanoseconds time = Steady::now() - before;
        ticks.add(time);
        if (time > slow) slow_answers.push_back({time, waited_for_processor() - waited});
      }
    }};
    done.wait();
    {
      const std::lock_guard guard{lock};
      stopping = true;
    }
    stop.notify_one();
    outside.join();
    dropped = system.dropped_log_records();
  }
  close(unread);

  Times all;
  for (const Times& t : times) {
    all.calls.add(t.calls);
    all.preempted.add(t.preempted);
  }
  all.calls.print("log calls");
  all.preempted.print("log calls that were preempted");
  for (const Times& t : times) {
    for (const SlowCall& call : t.slow) {
      fmt::print(stderr,
                 "slow call: {} us, {} us of them on the processor; {} waits, {} preemptions, {} "
                 "page faults\n",
                 call.time / 1us, call.usage.cpu / 1us, call.usage.waits, call.usage.preemptions,
                 call.usage.faults);
    }
  }
  ticks.print("answers of the guardian");
  for (const SlowAnswer& answer : slow_answers) {
    fmt::print(stderr, "slow answer: {} us; ready, without a processor, for {} us meanwhile\n",
               answer.time / 1us, answer.waited / 1us);
  }
  fmt::print(stderr, "{} calls, {} dropped, {} of {} questions answered\n", calls, dropped,
             answered, asked);
  const bool counted = dropped <= calls && dropped + ring + 4096 >= calls;
  return counted && answered == asked ? 0 : 1;
}
