#pragma once

#include "bench/rally.hpp"

#include <string>
#include <vector>

namespace kebne::bench {

/// The readable form of the ping-pong: a row for each throughput, three columns for each kind.
class PingPongTable {
 public:
  explicit PingPongTable(std::vector<std::string> kinds) : kinds_{std::move(kinds)} {}

  /// The facts of this run; `threads` is what the process had after warming up.
  [[nodiscard]] std::string header(const Options& options, int threads) const;

  [[nodiscard]] static std::string first_start(const std::string& kind, double ms);
  [[nodiscard]] std::string columns() const;

  /// One row, `cells` in the order of the kinds; marks each rate that is the best so far.
  [[nodiscard]] std::string row(std::uint32_t throughput, const std::vector<Cell>& cells);

  /// What all rows cost together.
  [[nodiscard]] std::string footer() const;

 private:
  std::vector<std::string> kinds_;
  std::vector<std::vector<double>> cpu_ns_;
  double best_ = 0;
  std::int64_t messages_ = 0;
  std::int64_t context_switches_ = 0;
  std::int64_t allocated_bytes_ = 0;
};

}  // namespace kebne::bench
