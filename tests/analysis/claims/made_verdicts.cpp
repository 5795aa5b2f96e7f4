#include "tests/analysis/claims/made_verdicts.h"

#include "analysis/queries/query_tables.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

std::vector<std::string> ids_of(const std::map<std::string, CheckedClaim>& checked, Verdict verdict) {
  std::vector<std::string> ids;
  for (const auto& [id, claim] : checked)
    if (claim.verdict == verdict) ids.push_back(id);
  return ids;
}

}  // namespace

std::map<std::string, CheckedClaim> verified(const std::string& study, const std::vector<MadeScenario>& scenarios) {
  return verified(study, scenarios, "");
}

std::map<std::string, CheckedClaim> verified(const std::string& study, const std::vector<MadeScenario>& scenarios,
                                             const std::string& source) {
  const TemporaryFolder folder;
  CampaignInfo info = study_info("made");
  info.source = source;
  store_scenarios(folder.file("made.db"), scenarios, info);
  CampaignReader campaign(folder.file("made.db"));
  add_query_functions(campaign);
  std::map<std::string, CheckedClaim> by_id;
  for (CheckedClaim& checked : verify(campaign, shipped_claims_about(study), study))
    by_id.emplace(checked.claim.id, std::move(checked));
  return by_id;
}

std::vector<std::string> reproduced(const std::map<std::string, CheckedClaim>& checked) {
  return ids_of(checked, Verdict::reproduced);
}

std::vector<std::string> deviating(const std::map<std::string, CheckedClaim>& checked) {
  return ids_of(checked, Verdict::deviates);
}

std::vector<std::string> undecided(const std::map<std::string, CheckedClaim>& checked) {
  return ids_of(checked, Verdict::not_enough_data);
}

}  // namespace palio::test
