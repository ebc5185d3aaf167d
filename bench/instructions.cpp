// What one message costs in instructions: kebne-instructions base|receive|pair[_counted]
// THROUGHPUT, under callgrind with --toggle-collect=measured_loop. Plays on the step executor, so
// the count is the same each time. One pair; rallies have 1,000 balls in flight. With `_counted`
// the system counts for metrics::snapshot. Prints the number of messages.
#include "bench/pair_actors.hpp"
#include "bench/rally_actors.hpp"
#include "kebne/testkit.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

using namespace kebne;

/// The only part that is counted.
extern "C" __attribute__((noinline)) void measured_loop(StepExecutor& executor) {
  executor.run_until_idle();
}

namespace {

constexpr std::int64_t balls = 500'000;
constexpr std::int64_t warm_up_balls = 20'000;

void rally(TestKit& kit, const std::string& kind, std::int64_t budget, void (*run)(StepExecutor&)) {
  std::latch done{1};
  const ActorRef wall = kit.spawn<bench::Wall>("");
  const ActorRef striker =
      kit.system().spawn(bench::striker(kind, bench::Score{wall, budget, 1000, &done}));
  kit.run_until_idle();
  striker.tell(bench::Go{});
  run(kit.executor());
}

void pair(TestKit& kit, std::int64_t from, void (*run)(StepExecutor&)) {
  const ActorRef right = kit.spawn<bench::Right>("");
  const ActorRef left = kit.spawn<bench::Left>("", right);
  kit.run_until_idle();
  const auto over = kit.system().ask<bench::Begin>(left, from);
  run(kit.executor());
}

void uncounted(StepExecutor& executor) { executor.run_until_idle(); }

}  // namespace

int main(int argc, char** argv) {
  std::string kind = argc == 3 ? argv[1] : "";
  constexpr std::string_view suffix = "_counted";
  const bool counts = kind.ends_with(suffix);
  if (counts) kind.resize(kind.size() - suffix.size());
  const std::string_view text = argc == 3 ? argv[2] : "";
  std::uint32_t throughput = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), throughput);
  const bool is_known = kind == "base" || kind == "receive" || kind == "pair";
  if (!is_known || parsed.ec != std::errc{} || throughput == 0) {
    fmt::print(stderr, "usage: kebne-instructions base|receive|pair[_counted] THROUGHPUT\n");
    return 2;
  }
  TestKit kit{{.config = std::make_shared<const Config>(Config::text(fmt::format(
                   "akka.actor.default-dispatcher.throughput = {}, kebne.telemetry.counters = {}",
                   throughput, counts ? "on" : "off")))}};
  if (kind == "pair") {
    pair(kit, 2 * warm_up_balls, &uncounted);
    pair(kit, 2 * balls, &measured_loop);
  } else {
    rally(kit, kind, warm_up_balls, &uncounted);
    rally(kit, kind, balls, &measured_loop);
  }
  fmt::print("{}\n", 2 * balls);
}
