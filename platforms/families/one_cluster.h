#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "one-cluster": a homogeneous cluster c0 whose switch has the characteristics of its links. Nothing is drawn.
std::span<const ParameterSpec> one_cluster_parameters();
Platform build_one_cluster(const Recipe& recipe, std::string_view definition);

}  // namespace palio
