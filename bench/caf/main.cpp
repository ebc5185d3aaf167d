// The same ping-pong and spawn on CAF 0.17, a peer to compare with: `../rally.hpp`, `../spawn.cpp`.
//
// Dynamically typed event-based actors, one worker for each processor. The wall is a handler that
// returns its reply, CAF's own way to answer. The flat parent keeps its children and sends each an
// exit message when it is told to quit; `flat-up+down` ends when the exit hooks of all have run. A
// thief of CAF 0.17 walks its victim's whole queue under a lock, hence slow, uneven flat figures.
#include "bench/options.hpp"
#include "bench/report.hpp"

#include <caf/all.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <latch>
#include <string>
#include <vector>

namespace {

using kebne::bench::Options;
using kebne::bench::Report;

using Go = caf::atom_constant<caf::atom("go")>;
using Ball = caf::atom_constant<caf::atom("ball")>;
using Ping = caf::atom_constant<caf::atom("ping")>;
using Grow = caf::atom_constant<caf::atom("grow")>;
using Sum = caf::atom_constant<caf::atom("sum")>;
using Raise = caf::atom_constant<caf::atom("raise")>;
using Here = caf::atom_constant<caf::atom("here")>;

const std::string variant =
    fmt::format("caf-{}.{}.{}", CAF_MAJOR_VERSION, CAF_MINOR_VERSION, CAF_PATCH_VERSION);

class Settings : public caf::actor_system_config {
 public:
  Settings(const Options& options, std::uint32_t throughput) {
    set("scheduler.max-throughput", std::size_t{throughput});
    set("scheduler.max-threads",
        std::size_t{options.workers == 0 ? kebne::bench::processors() : options.workers});
  }
};

double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Waits until `actor` has answered; a refusal ends the program.
void await(caf::scoped_actor& self, const caf::actor& actor) {
  self->request(actor, caf::infinite, Ping::value)
      .receive([](Ping) {},
               [](const caf::error&) { throw std::runtime_error{"an actor refused to answer"}; });
}

caf::behavior wall() {
  return {[](Ball) { return Ball::value; }, [](Ping) { return Ping::value; }};
}

struct Score {
  std::int64_t budget = 0;
  std::int64_t window = 0;
  std::int64_t out = 0;
  std::int64_t back = 0;
};

caf::behavior striker(caf::stateful_actor<Score>* self, const caf::actor& wall, std::int64_t budget,
                      std::int64_t window, std::latch* done) {
  self->state.budget = budget;
  self->state.window = std::min(window, budget);
  return {[=](Go) {
            auto& score = self->state;
            for (; score.out < score.window; ++score.out) self->send(wall, Ball::value);
          },
          [=](Ball) {
            auto& score = self->state;
            ++score.back;
            if (score.out < score.budget) {
              ++score.out;
              self->send(wall, Ball::value);
            } else if (score.back == score.budget) {
              done->count_down();
            }
          },
          [](Ping) { return Ping::value; }};
}

/// Returns the seconds it took.
double rally(const Options& options, std::uint32_t throughput, std::int64_t total) {
  Settings settings{options, throughput};
  std::latch done{options.pairs};
  double seconds = 0;
  {
    caf::actor_system system{settings};
    caf::scoped_actor self{system};
    std::vector<caf::actor> strikers;
    for (std::int64_t i = 0; i < options.pairs; ++i) {
      const caf::actor opposite = system.spawn(wall);
      strikers.push_back(
          system.spawn(striker, opposite, total / options.pairs, options.window, &done));
      await(self, opposite);
      await(self, strikers.back());
    }
    const auto began = std::chrono::steady_clock::now();
    for (const auto& s : strikers) caf::anon_send(s, Go::value);
    done.wait();
    seconds = seconds_since(began);
  }
  return seconds;
}

void pingpong(const Options& options, const Report& report) {
  kebne::bench::Progress progress;
  rally(options, 30, std::max<std::int64_t>(200'000, options.pairs));
  for (std::int64_t rep = 0; rep < options.reps; ++rep) {
    for (const std::uint32_t throughput : options.rows) {
      progress.show(fmt::format("{} pingpong: repetition {}/{}, throughput {}", variant, rep + 1,
                                options.reps, throughput));
      const double seconds = rally(options, throughput, options.total);
      progress.clear();
      report.line("pingpong", variant, fmt::format("throughput={}", throughput),
                  2.0 * static_cast<double>(options.total) / seconds, "msgs/s");
    }
  }
}

struct Node {
  int missing = 10;
  std::int64_t sum = 0;
};

caf::behavior node(caf::stateful_actor<Node>* self, const caf::actor& parent) {
  return {[=](Grow, std::int64_t depth, std::int64_t ordinal) {
            if (depth == 0) {
              self->send(parent, Sum::value, ordinal);
              self->quit();
              return;
            }
            for (std::int64_t i = 0; i < 10; ++i) {
              const auto child = self->spawn(node, caf::actor_cast<caf::actor>(self));
              self->send(child, Grow::value, depth - 1, ordinal * 10 + i);
            }
          },
          [=](Sum, std::int64_t part) {
            self->state.sum += part;
            if (--self->state.missing > 0) return;
            self->send(parent, Sum::value, self->state.sum);
            self->quit();
          }};
}

struct Asked {
  caf::response_promise answer;
};

caf::behavior gardener(caf::stateful_actor<Asked>* self) {
  return {[=](Grow, std::int64_t depth, std::int64_t ordinal) -> caf::result<std::int64_t> {
            self->state.answer = self->make_response_promise();
            const auto root = self->spawn(node, caf::actor_cast<caf::actor>(self));
            self->send(root, Grow::value, depth, ordinal);
            return self->state.answer;
          },
          [=](Sum, std::int64_t sum) { self->state.answer.deliver(sum); }};
}

caf::behavior flat_child(caf::event_based_actor* self, const caf::actor& parent, std::latch* gone) {
  self->attach_functor([gone] { gone->count_down(); });
  self->send(parent, Here::value);
  return {[](Ping) { return Ping::value; }};
}

struct Flock {
  caf::response_promise answer;
  std::vector<caf::actor> children;  // CAF ends actors that nobody holds
  std::int64_t missing = 0;
};

caf::behavior flat_parent(caf::stateful_actor<Flock>* self, std::latch* gone) {
  self->attach_functor([gone] { gone->count_down(); });
  self->set_exit_handler([=](const caf::exit_msg& m) {
    for (const auto& child : self->state.children) self->send_exit(child, m.reason);
    self->quit(m.reason);
  });
  return {[=](Raise, std::int64_t children) -> caf::result<Here> {
            self->state.answer = self->make_response_promise();
            self->state.missing = children;
            for (std::int64_t i = 0; i < children; ++i) {
              self->state.children.push_back(
                  self->spawn(flat_child, caf::actor_cast<caf::actor>(self), gone));
            }
            return self->state.answer;
          },
          [=](Here) {
            if (--self->state.missing == 0) self->state.answer.deliver(Here::value);
          }};
}

double grow_tree(caf::scoped_actor& self, const caf::actor& gardener, std::int64_t depth) {
  std::int64_t leaves = 1;
  for (std::int64_t d = 0; d < depth; ++d) leaves *= 10;
  const std::int64_t expected = leaves * (leaves - 1) / 2;
  const auto began = std::chrono::steady_clock::now();
  std::int64_t sum = -1;
  self->request(gardener, caf::infinite, Grow::value, depth, std::int64_t{0})
      .receive([&](std::int64_t value) { sum = value; }, [](const caf::error&) {});
  const double seconds = seconds_since(began);
  if (sum != expected) {
    throw std::runtime_error{fmt::format("spawn tree: expected the sum {}, got {}", expected, sum)};
  }
  return seconds;
}

struct FlatRun {
  double up;
  double up_and_down;
};

FlatRun raise_flat(caf::actor_system& system, caf::scoped_actor& self, std::int64_t actors) {
  std::latch gone{actors};
  caf::actor parent = system.spawn(flat_parent, &gone);
  FlatRun run{};
  const auto began = std::chrono::steady_clock::now();
  self->request(parent, caf::infinite, Raise::value, actors - 1)
      .receive([](Here) {},
               [](const caf::error&) { throw std::runtime_error{"flat: the parent failed"}; });
  run.up = seconds_since(began);
  caf::anon_send_exit(parent, caf::exit_reason::user_shutdown);
  gone.wait();
  run.up_and_down = seconds_since(began);
  return run;
}

void spawning(const Options& options, const Report& report) {
  kebne::bench::Progress progress;
  Settings settings{options, 30};
  caf::actor_system system{settings};
  caf::scoped_actor self{system};
  const caf::actor garden = system.spawn(gardener);
  grow_tree(self, garden, 3);

  std::int64_t actors = 0;
  for (std::int64_t d = 0, level = 1; d <= options.depth; ++d, level *= 10) actors += level;
  for (std::int64_t rep = -1; rep < options.reps; ++rep) {
    progress.show(fmt::format("{} tree: run {}/{}", variant, rep + 2, options.reps + 1));
    const double seconds = grow_tree(self, garden, options.depth);
    progress.clear();
    if (rep < 0) continue;
    report.line("spawn", variant + ",tree", fmt::format("actors={}", actors),
                static_cast<double>(actors) / seconds, "actors/s");
  }

  const auto flat = static_cast<double>(options.flat);
  const auto parameter = fmt::format("actors={}", options.flat);
  for (std::int64_t rep = -1; rep < options.reps; ++rep) {
    progress.show(fmt::format("{} flat: run {}/{}", variant, rep + 2, options.reps + 1));
    const FlatRun run = raise_flat(system, self, options.flat);
    progress.clear();
    if (rep < 0) continue;
    report.line("spawn", variant + ",flat-up", parameter, flat / run.up, "actors/s");
    report.line("spawn", variant + ",flat-up+down", parameter, flat / run.up_and_down, "actors/s");
  }
  caf::anon_send_exit(garden, caf::exit_reason::user_shutdown);
}

}  // namespace

int main(int argc, char** argv) {
  const kebne::bench::Program program{
      .name = "kebne-bench-caf", .subjects = {"pingpong", "spawn"}, .kinds = {}};
  try {
    const Options options = kebne::bench::parse_options(program, argc, argv);
    const Report report{options.tsv, options.quick};
    if (options.subject == "pingpong") pingpong(options, report);
    if (options.subject == "spawn") spawning(options, report);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kebne-bench-caf: {}\n", error.what());
    return 1;
  }
}
