#include "bench/pingpong_table.hpp"

#include "bench/report.hpp"
#include "bench/statistics.hpp"

#include <fmt/core.h>

#include <gnu/libc-version.h>

#include <algorithm>
#include <cmath>

namespace kebne::bench {
namespace {

std::string title(const std::string& kind) {
  return kind == "base" ? "ActorBase" : kind == "receive" ? "ReceiveActor" : kind;
}

/// `30000000` as `3e7`.
std::string short_power(std::int64_t value) {
  const int power = value < 1 ? 0 : static_cast<int>(std::log10(static_cast<double>(value)));
  return fmt::format("{:.3g}e{}", static_cast<double>(value) / std::pow(10, power), power);
}

std::string memory_mode() {
#ifdef KEBNE_PLAIN_POOL
  const char* pools = "no pools";
#else
  const char* pools = "pooled envelopes";
#endif
  return fmt::format("{} over glibc {} malloc, {}", pools, gnu_get_libc_version(),
                     KEBNE_BENCH_BUILD);
}

}  // namespace

std::string PingPongTable::header(const Options& options, int threads) const {
  return fmt::format(
      "operating system: {}\n"
      "processor count: {}\n"
      "clock speed [MHz]: {:.0f}\n"
      "actor count: {}\n"
      "messages sent/received: {}  ({})\n"
      "memory mode: {}\n"
      "thread count: {}\n",
      operating_system(), processors(), clock_mhz(), 2 * options.pairs, 2 * options.total,
      short_power(2 * options.total), memory_mode(), threads);
}

std::string PingPongTable::first_start(const std::string& kind, double ms) {
  return fmt::format("{:<12} first start time: {:.2f} ms\n", title(kind), ms);
}

std::string PingPongTable::columns() const {
  std::string names = fmt::format("{:10}", "");
  std::string units = fmt::format("{:>10}", "throughput");
  for (const auto& kind : kinds_) {
    names += fmt::format("  {:<41}", title(kind));
    units += fmt::format("  {:>14} {:>12} {:>12}  ", "msgs/s ", "start [ms]", "total [ms]");
  }
  names.erase(names.find_last_not_of(' ') + 1);
  units.erase(units.find_last_not_of(' ') + 1);
  return names + '\n' + units + '\n';
}

std::string PingPongTable::row(std::uint32_t throughput, const std::vector<Cell>& cells) {
  std::string text = fmt::format("{:>10}", throughput);
  std::vector<double> cpu_ns;
  for (const auto& cell : cells) {
    const bool best = cell.rate() > best_;
    best_ = std::max(best_, cell.rate());
    text += fmt::format("  {:>13}{} {:>12.2f} {:>12.0f}  ", grouped(cell.rate()), best ? '*' : ' ',
                        cell.start_ms, cell.total_ms);
    cpu_ns.push_back(cell.cpu_ns());
    messages_ += cell.messages;
    context_switches_ += cell.context_switches;
    allocated_bytes_ += cell.allocated_bytes;
  }
  cpu_ns_.push_back(std::move(cpu_ns));
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string PingPongTable::footer() const {
  const auto messages = static_cast<double>(messages_);
  std::string text = fmt::format(
      "context switches per million messages: {:.1f}\n"
      "bytes allocated per message: {:.4f}\n",
      static_cast<double>(context_switches_) * 1e6 / messages,
      static_cast<double>(allocated_bytes_) / messages);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    std::vector<double> column;
    for (const auto& row : cpu_ns_) column.push_back(row[k]);
    text += fmt::format("CPU time per message, {}: {:.1f} ns (median of rows)\n", title(kinds_[k]),
                        median_of(std::move(column)));
  }
  text += fmt::format("peak RSS: {:.1f} MiB\n",
                      static_cast<double>(peak_resident_bytes()) / (1024 * 1024));
  return text;
}

}  // namespace kebne::bench
