#include "campaign/until/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/sql/campaign_draws.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

// The ids of labels of the table "platform" or "workload".
class Ids {
public:
  Ids(const CampaignReader& campaign, std::string_view table) {
    for (auto& [id, label] : campaign.labels(table)) ids_.emplace(std::move(label), static_cast<std::size_t>(id));
  }
  std::size_t of(const std::string& label) const { return ids_.at(label); }

private:
  std::unordered_map<std::string, std::size_t> ids_;
};

std::string group_text(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return "NULL";
}

std::string name_of(const Target& target, const std::vector<SqlValue>& by) {
  std::string name;
  for (std::size_t i = 0; i < target.by.size(); ++i)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", target.by[i], group_text(by[i]));
  return name;
}

Estimate estimate_of(const std::string& name, const CrossedRatio& values, const Target& target, const Draws& platforms,
                     const Draws& workloads) {
  Estimate estimate{.name = name, .value = values.ratio()};
  const DrawVariances variances = values.variances(platforms, workloads);
  estimate.margin = draws_margin(variances.platforms, variances.workloads, k_level_of_widths);
  estimate.most = target.relative ? target.most * std::abs(estimate.value) : target.most;
  estimate.holds = is_narrow(variances, k_level_of_widths, estimate.most);
  if (!estimate.holds) estimate.parts = values.parts(platforms, workloads);
  return estimate;
}

// How many times as wide as it is asked for.
double excess(const Estimate& estimate) {
  const double times = estimate.margin / estimate.most;
  return std::isnan(times) ? std::numeric_limits<double>::infinity() : times;
}

}  // namespace

bool is_narrow(const DrawVariances& variances, double level, double most) {
  const auto& [platforms, workloads] = variances;
  const bool is_uncertain = draws_freedom(platforms, workloads) < k_least_freedom;  // not where nothing varies
  return !is_uncertain && draws_margin(platforms, workloads, level) <= most;
}

bool TargetState::holds() const { return !estimates.empty() && std::ranges::all_of(estimates, &Estimate::holds); }

const Estimate* TargetState::worst() const {
  const auto worst = std::ranges::max_element(
      estimates, {}, [](const Estimate& estimate) { return std::pair(!estimate.holds, excess(estimate)); });
  return worst == estimates.end() ? nullptr : &*worst;
}

TargetState estimate_means(const CampaignReader& campaign, const Target& target, const std::string& where) {
  const Ids platform_ids(campaign, "platform"), workload_ids(campaign, "workload");
  std::map<std::string, CrossedRatio> groups;
  each_metric(campaign, target.metric, target.by, where, [&](const MetricRow& row) {
    groups[name_of(target, row.by)].add(row.value, 1, platform_ids.of(row.platform), workload_ids.of(row.workload));
  });
  const Draws platforms(drawn_entries(campaign, "platform")), workloads(drawn_entries(campaign, "workload"));
  TargetState state{target, {}};
  for (const auto& [name, values] : groups)
    state.estimates.push_back(estimate_of(name, values, target, platforms, workloads));
  return state;
}

}  // namespace palio
