#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "random-multi-cluster": clusters c0, c1... behind a common backbone, drawn as in N'Takpe, Suter, Casanova,
/// ISPDC 2007, section 5.1. Three streams, one draw per cluster in their order except the last:
///   "processors"  integer from min_processors to max_processors
///   "speeds"      real from min_speed to min_speed x heterogeneity
///   "links"       one integer in all: 0 if c0 has links of 1 Gb/s, 1 if of 10 Gb/s; the clusters alternate from there
/// A draw from a range of one value takes nothing from its stream. tcp_gamma and the backbone leave the draws alone.
std::span<const ParameterSpec> random_multi_cluster_parameters();
Platform build_random_multi_cluster(const Recipe& recipe, std::string_view definition);

}  // namespace palio
