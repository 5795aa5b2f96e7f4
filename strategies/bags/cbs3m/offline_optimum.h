#pragma once

#include "strategies/bags/bag_policy.h"

namespace palio {

/// The least maximal stretch that any schedule of the batch can have in the fluid model of the star's ports: the
/// reference of what strategies reach, and a lower bound on it. Exact but for the tolerance of linear programs:
/// relative errors stay below 1e-6. Adds the linear programs to `use`, if given. Throws NoSchedule if one fails.
/// Benoit, Marchal, Pineau, Robert, Vivien (2008), section 4.
double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use = nullptr);

}  // namespace palio
