#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/star.h"

namespace palio {

/// Family "random-star": a master and heterogeneous workers, as the experiments of Benoit, Marchal, Pineau, Robert,
/// Vivien, RR 2007-48, on slowed-down nodes of one kind. Two streams, one draw per worker in their order:
///   "speeds"  real from 1 to max_slowdown, by which base_speed (flop/s) is divided
///   "links"   real from 1 to max_slowdown, by which base_bandwidth (byte/s) is divided
/// Links have no latency. A draw from a range of one value takes nothing from its stream. The base values, the
/// master's bandwidth (0: as base_bandwidth, so that it slows no link down) and the port model leave the draws alone.
std::span<const ParameterSpec> random_star_parameters();
Star build_random_star(const Recipe& recipe, std::string_view definition);

}  // namespace palio
