#include "storage/read/queried_campaign.h"

#include <fmt/format.h>

namespace palio {

std::vector<std::pair<std::int64_t, std::string>> QueriedCampaign::canonical_names(std::string_view table) const {
  return names(fmt::format("{}.{}", schema(), table), "canonical");
}

std::vector<std::pair<std::int64_t, std::string>> QueriedCampaign::labels(std::string_view table) const {
  return names(table == "strategy" ? "strategy" : fmt::format("{}.{}", schema(), table), "label");
}

std::vector<std::pair<std::int64_t, std::string>> QueriedCampaign::names(std::string_view table,
                                                                         std::string_view column) const {
  std::vector<std::pair<std::int64_t, std::string>> names;
  query(fmt::format("SELECT id, {} FROM {} ORDER BY id", column, table), {}, [&](const std::vector<SqlValue>& row) {
    names.emplace_back(std::get<std::int64_t>(row[0]), std::get<std::string>(row[1]));
  });
  return names;
}

}  // namespace palio
