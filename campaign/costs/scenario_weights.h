#pragma once

#include <span>
#include <string>

#include "campaign/costs/cost_factors.h"
#include "campaign/plan/plan.h"

namespace palio {

/// What scenarios cost against each other, as a JSON text: a factor for every value of every axis on which platforms or
/// workloads differ, and for every strategy. Three digits, so that all machines write the same text.
std::string weights_text(const Study& study, std::span<const CostObservation> observations);

/// The weights by such a text, 1 for values that it does not name. `place` is its name in messages. Throws UserError.
ScenarioWeights scenario_weights(const Study& study, const std::string& text, const std::string& place);

}  // namespace palio
