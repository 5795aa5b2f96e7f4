#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/claims/verify.h"
#include "tests/analysis/made_campaign.h"

namespace palio::test {

/// By the ids of claims: the verdict and behind it the measured value as text, where there is one: "deviates rank 2".
using Outcomes = std::map<std::string, std::string>;

/// The shipped claims about a study, held against a campaign of these results.
Outcomes outcomes(const std::string& study, const std::vector<MadeResult>& results);

/// The ids of the outcomes that begin with this verdict, sorted.
std::vector<std::string> ids_that(const Outcomes& outcomes, const std::string& verdict);

/// The outcomes of all these claims are `verdict` and the given text.
Outcomes with_verdict(const std::string& verdict, const std::map<std::string, std::string>& measured);

/// Each result once for every draw from 0 to `draws` - 1.
std::vector<MadeResult> repeated(const std::vector<MadeResult>& results, int draws);

/// The shipped claims about a study, held against a campaign of these scenarios, by their ids.
std::map<std::string, CheckedClaim> verified(const std::string& study, const std::vector<MadeScenario>& scenarios);
/// The same of a campaign that says where its study was published.
std::map<std::string, CheckedClaim> verified(const std::string& study, const std::vector<MadeScenario>& scenarios,
                                             const std::string& source);

// The ids of the claims with a verdict, sorted.
std::vector<std::string> reproduced(const std::map<std::string, CheckedClaim>& checked);
std::vector<std::string> deviating(const std::map<std::string, CheckedClaim>& checked);
std::vector<std::string> undecided(const std::map<std::string, CheckedClaim>& checked);  // not enough data

}  // namespace palio::test
