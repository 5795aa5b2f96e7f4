#pragma once

#include <span>

#include "analysis/statistics/intervals.h"

namespace palio {

/// From so many values on, mean_interval is Student's: by then the mean is as good as normal, and resampling is slow.
inline constexpr std::size_t k_most_resampled = 5000;

/// The 95 % interval of the mean: up to k_most_resampled values the percentiles of 2,000 bootstrap resamples (Efron,
/// Annals of Statistics 7(1), 1979) drawn from a fixed stream, beyond them Student's. At least two values.
Interval mean_interval(std::span<const double> values);

}  // namespace palio
