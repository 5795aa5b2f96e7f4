#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/exact_sum.h"

namespace palio {

/// Mean and spread of values, from exact sums: no cancellation however large the mean is relative to the deviation, and
/// the same bits in any order of the values.
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

/// The same for pairs, with their covariance.
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

struct Interval {
  double low = 0;
  double high = 0;
};

/// Whether one of `count` values decides what their mean is: it makes up more than half of the sum of ten or more. The
/// mean then says nothing about the others.
inline bool rules_mean(double share, std::int64_t count) { return share > 0.5 && count >= 10; }

/// Half-width of Student's interval of the mean, at a level in (0, 1) such as 0.95; NaN for fewer than two values.
double mean_margin(const Moments& values, double level);

/// mean(x) / mean(y).
double ratio_of_means(const PairMoments& pairs);
/// Half-width of its interval: the ratio r varies like the mean of (x - r y) / mean(y). NaN for fewer than two pairs.
double ratio_margin(const PairMoments& pairs, double level);

/// Wilson's interval (JASA 22, 1927) of a share: `hits` of `count` > 0.
Interval wilson_interval(std::int64_t hits, std::int64_t count, double level);

/// With fewer values mean_interval is Student's: percentiles of few values make intervals too narrow.
inline constexpr std::size_t k_least_resampled = 30;
/// With more values it is Student's: the mean is practically normal then, and resampling is slow.
inline constexpr std::size_t k_most_resampled = 5000;

/// The 95 % interval of the mean: from k_least_resampled to k_most_resampled values the percentiles of 2,000 bootstrap
/// resamples (Efron, Annals of Statistics 7(1), 1979) drawn from a fixed stream, else Student's. At least two values.
Interval mean_interval(std::span<const double> values);

/// The decimals, 6 at most, that leave two significant digits of a margin (half an interval); 0 for an infinite one.
int margin_decimals(double margin);

/// "-22.8 % [-26.1, -19.4]": a value and its interval, both with the decimals that leave its width two digits; a unit
/// may be empty. Only the value, with six digits, if it is exact: the interval is no wider than rounding.
std::string interval_text(double value, const Interval& interval, std::string_view unit);

}  // namespace palio
