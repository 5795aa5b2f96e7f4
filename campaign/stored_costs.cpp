#include "campaign/stored_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace palio {
namespace {

using Positions = std::unordered_map<std::int64_t, std::uint32_t>;

Positions positions(const std::vector<std::int64_t>& ids) {
  Positions at;
  for (std::uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] > 0) at.emplace(ids[i], i);
  return at;
}

std::int64_t last_row(const CampaignReader& reader) {
  std::int64_t last = 0;
  reader.query(
      "SELECT coalesce(max(rowid), 0) FROM result", [](const auto&) {},
      [&](const auto& row) { last = std::get<std::int64_t>(row.front()); });
  return last;
}

// One row of every `step`, at a scrambled place in it: rows come strategy by strategy, and a fixed place would meet the
// same one each time. By rowid, so that the other rows are never read.
std::string selection(std::int64_t last, std::int64_t step) {
  return fmt::format(
      "WITH RECURSIVE part(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM part WHERE (i + 1) * {1} < {0}) "
      "SELECT platform_id, workload_id, strategy_id, total_time FROM part "
      "CROSS JOIN result ON result.rowid = 1 + i * {1} + (i * 2654435761 / 65536) % {1} WHERE outcome = 'completed'",
      last, step);
}

}  // namespace

std::vector<CostObservation> read_stored_costs(const DimensionIds& ids, const CampaignReader& reader,
                                               std::int64_t most) {
  std::vector<CostObservation> costs;
  const std::int64_t last = last_row(reader);
  if (last == 0) return costs;
  const Positions platforms = positions(ids.platforms), workloads = positions(ids.workloads),
                  strategies = positions(ids.strategies);
  reader.query(
      selection(last, (last + most - 1) / most), [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        const auto platform = platforms.find(std::get<std::int64_t>(row[0]));
        const auto workload = workloads.find(std::get<std::int64_t>(row[1]));
        const auto strategy = strategies.find(std::get<std::int64_t>(row[2]));
        if (platform == platforms.end() || workload == workloads.end() || strategy == strategies.end()) return;
        costs.push_back({{platform->second, workload->second}, strategy->second, std::get<double>(row[3])});
      });
  return costs;
}

}  // namespace palio
