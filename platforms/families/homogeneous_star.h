#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/star.h"

namespace palio {

/// Family "star": a one-port master and identical workers; every link and the master's port have the same bandwidth.
/// Nothing is drawn. Senger, Silva, Nascimento, CCGRIDW 2006, section III.
std::span<const ParameterSpec> homogeneous_star_parameters();
Star build_homogeneous_star(const Recipe& recipe, std::string_view definition);

}  // namespace palio
