#include "analysis/statistics/sql/campaign_draws.h"

#include <fmt/format.h>

#include <set>

namespace palio {

std::vector<std::pair<std::int64_t, std::string>> drawn_entries(const CampaignReader& campaign,
                                                                std::string_view table) {
  std::vector<std::pair<std::int64_t, std::string>> entries = campaign.canonical_names(table);
  bool all_wanted = true;
  campaign.query(
      "SELECT 1 FROM main.result WHERE stale LIMIT 1", [](const auto&) {}, [&](const auto&) { all_wanted = false; });
  if (all_wanted) return entries;
  std::set<std::int64_t> wanted;
  campaign.query(
      fmt::format("SELECT DISTINCT {}_id FROM main.result WHERE NOT stale", table), [](const auto&) {},
      [&](const auto& row) { wanted.insert(std::get<std::int64_t>(row.front())); });
  std::erase_if(entries, [&](const auto& entry) { return !wanted.contains(entry.first); });
  return entries;
}

}  // namespace palio
