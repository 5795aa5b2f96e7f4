#pragma once

#include <cstdint>

namespace palio {

/// Mean and spread of values that come one after the other (Welford, Technometrics 4(3), 1962): no cancellation
/// however large the mean is beside the deviation.
class Moments {
public:
  void add(double value);

  std::int64_t count() const { return count_; }
  /// NaN without a value.
  double mean() const;
  /// Of the sample, divided by count - 1; NaN for fewer than two values.
  double variance() const;
  double deviation() const;

private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared distances from the mean
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
  double products_ = 0;
};

}  // namespace palio
