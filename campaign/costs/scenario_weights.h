#pragma once

#include <span>
#include <string>

#include "campaign/costs/cost_factors.h"
#include "campaign/plan/plan.h"

namespace palio {

/// What scenarios cost against each other by these observations, as a JSON text: a factor of three digits for every
/// value of every axis on which platforms or workloads differ, and for every strategy. Machines that compute
/// differently in the last bit write the same text.
std::string weights_text(const Study& study, std::span<const CostObservation> observations);

/// The weights of a study's scenarios by such a text; values that it does not know have the factor 1. `place` is the
/// name that messages give. Throws UserError for another text.
ScenarioWeights scenario_weights(const Study& study, const std::string& text, const std::string& place);

}  // namespace palio
