#include "tests/analysis/claims/outcomes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/claims/verify.h"
#include "analysis/queries/query_tables.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

std::string outcome_text(std::string_view verdict, const std::string& measured) {
  return measured.empty() ? std::string(verdict) : fmt::format("{} {}", verdict, measured);
}

Checked checked_claims(const std::string& study, const std::string& file) {
  CampaignReader campaign(file);
  add_query_functions(campaign);
  Checked by_id;
  for (CheckedClaim& checked : verify(campaign, shipped_claims_about(study), study)) {
    const std::string id = checked.claim.id;
    EXPECT_TRUE(by_id.emplace(id, std::move(checked)).second) << id;
  }
  return by_id;
}

std::vector<std::string> ids_of(const Checked& checked, Verdict verdict) {
  std::vector<std::string> ids;
  for (const auto& [id, claim] : checked)
    if (claim.verdict == verdict) ids.push_back(id);
  return ids;
}

}  // namespace

Outcomes outcomes(const std::string& study, const std::vector<MadeResult>& results) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results);
  Outcomes by_id;
  for (const auto& [id, checked] : checked_claims(study, folder.file("made.db")))
    by_id.emplace(id, outcome_text(word(checked.verdict), measured_text(checked)));
  return by_id;
}

std::vector<std::string> ids_that(const Outcomes& outcomes, const std::string& verdict) {
  std::vector<std::string> ids;
  for (const auto& [id, outcome] : outcomes)
    if (outcome.starts_with(verdict)) ids.push_back(id);
  return ids;
}

Outcomes with_verdict(const std::string& verdict, const std::map<std::string, std::string>& measured) {
  Outcomes outcomes;
  for (const auto& [id, value] : measured) outcomes.emplace(id, outcome_text(verdict, value));
  return outcomes;
}

std::vector<MadeResult> repeated(const std::vector<MadeResult>& results, int draws) {
  std::vector<MadeResult> all;
  for (int draw = 0; draw < draws; ++draw)
    for (MadeResult result : results) {
      result.sample = draw;
      all.push_back(result);
    }
  return all;
}

Checked verified(const std::string& study, const std::vector<MadeScenario>& scenarios, const std::string& source) {
  const TemporaryFolder folder;
  CampaignInfo info = study_info("made");
  info.source = source;
  store_scenarios(folder.file("made.db"), scenarios, info);
  return checked_claims(study, folder.file("made.db"));
}

std::vector<std::string> reproduced(const Checked& checked) { return ids_of(checked, Verdict::reproduced); }
std::vector<std::string> deviating(const Checked& checked) { return ids_of(checked, Verdict::deviates); }
std::vector<std::string> undecided(const Checked& checked) { return ids_of(checked, Verdict::not_enough_data); }

}  // namespace palio::test
