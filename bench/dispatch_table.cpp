#include "bench/dispatch_table.hpp"

#include "bench/report.hpp"
#include "bench/statistics.hpp"

#include <fmt/core.h>

namespace kebne::bench {

std::string DispatchTable::columns() {
  return fmt::format("{:<19} {:>13} {:<19} {:>10} {:>10} {:>10} {:>10} {:>14}\n", "method",
                     "task count", "configurator", "mean [ms]", "error", "std dev", "median",
                     "allocated [B]");
}

std::string DispatchTable::row(std::string_view configurator, bool inside) {
  std::vector<double> ms;
  std::vector<double> bytes;
  for (const Drain& drain : drains_) {
    ms.push_back(drain.drain_ms);
    bytes.push_back(static_cast<double>(drain.bytes));
  }
  drains_.clear();
  const Statistics all = Statistics::of(std::move(ms));
  return fmt::format("{:<19} {:>13} {:<19} {:>10.2f} {:>10.2f} {:>10.2f} {:>10.2f} {:>14}\n",
                     inside ? "RunDispatcherInside" : "RunDispatcher",
                     fmt::format("{}{}", options_.ops, options_.quick ? ",quick" : ""),
                     configurator, all.mean, all.error, all.deviation, all.median,
                     grouped(median_of(std::move(bytes))));
}

}  // namespace kebne::bench
