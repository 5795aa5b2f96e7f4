#pragma once

#include <cmath>

#include "core/identity/random_stream.h"
#include "core/portable_math.h"

namespace palio {

/// What a draw with mean 0 and deviation 1 becomes in the log-normal distribution of that mean and coefficient of
/// variation.
inline double log_normal_of(double normal, double mean, double variation) {
  const double deviation = std::sqrt(portable_log(1 + variation * variation));  // of the logarithm
  return mean * portable_exp(deviation * (normal - deviation / 2));
}

inline double log_normal(double mean, double variation, RandomStream& stream) {
  return log_normal_of(stream.normal(), mean, variation);
}

}  // namespace palio
