#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/statistics/intervals/draws.h"
#include "storage/read/queried_campaign.h"

namespace palio {

/// Ids and canonical names of the rows of the "platform" or the "workload" table, but those that only results of an
/// earlier study have: what it left behind is not one of the draws.
std::vector<std::pair<std::int64_t, std::string>> drawn_entries(const QueriedCampaign& campaign,
                                                                std::string_view table);

/// The draws of the "platform" or the "workload" table and their labels, read on first use.
class TableDraws {
public:
  TableDraws(const QueriedCampaign& reader, std::string_view table) : reader_(reader), table_(table) {}

  std::string_view table() const { return table_; }
  /// Forgets what was read if the campaign has changed; called for each group.
  void refresh();
  const Draws& draws();
  const Resamples::Weights& weights(std::int64_t id) { return resamples().weights(draws(), id); }
  /// Whether the kind of that one can be resampled.
  bool is_known(std::int64_t id) { return resamples().is_known(draws(), id); }
  /// Throws UserError for an unknown label.
  double id(std::string_view label);

private:
  const Resamples& resamples();

  const QueriedCampaign& reader_;
  std::int64_t moment_ = 0;
  std::string_view table_;
  std::optional<Draws> draws_;
  std::optional<Resamples> resamples_;
  std::unordered_map<std::string, double> ids_;  // by label
};

}  // namespace palio
