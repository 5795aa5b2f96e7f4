#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "mesh": hosts h0, h1... of one processor, a link without contention for each pair: the platforms of most
/// papers on graphs of sequential tasks (as Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 2). Three streams:
///   "speeds"      real from min_speed to min_speed x heterogeneity, per host in their order
///   "latencies"   real from min_latency to max_latency, per pair
///   "bandwidths"  real from min_bandwidth to max_bandwidth, per pair
/// Pairs come by their first host, then by their second one: each unordered pair once, whose two directions are alike,
/// or each ordered pair. A draw from a range of one value takes nothing from its stream. The ranges of latency and
/// bandwidth leave the draws alone: others stretch the same draws.
std::span<const ParameterSpec> random_mesh_parameters();
Platform build_random_mesh(const Recipe& recipe, std::string_view definition);

}  // namespace palio
