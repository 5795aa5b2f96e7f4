#pragma once

#include <cstdint>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/costs/forecast.h"
#include "campaign/plan/missing_jobs.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Costs of completed scenarios: all that are stored, or of more than `most` a fixed part, spread evenly over the file.
std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most = 20'000);

/// The same, and for strategies without any, the costs of their latest earlier code that has results.
KnownCosts read_known_costs(const Study& study, const DimensionIds& ids, const CampaignReader& reader);

}  // namespace palio
