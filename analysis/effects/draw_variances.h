#pragma once

#include <string>
#include <vector>

#include "analysis/effects/design.h"

namespace palio {

/// The variance between draws within a cell.
struct DrawComponent {
  std::string source;   // "platforms", "workloads", "both together" or what cannot be told apart
  double variance = 0;  // an estimate: below 0 by chance where there is none
};

/// What values of one cell vary by, as far as they tell it: half the mean squared difference of pairs of a cell that
/// share the platform's draw is workloads + both, that of pairs which share the workload's is platforms + both, that of
/// the other pairs is all three (Koch, Technometrics 10(3), 1968). Unbiased whatever is missing, as long as the cells
/// have the same components; where each platform runs each workload of its cell, the ANOVA estimates. Empty where no
/// cell has two values.
std::vector<DrawComponent> draw_components(const EffectDesign& design);

}  // namespace palio
