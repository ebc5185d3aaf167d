#include "bench/rally.hpp"

#include "bench/subjects.hpp"

#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <latch>
#include <stdexcept>
#include <utility>
#include <vector>

namespace kebne::bench {
namespace {

struct Ball {};
struct Go {};

class Wall final : public Actor {
  bool receive(Envelope& envelope) override {
    if (envelope.get_if<Ball>() == nullptr) return false;
    sender().tell(Ball{});
    return true;
  }
};

/// Keeps the budget for both forms of striker.
class Score {
 public:
  Score(ActorRef wall, std::int64_t budget, std::int64_t window, std::latch* done)
      : wall_{std::move(wall)}, budget_{budget}, window_{std::min(window, budget)}, done_{done} {}

  void serve() {
    for (out_ = 0; out_ < window_; ++out_) wall_.tell(Ball{});
  }

  void returned() {
    ++back_;
    if (out_ < budget_) {
      ++out_;
      wall_.tell(Ball{});
    } else if (back_ == budget_) {
      done_->count_down();
    }
  }

 private:
  ActorRef wall_;
  std::int64_t budget_;
  std::int64_t window_;
  std::latch* done_;
  std::int64_t out_ = 0;
  std::int64_t back_ = 0;
};

class RawStriker final : public Actor {
 public:
  explicit RawStriker(Score score) : score_{std::move(score)} {}

 private:
  bool receive(Envelope& envelope) override {
    if (envelope.get_if<Ball>() != nullptr) {
      score_.returned();
    } else if (envelope.get_if<Go>() != nullptr) {
      score_.serve();
    } else {
      return false;
    }
    return true;
  }

  Score score_;
};

class HandlerStriker final : public Actor {
 public:
  static void behavior(On<HandlerStriker>& on) {
    on.handle<&HandlerStriker::ball>();
    on.handle<&HandlerStriker::go>();
  }

  explicit HandlerStriker(Score score) : score_{std::move(score)} {}

 private:
  void ball(const Ball&) { score_.returned(); }
  void go(const Go&) { score_.serve(); }

  Score score_;
};

Props striker(const std::string& kind, Score score) {
  if (kind == "base") return props<RawStriker>(std::move(score));
  if (kind == "receive") return props<HandlerStriker>(std::move(score));
  throw std::invalid_argument{
      fmt::format("kind of striker: expected base or receive, got \"{}\"", kind)};
}

}  // namespace

Cell play(const Rally& rally) {
  Cell cell;
  cell.messages = 2 * rally.total;
  std::latch done{rally.pairs};
  const Stopwatch life;
  ActorSystem system{"rally", {.throughput = rally.throughput, .workers = rally.workers}};
  std::vector<ActorRef> strikers;
  for (std::int64_t i = 0; i < rally.pairs; ++i) {
    const ActorRef wall = system.spawn<Wall>(fmt::format("wall-{}", i));
    const Score score{wall, rally.total / rally.pairs, rally.window, &done};
    strikers.push_back(system.spawn(striker(rally.kind, score), fmt::format("striker-{}", i)));
    system.ask<Identify>(wall).get();
    system.ask<Identify>(strikers.back()).get();
  }
  cell.start_ms = life.ms();

  const AllocationCounter allocations;
  const SwitchesByThread switches = read_switches();
  const double cpu = cpu_seconds();
  const std::int64_t allocated = allocations.so_far().bytes;
  const Stopwatch clock;
  for (const auto& s : strikers) s.tell(Go{});
  done.wait();
  cell.seconds = clock.seconds();
  cell.allocated_bytes = allocations.so_far().bytes - allocated;
  cell.cpu_seconds = cpu_seconds() - cpu;
  const Switches since = switches_since(switches);
  cell.context_switches = since.voluntary + since.involuntary;
  cell.threads = thread_count();

  system.terminate().get();
  cell.total_ms = life.ms();
  return cell;
}

}  // namespace kebne::bench
