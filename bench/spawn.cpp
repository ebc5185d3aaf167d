// Creating and stopping actors.
//
// "tree": a node of depth d > 0 starts 10 children of depth d - 1 and waits for 10 numbers, which
// it adds up, sends to its parent, and stops itself; a node of depth 0 sends its ordinal and stops.
// Depth 6 makes 1,111,111 actors. The clock runs from the request until the sum is back.
// "flat": one parent starts F - 1 children, each tells it from its start hook that it is ready;
// when all have, the asker is answered ("up"); then the parent is stopped with all its children
// ("down", seen in the parent's stop hook, which runs when no child is left). One unreported run
// comes first, each time in the same system.
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <latch>
#include <stdexcept>

namespace kebne::bench {
namespace {

struct Sum {
  std::int64_t value;
};
struct Grow {
  using Reply = Sum;
  std::int64_t depth;
  std::int64_t ordinal;
};

class TreeNode final : public Actor {
 public:
  static void behavior(On<TreeNode>& on) {
    on.handle<&TreeNode::grow>();
    on.handle<&TreeNode::part>();
  }

 private:
  void grow(const Grow& m) {
    if (m.depth == 0) return finish(m.ordinal);
    for (std::int64_t i = 0; i < 10; ++i) {
      spawn<TreeNode>("").tell(Grow{m.depth - 1, m.ordinal * 10 + i});
    }
  }

  void part(const Sum& m) {
    sum_ += m.value;
    if (--missing_ == 0) finish(sum_);
  }

  void finish(std::int64_t value) {
    parent().tell(Sum{value});
    stop();
  }

  std::int64_t sum_ = 0;
  int missing_ = 10;
};

class Gardener final : public Actor {
 public:
  static void behavior(On<Gardener>& on) {
    on.handle<&Gardener::grow>();
    on.handle<&Gardener::sum>();
  }

 private:
  void grow(const Grow& m) {
    asker_ = sender();
    spawn<TreeNode>("").tell(m);
  }

  void sum(const Sum& m) { asker_.tell(m); }

  ActorRef asker_;
};

struct Here {};
struct AllHere {};
struct Raise {
  using Reply = AllHere;
  std::int64_t children;
};

class FlatChild final : public Actor {
  void pre_start() override { parent().tell(Here{}); }
  bool receive(Envelope&) override { return true; }
};

class FlatParent final : public Actor {
 public:
  static void behavior(On<FlatParent>& on) {
    on.handle<&FlatParent::raise>();
    on.handle<&FlatParent::here>();
  }

  explicit FlatParent(std::latch* gone) : gone_{gone} {}

 private:
  void raise(const Raise& m) {
    asker_ = sender();
    missing_ = m.children;
    for (std::int64_t i = 0; i < m.children; ++i) spawn<FlatChild>("");
  }

  void here(const Here&) {
    if (--missing_ == 0) asker_.tell(AllHere{});
  }

  void post_stop() override { gone_->count_down(); }

  std::latch* gone_;
  ActorRef asker_;
  std::int64_t missing_ = 0;
};

/// Actors in a tree of this depth, and the sum of its leaves' ordinals.
struct TreeSize {
  std::int64_t actors = 0;
  std::int64_t sum = 0;
};

TreeSize tree_of(std::int64_t depth) {
  TreeSize size;
  std::int64_t leaves = 1;
  for (std::int64_t d = 0; d <= depth; ++d, leaves *= 10) size.actors += leaves;
  leaves /= 10;
  size.sum = leaves * (leaves - 1) / 2;
  return size;
}

/// Returns the seconds it took.
double grow_tree(ActorSystem& system, const ActorRef& gardener, std::int64_t depth) {
  const Stopwatch clock;
  const Sum sum = system.ask<Grow>(gardener, depth, std::int64_t{0}).get();
  const double seconds = clock.seconds();
  const TreeSize expected = tree_of(depth);
  if (sum.value != expected.sum) {
    throw std::runtime_error{
        fmt::format("spawn tree: expected the sum {}, got {}", expected.sum, sum.value)};
  }
  return seconds;
}

struct FlatRun {
  double up;
  double up_and_down;
};

FlatRun raise_flat(ActorSystem& system, std::int64_t actors) {
  std::latch gone{1};
  const ActorRef parent = system.spawn<FlatParent>("", &gone);
  FlatRun run{};
  const Stopwatch clock;
  system.ask<Raise>(parent, actors - 1).get();
  run.up = clock.seconds();
  parent.tell(PoisonPill{});
  gone.wait();
  run.up_and_down = clock.seconds();
  return run;
}

}  // namespace

void spawning(const Options& options, const Report& report) {
  Progress progress;
  ActorSystem system{"spawn", {.workers = options.workers, .logging = quiet}};
  const ActorRef gardener = system.spawn<Gardener>("");
  grow_tree(system, gardener, 3);

  const std::int64_t actors = tree_of(options.depth).actors;
  for (std::int64_t rep = -1; rep < options.reps; ++rep) {
    progress.show(fmt::format("spawn tree: run {}/{}", rep + 2, options.reps + 1));
    const double seconds = grow_tree(system, gardener, options.depth);
    progress.clear();
    if (rep < 0) continue;
    report.line("spawn", "tree", fmt::format("actors={}", actors),
                static_cast<double>(actors) / seconds, "actors/s");
  }

  const auto flat = static_cast<double>(options.flat);
  const auto parameter = fmt::format("actors={}", options.flat);
  for (std::int64_t rep = -1; rep < options.reps; ++rep) {
    progress.show(fmt::format("spawn flat: run {}/{}", rep + 2, options.reps + 1));
    const FlatRun run = raise_flat(system, options.flat);
    progress.clear();
    if (rep < 0) continue;
    report.line("spawn", "flat-up", parameter, flat / run.up, "actors/s");
    report.line("spawn", "flat-up+down", parameter, flat / run.up_and_down, "actors/s");
  }
}

}  // namespace kebne::bench
