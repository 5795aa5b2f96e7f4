#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "analysis/claims/decision.h"
#include "analysis/queries/query_tables.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/until/estimates.h"

namespace palio {
namespace {

Estimate estimate_of(const ClaimDecision& decision, const std::string& reading) {
  return {.name = claim_name(decision.checked.claim.id, reading),
          .value = decision.checked.measurement.measured.value_or(std::numeric_limits<double>::quiet_NaN()),
          .margin = decision.margin,
          .most = decision.most,
          .holds = decision.is_decided(),
          .parts = decision.parts,
          .instances = decision.instances};
}

}  // namespace

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
