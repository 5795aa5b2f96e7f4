#pragma once

#include <cstdint>

#include "analysis/statistics/moments.h"

namespace palio {

struct Interval {
  double low = 0;
  double high = 0;
};

/// Half-width of Student's interval of the mean, at a level in (0, 1) such as 0.95; NaN for fewer than two values.
double mean_margin(const Moments& values, double level);

/// mean(x) / mean(y).
double ratio_of_means(const PairMoments& pairs);
/// Half-width of its interval, by the delta method over pairs: the ratio r varies like the mean of (x - r y) / mean(y).
/// NaN for fewer than two pairs.
double ratio_margin(const PairMoments& pairs, double level);

/// Wilson's interval (JASA 22, 1927) of a share: `hits` of `count` > 0.
Interval wilson_interval(std::int64_t hits, std::int64_t count, double level);

}  // namespace palio
