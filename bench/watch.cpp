// Death watch: watch an actor, stop it, get its Terminated.
//
// A keeper has `rounds` children without behaviour, all of which have answered an Identify before
// the clock. "sequential": it watches and stops one, and goes on to the next when the Terminated
// has come. "burst": it watches and stops all, then waits for all. The clock runs inside the keeper
// from before the first watch until the last Terminated is handled. Each repetition has a keeper of
// its own; two unreported ones come first.
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <chrono>
#include <vector>

namespace kebne::bench {
namespace {

class Idle final : public Actor {
  bool receive(Envelope&) override { return true; }
};

struct Seconds {
  double value;
};
struct Begin {
  using Reply = Seconds;
  bool burst;
};
struct AreUp {
  using Reply = Done;
};

class Keeper final : public Actor {
 public:
  static void behavior(On<Keeper>& on) {
    on.handle<&Keeper::terminated>().handle<&Keeper::begin>();
    on.handle<&Keeper::are_up>().handle<&Keeper::is_up>();
  }

  explicit Keeper(std::int64_t rounds) {
    for (std::int64_t i = 0; i < rounds; ++i) children_.push_back(spawn<Idle>(""));
  }

 private:
  void are_up(const AreUp&) {
    asker_ = sender();
    for (const ActorRef& child : children_) child.tell(Identify{});
  }
  void is_up(const ActorIdentity&) {
    if (++up_ == children_.size()) asker_.tell(Done{});
  }
  void begin(const Begin& m) {
    asker_ = sender();
    burst_ = m.burst;
    clock_ = Stopwatch{};
    if (!burst_) return end(children_[0]);
    for (const ActorRef& child : children_) end(child);
  }
  void terminated(const Terminated&) {
    if (++gone_ == children_.size()) {
      asker_.tell(Seconds{clock_.seconds()});
    } else if (!burst_) {
      end(children_[gone_]);
    }
  }
  void end(const ActorRef& child) {
    watch(child);
    stop(child);
  }

  std::vector<ActorRef> children_;
  ActorRef asker_;
  Stopwatch clock_;
  bool burst_ = false;
  std::size_t up_ = 0;
  std::size_t gone_ = 0;
};

}  // namespace

void watch(const Options& options, const Report& report) {
  Progress progress;
  ActorSystem system{"watch", {.workers = options.workers, .logging = quiet}};
  for (const bool burst : {false, true}) {
    for (std::int64_t rep = -2; rep < options.reps; ++rep) {
      progress.show(fmt::format("watch: run {}/{}", rep + 3, options.reps + 2));
      const ActorRef keeper = system.spawn<Keeper>("", options.rounds);
      system.ask<AreUp>(keeper).get();
      const Seconds time = system.ask<Begin>(keeper, burst).get();
      graceful_stop(keeper, std::chrono::minutes{1}).get();
      progress.clear();
      if (rep < 0) continue;
      report.line("watch", burst ? "burst" : "sequential", fmt::format("rounds={}", options.rounds),
                  static_cast<double>(options.rounds) / time.value, "rounds/s");
    }
  }
}

}  // namespace kebne::bench
