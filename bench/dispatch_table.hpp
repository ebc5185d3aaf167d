#pragma once

#include "bench/options.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::bench {

/// What one repetition of handing over and running has shown.
struct Drain {
  double enqueue_ms = 0;
  double drain_ms = 0;
  std::int64_t bytes = 0;
};

/// The readable form of the dispatcher benchmark: a row for each configuration, once with the
/// producer outside and once inside.
class DispatchTable {
 public:
  static constexpr std::int64_t least_repetitions = 10;  ///< of each row

  explicit DispatchTable(const Options& options) : options_{options} {}

  [[nodiscard]] static std::string columns();

  /// One more repetition of the row that is being measured.
  void add(const Drain& drain) { drains_.push_back(drain); }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(drains_.size()); }

  /// That row; the next one begins. `allocated` is the median.
  [[nodiscard]] std::string row(std::string_view configurator, bool inside);

 private:
  const Options& options_;
  std::vector<Drain> drains_;
};

}  // namespace kebne::bench
