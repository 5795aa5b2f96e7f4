#pragma once

#include <algorithm>

#include "core/identity/random_stream.h"

namespace palio {

/// A normal draw with these mean and deviation; what falls outside [least, most] is moved to the nearer end.
struct ClippedNormal {
  double mean = 0, deviation = 1;
  double least = 0, most = 0;

  double draw(RandomStream& stream) const { return std::clamp(mean + deviation * stream.normal(), least, most); }
};

/// Weights of the data sets of Coleman, Krishnamachari, arXiv 2403.07120, section IV: of tasks, data, hosts and links.
inline constexpr ClippedNormal k_relative_weight{1, 1.0 / 3, 1e-9, 2};

}  // namespace palio
