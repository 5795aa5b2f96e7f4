#include "campaign/costs/stored_costs.h"

#include <fmt/format.h>

namespace palio {
namespace {

std::int64_t last_row(const CampaignReader& reader) {
  std::int64_t last = 0;
  reader.query(
      "SELECT coalesce(max(rowid), 0) FROM main.result", [](const auto&) {},
      [&](const auto& row) { last = std::get<std::int64_t>(row.front()); });
  return last;
}

// One row of every `step`, at a scrambled place in it: rows come strategy by strategy, and a fixed place would meet the
// same one each time. By rowid, so that the other rows are never read.
std::string selection(std::int64_t last, std::int64_t step) {
  return fmt::format(
      "WITH RECURSIVE part(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM part WHERE (i + 1) * {1} < {0}) "
      "SELECT platform_id, workload_id, strategy_id, total_time FROM part "
      "CROSS JOIN main.result ON result.rowid = 1 + i * {1} + (i * 2654435761 / 65536) % {1} WHERE outcome = "
      "'completed'",
      last, step);
}

}  // namespace

std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most) {
  std::vector<CostObservation> costs;
  const std::int64_t last = last_row(reader);
  if (last == 0) return costs;
  const ScenarioPositions positions(study, ids);
  reader.query(
      selection(last, (last + most - 1) / most), [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        const auto id = [&](std::size_t column) { return std::get<std::int64_t>(row[column]); };
        if (const auto at = positions.find({id(0), id(1), id(2)}))
          costs.push_back({at->instance, at->strategy, std::get<double>(row[3])});
      });
  return costs;
}

}  // namespace palio
