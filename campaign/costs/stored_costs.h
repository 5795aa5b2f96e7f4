#pragma once

#include <cstdint>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/costs/forecast.h"
#include "campaign/plan/done_set.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// What completed scenarios of the study cost: all that are stored or, of more than `most`, a part spread evenly over
/// the file, the same one every time.
std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most = 20'000);

/// The same, and for strategies without any what they cost before their code was changed: what the latest code that has
/// results cost.
KnownCosts read_known_costs(const Study& study, const DimensionIds& ids, const CampaignReader& reader);

}  // namespace palio
