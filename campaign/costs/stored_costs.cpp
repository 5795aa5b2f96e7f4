#include "campaign/costs/stored_costs.h"

#include "storage/read/stored_results.h"

namespace palio {

std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most) {
  std::vector<CostObservation> costs;
  const ScenarioPositions positions(study, ids);
  for_each_cost(reader, most, [&](const ScenarioId& id, double total_time) {
    if (const auto at = positions.find(id)) costs.push_back({at->instance, at->strategy, total_time});
  });
  return costs;
}

}  // namespace palio
