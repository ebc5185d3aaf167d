// The ping-pong of `rally.hpp`, raw receive, on each kind of executor at throughput 1, 30 and 300.
//
// As lines for programs: the cells of `pingpong --kind base --dispatcher NAME` for each name.
#include "bench/rally.hpp"
#include "bench/statistics.hpp"
#include "bench/subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace kebne::bench {
namespace {

constexpr std::uint32_t throughputs[] = {1, 30, 300};

Rally rally_on(const Options& options, const std::string& dispatcher) {
  return {.kind = "base",
          .dispatcher = dispatcher,
          .total = options.total,
          .pairs = options.pairs,
          .window = options.window,
          .workers = options.workers};
}

void warm_up(const Options& options, const std::string& dispatcher) {
  Rally rally = rally_on(options, dispatcher);
  rally.total = std::max(std::min<std::int64_t>(200'000, options.total), options.pairs);
  play(rally);
}

void as_lines(const Options& options) {
  for (const std::string& dispatcher : dispatchers()) {
    Options one = options;
    one.dispatcher = dispatcher;
    one.kinds = {"base"};
    one.rows.assign(std::begin(throughputs), std::end(throughputs));
    pingpong(one);
  }
}

void as_table(const Options& options) {
  std::string names = fmt::format("{:<12}", "");
  std::string units = fmt::format("{:<12}", "executor");
  for (const std::uint32_t throughput : throughputs) {
    names += fmt::format(" {:>26}", fmt::format("throughput {}", throughput));
    units += fmt::format(" {:>14} {:>11}", "msgs/s", "switches/M");
  }
  fmt::print("{}\n{}\n", names, units);
  Progress progress;
  for (const std::string& dispatcher : dispatchers()) {
    progress.show(dispatcher);
    warm_up(options, dispatcher);
    std::string row = fmt::format("{:<12}", dispatcher);
    for (const std::uint32_t throughput : throughputs) {
      std::vector<double> rates;
      std::vector<double> switches;
      for (std::int64_t rep = 0; rep < options.reps; ++rep) {
        progress.show(fmt::format("{}, throughput {}, {} of {}", dispatcher, throughput, rep + 1,
                                  options.reps));
        Rally rally = rally_on(options, dispatcher);
        rally.throughput = throughput;
        const Cell cell = play(rally);
        rates.push_back(cell.rate());
        switches.push_back(cell.switches_per_million());
      }
      row += fmt::format(" {:>14} {:>11.1f}", grouped(median_of(rates)), median_of(switches));
    }
    progress.clear();
    fmt::print("{}\n", row);
    std::fflush(stdout);
  }
}

}  // namespace

void executors(const Options& options) {
  if (options.tsv) {
    as_lines(options);
  } else {
    as_table(options);
  }
}

}  // namespace kebne::bench
