#include "bench/rally.hpp"

#include "bench/pool_bytes.hpp"
#include "bench/quiet.hpp"
#include "bench/rally_actors.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <latch>
#include <map>
#include <memory>
#include <string_view>

namespace kebne::bench {
namespace {

constexpr std::string_view id = "bench.rally";

/// Of a dispatcher: what marks its cells, and what its section says beside the throughput.
struct Where {
  std::string mark;
  std::string section;
};
const std::map<std::string, Where> all{
    {"default", {}},
    {"fork-join",
     {"-fork-join", "executor = fork-join-executor, dedicated-thread-pool.thread-count = {}"}},
    {"task", {"-task", "executor = task-executor"}},
    {"channel", {"-channel", "executor = channel-executor"}},
    {"pinned", {"-pinned", "type = PinnedDispatcher"}},
    {"coalescing", {"-coalesced", "coalesce-sends = on"}},
};

std::shared_ptr<const Config> config_of(const Rally& rally) {
  const std::string& section = all.at(rally.dispatcher).section;
  if (section.empty()) return nullptr;
  const std::uint32_t workers = rally.workers != 0 ? rally.workers : processors();
  const auto text = fmt::format("{} {{ throughput = {}, {} }}", id, rally.throughput,
                                fmt::format(fmt::runtime(section), workers));
  return std::make_shared<const Config>(Config::text(text).with_fallback(Config::reference()));
}

}  // namespace

std::vector<std::string> dispatchers() {
  std::vector<std::string> names;
  for (const auto& [name, where] : all) names.push_back(name);
  return names;
}

std::string variant_of(const std::string& kind, const std::string& dispatcher) {
  return kind + all.at(dispatcher).mark;
}

Cell play(const Rally& rally) {
  Cell cell;
  cell.messages = 2 * rally.total;
  std::latch done{rally.pairs};
  const Stopwatch life;
  ActorSystem system{"rally",
                     {.throughput = rally.throughput,
                      .workers = rally.workers,
                      .config = config_of(rally),
                      .logging = quiet}};
  const auto spawn = [&](const Props& props, std::string_view name, std::int64_t number) {
    const bool is_default = rally.dispatcher == "default";
    return system.spawn(is_default ? props : props.with_dispatcher(std::string{id}),
                        fmt::format("{}-{}", name, number));
  };
  std::vector<ActorRef> strikers;
  for (std::int64_t i = 0; i < rally.pairs; ++i) {
    const ActorRef wall = spawn(props<Wall>(), "wall", i);
    const Score score{wall, rally.total / rally.pairs, rally.window, &done};
    strikers.push_back(spawn(striker(rally.kind, score), "striker", i));
    system.ask<Identify>(wall).get();
    system.ask<Identify>(strikers.back()).get();
  }
  cell.start_ms = life.ms();

  const AllocationCounter allocations;
  const SwitchesByThread switches = read_switches();
  const double cpu = cpu_seconds();
  const std::int64_t allocated = allocations.so_far().bytes + pool_bytes();
  const Stopwatch clock;
  for (const auto& s : strikers) s.tell(Go{});
  done.wait();
  cell.seconds = clock.seconds();
  cell.allocated_bytes = allocations.so_far().bytes + pool_bytes() - allocated;
  cell.cpu_seconds = cpu_seconds() - cpu;
  const Switches since = switches_since(switches);
  cell.context_switches = since.voluntary + since.involuntary;
  cell.threads = thread_count();

  system.terminate().get();
  cell.total_ms = life.ms();
  return cell;
}

}  // namespace kebne::bench
