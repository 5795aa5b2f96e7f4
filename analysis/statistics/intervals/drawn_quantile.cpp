#include "analysis/statistics/intervals/drawn_quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace palio {

DrawnQuantile::DrawnQuantile(std::span<const DrawnValue> values, double order) : order_(order) {
  for (const DrawnValue& value : values) sorted_.push_back(value.value);
  std::ranges::sort(sorted_);
  value_ = at(order);
  for (const auto& [value, platform, workload] : values) {
    below_.add(value < value_ ? 1 : 0, 1, platform, workload);
    up_to_.add(value <= value_ ? 1 : 0, 1, platform, workload);
  }
}

const CrossedRatio& DrawnQuantile::share(const Draws& platforms, const Draws& workloads) const {
  const auto variance = [&](const CrossedRatio& share) {
    const DrawVariances parts = share.variances(platforms, workloads);
    return parts.platforms.value + parts.workloads.value;
  };
  return variance(up_to_) > variance(below_) ? up_to_ : below_;
}

double DrawnQuantile::reach(double share_margin) const {
  const double low = order_ - share_margin, high = order_ + share_margin;
  if (low < 0 || high > 1) return std::numeric_limits<double>::infinity();
  if (std::isnan(share_margin)) return share_margin;
  return std::max(value_ - at(low), at(high) - value_);
}

double DrawnQuantile::share_margin(double distance) const {
  const auto count = [&](auto end) { return static_cast<std::size_t>(end - sorted_.begin()); };
  const double low = value_ - distance, high = value_ + distance;
  const double below = order_ - order_of(low, count(std::ranges::lower_bound(sorted_, low)));
  const double above = order_of(high, count(std::ranges::upper_bound(sorted_, high))) - order_;
  return std::max(0.0, std::min(below, above));
}

double DrawnQuantile::at(double order) const {
  const double place = order * static_cast<double>(sorted_.size() - 1);
  const auto index = static_cast<std::size_t>(place);
  const double share = place - std::floor(place);
  return share == 0 ? sorted_[index] : sorted_[index] + share * (sorted_[index + 1] - sorted_[index]);
}

double DrawnQuantile::order_of(double value, std::size_t before) const {
  if (before == 0) return 0;
  if (before == sorted_.size()) return 1;
  const double from = sorted_[before - 1], to = sorted_[before];
  return (static_cast<double>(before - 1) + (value - from) / (to - from)) / static_cast<double>(sorted_.size() - 1);
}

}  // namespace palio
