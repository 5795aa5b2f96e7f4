#include "tests/analysis/claims/outcomes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/claims/verify.h"
#include "analysis/queries/query_tables.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

std::string outcome_text(std::string_view verdict, const std::string& measured) {
  return measured.empty() ? std::string(verdict) : fmt::format("{} {}", verdict, measured);
}

}  // namespace

Outcomes outcomes(const std::string& study, const std::vector<MadeResult>& results) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results);
  CampaignReader campaign(folder.file("made.db"));
  add_query_functions(campaign);
  Outcomes by_id;
  for (const CheckedClaim& checked : verify(campaign, shipped_claims_about(study), study)) {
    const bool is_new =
        by_id.emplace(checked.claim.id, outcome_text(word(checked.verdict), measured_text(checked))).second;
    EXPECT_TRUE(is_new) << checked.claim.id;
  }
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

}  // namespace palio::test
