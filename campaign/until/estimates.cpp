#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "analysis/claims/decision.h"
#include "analysis/queries/query_tables.h"
#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/sql/campaign_draws.h"
#include "campaign/until/look_plan.h"
#include "campaign/until/stored_readings.h"
#include "storage/read/stored_results.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

using LabelIds = std::unordered_map<std::string, std::int64_t>;

// Ids by label, of the table "platform" or "workload".
LabelIds label_ids(const CampaignReader& campaign, std::string_view table) {
  LabelIds ids;
  for (auto& [id, label] : campaign.labels(table)) ids.emplace(std::move(label), id);
  return ids;
}

std::string name_of(const Target& target, const std::vector<SqlValue>& by) {
  std::string name;
  for (std::size_t i = 0; i < target.by.size(); ++i)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", target.by[i], value_words(by[i], Digits::all, "NULL"));
  return name;
}

Estimate estimate_of(const ClaimDecision& decision, const std::string& reading) {
  return {.name = claim_name(decision.checked.claim.id, reading),
          .value = decision.checked.measurement.measured.value_or(std::numeric_limits<double>::quiet_NaN()),
          .margin = decision.margin,
          .most = decision.most,
          .holds = decision.is_decided(),
          .parts = decision.parts,
          .instances = decision.instances};
}

// The width of an interval relative to the wanted one.
double excess(const Estimate& estimate) {
  const double times = estimate.margin / estimate.most;
  return std::isnan(times) ? std::numeric_limits<double>::infinity() : times;
}

}  // namespace

bool is_narrow(const DrawVariances& variances, double level, double most) {
  const auto& [platforms, workloads] = variances;
  const bool is_uncertain = draws_freedom(platforms, workloads) < k_least_freedom;  // false if nothing varies
  return !is_uncertain && draws_margin(platforms, workloads, level) <= most;
}

bool TargetState::holds() const { return !estimates.empty() && std::ranges::all_of(estimates, &Estimate::holds); }

double TargetState::width(const Estimate& estimate) const {
  const double width =
      target.relative && estimate.reach != 0 ? estimate.reach / std::abs(estimate.value) : estimate.reach;
  return std::isnan(width) ? std::numeric_limits<double>::infinity() : width;
}

const Estimate* TargetState::widest() const {
  const auto widest =
      std::ranges::max_element(estimates, {}, [this](const Estimate& estimate) { return width(estimate); });
  return widest == estimates.end() ? nullptr : &*widest;
}

const Estimate* TargetState::worst() const {
  const auto worst = std::ranges::max_element(
      estimates, {}, [](const Estimate& estimate) { return std::pair(!estimate.holds, excess(estimate)); });
  return worst == estimates.end() ? nullptr : &*worst;
}

TargetState estimate_values(const CampaignReader& campaign, const Target& target, const std::string& where) {
  const LabelIds platform_ids = label_ids(campaign, "platform"), workload_ids = label_ids(campaign, "workload");
  std::map<std::string, std::vector<DrawnValue>> groups;
  each_metric(campaign, target.metric, target.by, where, [&](const MetricRow& row) {
    groups[name_of(target, row.by)].push_back(
        {row.value, platform_ids.at(row.platform), workload_ids.at(row.workload)});
  });
  const Draws platforms(drawn_entries(campaign, "platform")), workloads(drawn_entries(campaign, "workload"));
  TargetState state{target, {}};
  for (const auto& [name, values] : groups)
    state.estimates.push_back(estimate_value(target, name, values, platforms, workloads));
  return state;
}

TargetState estimate_realized_values(const CampaignReader& campaign, const Target& target, const std::string& where,
                                     const RealizationDraws& draws) {
  const LabelIds workload_ids = label_ids(campaign, "workload");
  std::map<std::int64_t, std::uint64_t> streams;  // by id
  for (const auto& [id, canonical] : campaign.canonical_names("workload"))
    if (const auto known = draws.streams.find(canonical); known != draws.streams.end())
      streams.emplace(id, known->second);
  std::vector<std::string> columns = target.by;
  columns.emplace_back("deviation_makespan");
  std::map<std::string, std::vector<RealizedMean>> groups;
  each_metric(campaign, target.metric, columns, where, [&](const MetricRow& row) {
    groups[name_of(target, row.by)].push_back(
        {row.value, std::get<double>(row.by.back()), streams.at(workload_ids.at(row.workload))});
  });
  TargetState state{target, {}};
  for (const auto& [name, values] : groups)
    state.estimates.push_back(estimate_realized(target, name, values, draws.count));
  return state;
}

std::string claim_name(const std::string& id, const std::string& reading) {
  return reading.empty() ? "claim " + id : fmt::format("claim {} in the reading {}", id, reading);
}

TargetState estimate_claims(const std::string& database, const Target& target, const ClaimFile& claims,
                            std::string_view study) {
  TargetState state{target, {}};
  const OpenReader open = [&](const IntervalRule& rule) {
    auto reader = std::make_unique<CampaignReader>(database);
    add_query_functions(*reader, nullptr, rule);
    return reader;
  };
  const auto campaign = open({});
  const IntervalRule rule{.level = state.level(), .least_freedom = k_least_freedom};
  const auto add = [&](const std::string& reading, const std::optional<CampaignPart>& part) {
    for (const ClaimDecision& decision : decide(open, rule, claims, study, part))
      state.estimates.push_back(estimate_of(decision, reading));
  };
  const std::vector<CampaignReading> readings = stored_readings(*campaign);
  if (readings.empty()) add("", std::nullopt);
  for (const CampaignReading& reading : readings) add(reading.name, reading.part);
  return state;
}

}  // namespace palio
