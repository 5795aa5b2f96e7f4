#include "analysis/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace palio {

double quantile(std::span<double> values, double p) {
  const double place = p * static_cast<double>(values.size() - 1);
  const auto index = static_cast<std::size_t>(place);
  const double share = place - std::floor(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::ranges::nth_element(values, at);
  if (share == 0) return *at;  // there may be no next value, and infinity times 0 is none
  const double next = *std::min_element(at + 1, values.end());
  return *at + share * (next - *at);
}

}  // namespace palio
