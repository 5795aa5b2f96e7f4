#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "normal-mesh" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): hosts, and a link for each pair of
/// them, whose speeds and bandwidths have weights from k_relative_weight. Streams: "hosts" for their number, "speeds",
/// "bandwidths" pair by pair.
std::span<const ParameterSpec> normal_mesh_parameters();
Platform build_normal_mesh(const Recipe& recipe, std::string_view definition);

}  // namespace palio
