// Pairs of actors with a window of messages in flight; `rally.hpp` has the definition.
//
// Before the first figure each kind plays 200,000 balls at throughput 30, unreported. Start and
// termination of a system are outside the clock of the rate; the table shows them as columns.
#include "bench/pingpong_table.hpp"
#include "bench/rally.hpp"
#include "bench/subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace kebne::bench {
namespace {

/// Called with a row's throughput and its cells, in the order of the kinds.
using OnRow = std::function<void(std::uint32_t, const std::vector<Cell>&)>;

Rally rally_of(const Options& options, const std::string& kind) {
  return {.kind = kind,
          .dispatcher = options.dispatcher,
          .total = options.total,
          .pairs = options.pairs,
          .window = options.window,
          .workers = options.workers};
}

/// Returns the number of threads that the process had while playing.
int warm_up(const Options& options) {
  int threads = 0;
  for (const auto& kind : options.kinds) {
    Rally rally = rally_of(options, kind);
    rally.total = std::max<std::int64_t>(200'000, options.pairs);
    threads = std::max(threads, play(rally).threads);
  }
  return threads;
}

void sweep(const Options& options, const OnRow& on_row) {
  Progress progress;
  const std::size_t cells_in_all = options.rows.size() * options.kinds.size();
  for (std::int64_t rep = 0; rep < options.reps; ++rep) {
    std::size_t at = 0;
    for (const std::uint32_t throughput : options.rows) {
      std::vector<Cell> cells;
      for (const auto& kind : options.kinds) {
        progress.show(fmt::format("repetition {}/{}, cell {}/{}: throughput {}, {}", rep + 1,
                                  options.reps, ++at, cells_in_all, throughput, kind));
        Rally rally = rally_of(options, kind);
        rally.throughput = throughput;
        cells.push_back(play(rally));
      }
      progress.clear();
      on_row(throughput, cells);
    }
  }
}

void print(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

void as_table(const Options& options) {
  PingPongTable table{options.kinds};
  std::vector<double> first_starts;
  for (const auto& kind : options.kinds) {
    Rally rally = rally_of(options, kind);
    rally.total = rally.pairs;
    first_starts.push_back(play(rally).start_ms);
  }
  print(table.header(options, warm_up(options)) + '\n');
  for (std::size_t k = 0; k < options.kinds.size(); ++k) {
    print(PingPongTable::first_start(options.kinds[k], first_starts[k]));
  }
  print('\n' + table.columns());
  sweep(options, [&table](std::uint32_t throughput, const std::vector<Cell>& cells) {
    print(table.row(throughput, cells));
  });
  print("Done\n\n" + table.footer());
}

void as_lines(const Options& options) {
  const Report report{options.tsv, options.quick};
  warm_up(options);
  sweep(options, [&](std::uint32_t throughput, const std::vector<Cell>& cells) {
    const auto parameter = fmt::format("throughput={}", throughput);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto variant = variant_of(options.kinds[k], options.dispatcher);
      const auto& cell = cells[k];
      report.line("pingpong", variant, parameter, cell.rate(), "msgs/s");
      report.line("contextswitch", variant, parameter, cell.switches_per_million(),
                  "switches/Mmsgs");
      report.line("pingpong-cpu", variant, parameter, cell.cpu_ns(), "ns/msg");
    }
  });
}

}  // namespace

void pingpong(const Options& options) {
  if (options.tsv) {
    as_lines(options);
  } else {
    as_table(options);
  }
}

}  // namespace kebne::bench
