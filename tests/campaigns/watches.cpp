// campaign_watches [ROUNDS]: an actor watches another, stops it, and hears of its end, a thousand
// at a time; half of the watches ask for a message of their own, and a tenth are withdrawn. Fails
// when resident memory grows by more than 4 MiB after the first tenth. Then one actor is watched by
// 100,000 others, and one watches 100,000, and the time of each step is printed.
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <string>
#include <vector>

namespace {

using kebne::ActorRef;

std::int64_t resident_kib() {
  std::ifstream statm{"/proc/self/statm"};
  std::int64_t total = 0;
  std::int64_t resident = 0;
  statm >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

struct Idle final : kebne::Actor {
  bool receive(kebne::Envelope&) override { return true; }
};

struct Play {
  using Reply = kebne::Done;
  int rounds;
};
struct Gone {
  std::string who;
};

class Keeper final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Keeper>& on) {
    on.handle<&Keeper::play>().handle<&Keeper::gone>().handle<&Keeper::terminated>();
  }

 private:
  void play(const Play& m) {
    asker_ = sender();
    for (int i = 0; i < m.rounds; ++i) {
      const ActorRef child = spawn<Idle>("");
      i % 2 == 0 ? watch(child)
                 : watch_with(child, Gone{"one whose name is long enough for the heap"});
      if (i % 10 == 9) {
        unwatch(child);
      } else {
        ++awaited_;
      }
      stop(child);
    }
  }
  void gone(const Gone&) { count(); }
  void terminated(const kebne::Terminated&) { count(); }
  void count() {
    if (--awaited_ == 0) asker_.tell(kebne::Done{});
  }

  ActorRef asker_;
  int awaited_ = 0;
};

struct Watch {
  std::vector<ActorRef> others;
  std::latch* done;
};

/// Watches others; later it answers when all are gone.
class Crowd final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Crowd>& on) {
    on.handle<&Crowd::begin>().handle<&Crowd::terminated>().handle<&Crowd::wait>();
  }
  struct WaitForAll {
    using Reply = kebne::Done;
  };

 private:
  void begin(const Watch& m) {
    for (const ActorRef& other : m.others) watch(other);
    left_ = m.others.size();
    m.done->count_down();
  }
  void wait(const WaitForAll&) {
    asker_ = sender();
    if (left_ == 0) asker_.tell(kebne::Done{});
  }
  void terminated(const kebne::Terminated&) {
    if (--left_ == 0 && asker_) asker_.tell(kebne::Done{});
  }

  std::size_t left_ = 0;
  ActorRef asker_;
};

void crowds(kebne::ActorSystem& system, int many) {
  std::vector<ActorRef> watchers;
  for (int i = 0; i < many; ++i) watchers.push_back(system.spawn<Crowd>(""));
  const ActorRef star = system.spawn<Idle>("star");
  auto start = std::chrono::steady_clock::now();
  std::latch all{many};
  for (const ActorRef& w : watchers) w.tell(Watch{{star}, &all});
  all.wait();
  system.ask<kebne::Identify>(star).get();
  fmt::print("{} watch one: {:.1f} ms\n", many, ms_since(start));

  const ActorRef fan = system.spawn<Crowd>("fan");
  start = std::chrono::steady_clock::now();
  std::latch one{1};
  fan.tell(Watch{watchers, &one});
  one.wait();
  fmt::print("one watches {}: {:.1f} ms\n", many, ms_since(start));

  start = std::chrono::steady_clock::now();
  for (int i = many / 2; i < many; ++i) system.stop(watchers[static_cast<std::size_t>(i)]);
  system.stop(star);
  for (int i = 0; i < many / 2; ++i) {
    system.ask<Crowd::WaitForAll>(watchers[static_cast<std::size_t>(i)]).get();
    system.stop(watchers[static_cast<std::size_t>(i)]);
  }
  system.ask<Crowd::WaitForAll>(fan).get();
  fmt::print("half of them stop, then the one, then the rest: {:.1f} ms\n", ms_since(start));
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  constexpr int batch = 1000;
  kebne::ActorSystem system{"watches"};
  const ActorRef keeper = system.spawn<Keeper>("keeper");
  const auto start = std::chrono::steady_clock::now();
  std::int64_t first = 0;
  for (int done = 0; done < rounds; done += batch) {
    if (done >= rounds / 10 && first == 0) first = resident_kib();
    system.ask<Play>(keeper, batch).get();
  }
  const std::int64_t last = resident_kib();
  fmt::print("{} rounds in {:.0f} ms; resident after a tenth {} KiB, at the end {} KiB\n", rounds,
             ms_since(start), first, last);
  crowds(system, 100'000);
  if (last - first <= 4096) return 0;
  fmt::print(stderr, "resident memory grew by {} KiB, expected at most 4096\n", last - first);
  return 1;
}
