// Cost of handing N trivial tasks to a dispatcher and running all of them.
//
// One producer, a thread of its own, hands N tasks (`--tasks`, 1,000,000) to a dispatcher, not
// through a mailbox. Each increments one shared atomic counter; the N-th signals. With ",inside"
// behind the count the producer is itself a task of the dispatcher. A new counter is used for every
// repetition, so every repetition waits for all N runs.
//
// "drain" is from the first hand-over until the N-th run has happened, "enqueue" the part of it
// that the producer spent handing over, "alloc" what operator new was asked for meanwhile, by the
// whole process, and what the library's pools have grown by. 3 unreported repetitions come first.
//
// The twin hands over one object N times. Here a task is a closure over the counter: what waits in
// a queue can be there but once.
#include "bench/dispatch_table.hpp"
#include "bench/pool_bytes.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <atomic>
#include <latch>
#include <string_view>

namespace kebne::bench {
namespace {

constexpr std::string_view settings = R"(
  akka.loglevel = OFF
  akka.stdout-loglevel = OFF
  bench {
    channel  { type = Dispatcher, executor = channel-executor, throughput = 30 }
    task     { type = Dispatcher, executor = task-executor, throughput = 30 }
    remote   { type = Dispatcher, executor = default-executor
               fork-join-executor {
                 parallelism-min = 2, parallelism-factor = 0.5, parallelism-max = 16 } }
    forkjoin { type = Dispatcher, executor = fork-join-executor, throughput = 30
               fork-join-executor {
                 parallelism-min = 2, parallelism-factor = 1.0, parallelism-max = 16 } }
  })";

struct Kind {
  std::string_view name;
  std::string_view id;
};
constexpr Kind kinds[] = {
    {"ChannelD", "bench.channel"},
    {"DefaultThreadPool", "akka.actor.default-dispatcher"},
    {"ForkJoin(remote)", "bench.remote"},  // the default pool, as this section is written
    {"ForkJoin(sys)", "akka.actor.internal-dispatcher"},
    {"ForkJoin(dedicated)", "bench.forkjoin"},
    {"TaskD", "bench.task"},
};

/// On a line of its own: where the producer's variables lie beside it is a matter of the process.
class alignas(64) Tally {
 public:
  explicit Tally(std::int64_t goal) : goal_{goal} {}

  void count() noexcept {
    if (ran_.fetch_add(1) + 1 == goal_) hit_.count_down();
  }
  void wait() const { hit_.wait(); }

 private:
  const std::int64_t goal_;
  std::atomic<std::int64_t> ran_{0};
  std::latch hit_{1};
};

Drain once(const MessageDispatcher& dispatcher, std::int64_t tasks, bool inside) {
  Tally tally{tasks};
  std::latch handed{1};
  Drain result;
  const TakenMemory taken;
  const Stopwatch clock;
  const auto hand_over = [&] {
    for (std::int64_t i = 0; i < tasks; ++i) dispatcher.schedule([&tally] { tally.count(); });
    result.enqueue_ms = clock.ms();
    handed.count_down();
  };
  if (inside) {
    dispatcher.schedule([&hand_over] { hand_over(); });
  } else {
    hand_over();
  }
  tally.wait();
  result.drain_ms = clock.ms();
  handed.wait();
  result.bytes = taken.bytes();
  return result;
}

/// Calls `on_drain(name, inside, drain)` for each repetition.
template <class OnDrain>
void drain_all(const Options& options, std::int64_t reps, OnDrain on_drain) {
  constexpr int warm_ups = 3;
  Progress progress;
  SystemOptions system_options = SystemOptions::from(Config::text(settings));
  system_options.workers = options.workers;
  const ActorSystem system{"drain", std::move(system_options)};
  for (const Kind& kind : kinds) {
    const MessageDispatcher dispatcher = system.dispatchers().lookup(kind.id);
    for (const bool inside : {false, true}) {
      for (std::int64_t run = -warm_ups; run < reps; ++run) {
        progress.show(
            fmt::format("{}{}, {} of {}", kind.name, inside ? " inside" : "", run + 1, reps));
        const Drain drain = once(dispatcher, options.ops, inside);
        progress.clear();
        if (run >= 0) on_drain(kind.name, inside, drain);
      }
    }
  }
}

void as_lines(const Options& options) {
  const Report report{options.tsv, options.quick};
  drain_all(options, options.reps, [&](std::string_view name, bool inside, const Drain& drain) {
    const auto count = fmt::format("{}{}", options.ops, inside ? ",inside" : "");
    report.line("dispatcher", name, "enqueue," + count, drain.enqueue_ms, "ms");
    report.line("dispatcher", name, "drain," + count, drain.drain_ms, "ms");
    report.line("dispatcher", name, "alloc," + count, static_cast<double>(drain.bytes), "bytes");
  });
}

void as_table(const Options& options) {
  const std::int64_t reps = std::max(options.reps, DispatchTable::least_repetitions);
  DispatchTable table{options};
  fmt::print("{}", DispatchTable::columns());
  std::fflush(stdout);
  drain_all(options, reps, [&](std::string_view name, bool inside, const Drain& drain) {
    table.add(drain);
    if (table.size() < reps) return;
    fmt::print("{}", table.row(name, inside));
    std::fflush(stdout);
  });
}

}  // namespace

void dispatch(const Options& options) {
  if (options.tsv) {
    as_lines(options);
  } else {
    as_table(options);
  }
}

}  // namespace kebne::bench
