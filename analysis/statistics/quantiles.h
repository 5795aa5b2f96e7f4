#pragma once

#include <span>

namespace palio {

/// The quantile of order p in [0, 1] of at least one value: type 7 of Hyndman and Fan (The American Statistician 50(4),
/// 1996), which R and NumPy use too: linear between the values at floor and ceiling of p (n - 1). Reorders the values.
double quantile(std::span<double> values, double p);

}  // namespace palio
