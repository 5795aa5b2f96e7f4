#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "iot-network": a mesh of edge, fog and cloud hosts, in that order, each tier as fast as its mean, links by
/// the tiers of their ends; both with log-normal noise. Coleman, Krishnamachari, arXiv 2403.07120 (public code, 2026:
/// after iFogSim); its numbers of 2023 are other values of the same parameters. Streams: "hosts", "speeds",
/// "bandwidths".
std::span<const ParameterSpec> iot_network_parameters();
Platform build_iot_network(const Recipe& recipe, std::string_view definition);

}  // namespace palio
