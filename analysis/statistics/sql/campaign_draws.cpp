#include "analysis/statistics/sql/campaign_draws.h"

#include <fmt/format.h>

#include <set>

#include "core/error.h"

namespace palio {

std::vector<std::pair<std::int64_t, std::string>> drawn_entries(const QueriedCampaign& campaign,
                                                                std::string_view table) {
  std::vector<std::pair<std::int64_t, std::string>> entries = campaign.canonical_names(table);
  std::set<std::int64_t> unwanted;
  const auto visit = [&](std::string_view which, auto each) {
    campaign.query(fmt::format("SELECT DISTINCT {}_id FROM {}.result WHERE {}", table, campaign.schema(), which), {},
                   [&](const auto& row) { each(std::get<std::int64_t>(row.front())); });
  };
  visit("stale", [&](std::int64_t id) { unwanted.insert(id); });
  if (unwanted.empty()) return entries;
  visit("NOT stale", [&](std::int64_t id) { unwanted.erase(id); });
  std::erase_if(entries, [&](const auto& entry) { return unwanted.contains(entry.first); });
  return entries;
}

void TableDraws::refresh() {
  const std::int64_t moment = reader_.moment();
  if (moment == moment_) return;
  draws_.reset();
  resamples_.reset();
  ids_.clear();
  moment_ = moment;
}

const Draws& TableDraws::draws() {
  if (!draws_) draws_.emplace(drawn_entries(reader_, table_));
  return *draws_;
}

const Resamples& TableDraws::resamples() {
  if (!resamples_) resamples_.emplace(drawn_entries(reader_, table_), draws(), table_);
  return *resamples_;
}

double TableDraws::id(std::string_view label) {
  const std::string wanted(label);
  auto found = ids_.find(wanted);
  if (found == ids_.end()) {
    refresh();
    for (const auto& [id, name] : reader_.labels(table_)) ids_.emplace(name, static_cast<double>(id));
    found = ids_.find(wanted);
  }
  if (found == ids_.end())
    throw UserError("'{}' is no {} of this campaign: its label or its id is needed", label, table_);
  return found->second;
}

}  // namespace palio
