#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "grid5000-site": all clusters of a site. In Lille and Rennes they share a switch; in Nancy and Sophia each
/// has a switch of its own, joined to the others by a contended uplink. Family "grid5000-cluster": one cluster of them.
/// Nothing is drawn. By default the private link of a processor has 1 Gb/s and 100 us, as on the slides, and an uplink
/// 10 Gb/s and 100 us, which no paper gives. Switches are non-blocking: a message meets neither a bound nor a delay
/// there beside those of the links.
std::span<const ParameterSpec> grid5000_site_parameters();
Platform build_grid5000_site(const Recipe& recipe, std::string_view definition);

std::span<const ParameterSpec> grid5000_cluster_parameters();
Platform build_grid5000_cluster(const Recipe& recipe, std::string_view definition);

}  // namespace palio
