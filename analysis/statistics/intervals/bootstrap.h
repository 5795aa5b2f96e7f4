#pragma once

#include <span>

#include "analysis/statistics/intervals/intervals.h"

namespace palio {

/// With fewer values mean_interval is Student's: the percentiles of few values reach too seldom beyond them.
inline constexpr std::size_t k_least_resampled = 30;
/// With more values it is Student's: by then the mean is as good as normal, and resampling is slow.
inline constexpr std::size_t k_most_resampled = 5000;

/// The 95 % interval of the mean: from k_least_resampled to k_most_resampled values the percentiles of 2,000 bootstrap
/// resamples (Efron, Annals of Statistics 7(1), 1979) drawn from a fixed stream, else Student's. At least two values.
Interval mean_interval(std::span<const double> values);

}  // namespace palio
