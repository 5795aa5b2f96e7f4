#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"

namespace palio {

/// A quantile over instances, and how far it may be from the quantile for other draws (Woodruff, JASA 47, 1952): the
/// share of values up to it varies like a mean, and the ends of the share's interval are the orders of the ends of the
/// quantile's. Quantiles are linear between values, as in intervals.h.
class DrawnQuantile {
public:
  /// At least one value; an order in (0, 1).
  DrawnQuantile(std::span<const DrawnValue> values, double order);

  double value() const { return value_; }
  /// Whether all values are equal.
  bool is_constant() const { return sorted_.front() == sorted_.back(); }
  /// The share of values below the quantile or, if that varies more, of values up to it: they differ where many values
  /// equal it.
  const CrossedRatio& share(const Draws& platforms, const Draws& workloads) const;

  /// How far the interval extends to its longer side, given the half-width of the share's; infinite if that leaves
  /// [0, 1]: the values do not show such an end.
  double reach(double share_margin) const;
  /// The largest half-width of the share's interval with which the quantile's extends at most `distance`.
  double share_margin(double distance) const;

private:
  double at(double order) const;
  /// The order at which the quantile is `value`, which has `before` of the sorted values before it.
  double order_of(double value, std::size_t before) const;

  double order_;
  std::vector<double> sorted_;
  double value_;
  CrossedRatio below_, up_to_;
};

}  // namespace palio
