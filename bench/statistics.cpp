#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kebne::bench {
namespace {

/// The 0.9995 quantile of Student's distribution, by Fisher's expansion around the normal one:
/// within 0.1 % from 9 degrees of freedom on.
double student(double freedom) {
  constexpr double normal = 3.2905;
  return normal + 9.730 / freedom + 26.13 / std::pow(freedom, 2) + 53.2 / std::pow(freedom, 3) +
         79.4 / std::pow(freedom, 4);
}

}  // namespace

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Statistics Statistics::of(std::vector<double> values) {
  const auto n = static_cast<double>(values.size());
  Statistics all;
  all.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - all.mean) * (value - all.mean);
  all.deviation = std::sqrt(squares / (n - 1));
  all.error = student(n - 1) * all.deviation / std::sqrt(n);
  all.median = median_of(std::move(values));
  return all;
}

}  // namespace kebne::bench
