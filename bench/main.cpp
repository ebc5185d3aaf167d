#include "bench/options.hpp"
#include "bench/rally.hpp"
#include "bench/report.hpp"
#include "bench/subjects.hpp"

#include <fmt/core.h>

#include <exception>

namespace {

void measure(const kebne::bench::Options& options) {
  const kebne::bench::Report report{options.tsv, options.quick};
  if (options.subject == "pingpong") kebne::bench::pingpong(options);
  if (options.subject == "pair") kebne::bench::pair(options, report);
  if (options.subject == "dispatch") kebne::bench::dispatch(options);
  if (options.subject == "mailbox") kebne::bench::mailbox(options, report);
  if (options.subject == "executors") kebne::bench::executors(options);
  if (options.subject == "spawn") kebne::bench::spawning(options, report);
  if (options.subject == "watch") kebne::bench::watch(options, report);
  if (options.subject == "idle") kebne::bench::idle(options, report);
  if (options.subject == "start") kebne::bench::start(options, report);
  if (options.subject == "hocon") kebne::bench::hocon(options, report);
  if (options.subject == "scheduler") kebne::bench::scheduler(options, report);
  if (options.subject == "timers") kebne::bench::timers(options, report);
  if (options.subject == "eventstream") kebne::bench::eventstream(options, report);
  if (options.subject == "logging") kebne::bench::logging(options, report);
}

}  // namespace

int main(int argc, char** argv) {
  const kebne::bench::Program program{
      .name = "kebne-bench",
      .subjects = {"pingpong", "pair", "spawn", "dispatch", "mailbox", "executors", "hocon",
                   "eventstream", "logging", "scheduler", "timers", "watch", "idle", "start"},
      .kinds = {"base", "receive"},
      .dispatchers = kebne::bench::dispatchers()};
  try {
    measure(kebne::bench::parse_options(program, argc, argv));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kebne-bench: {}\n", error.what());
    return 1;
  }
}
