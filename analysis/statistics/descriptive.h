#pragma once

#include <cstdint>
#include <span>

#include "core/exact_sum.h"

namespace palio {

/// Mean and spread of values, from exact sums: no cancellation however large the mean is beside the deviation, and the
/// same bits in whatever order the values come.
class Moments {
public:
  void add(double value);

  std::int64_t count() const { return count_; }
  const ExactSum& sum() const { return sum_; }
  /// NaN without a value.
  double mean() const;
  /// Of the sample, divided by count - 1; NaN for fewer than two values.
  double variance() const;
  double deviation() const;

private:
  std::int64_t count_ = 0;
  ExactSum sum_, squares_;
};

/// The same of pairs, with what both have in common.
class PairMoments {
public:
  void add(double x, double y);

  const Moments& x() const { return x_; }
  const Moments& y() const { return y_; }
  /// Of the sample; NaN for fewer than two pairs.
  double covariance() const;

private:
  Moments x_, y_;
  ExactSum products_;
};

/// The quantile of order p in [0, 1] of at least one value: type 7 of Hyndman and Fan (The American Statistician 50(4),
/// 1996), which R and NumPy use too: linear between the values at floor and ceiling of p (n - 1). Reorders the values.
double quantile(std::span<double> values, double p);

}  // namespace palio
