#pragma once

#include <vector>

namespace kebne::bench {

/// What a table says of the repetitions of one figure.
struct Statistics {
  double mean = 0;
  double error = 0;  ///< half of the 99.9 % confidence interval of the mean
  double deviation = 0;
  double median = 0;

  /// Of 10 values or more: for fewer the error would be inexact.
  [[nodiscard]] static Statistics of(std::vector<double> values);
};

/// Of one value or more.
double median_of(std::vector<double> values);

}  // namespace kebne::bench
