#pragma once

#include <algorithm>
#include <cmath>

#include "core/identity/random_stream.h"
#include "core/portable_math.h"

namespace palio {

/// A normal draw with these mean and deviation; what falls outside [least, most] is moved to the nearer end.
struct ClippedNormal {
  double mean = 0, deviation = 1;
  double least = 0, most = 0;

  double draw(RandomStream& stream) const { return std::clamp(mean + deviation * stream.normal(), least, most); }
};

/// Weights of the data sets of Coleman, Krishnamachari, arXiv 2403.07120, section IV: of tasks, data, hosts and links.
inline constexpr ClippedNormal k_relative_weight{1, 1.0 / 3, 1e-9, 2};

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
