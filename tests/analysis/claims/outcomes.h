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

using Checked = std::map<std::string, CheckedClaim>;  // by id

/// The shipped claims about a study, held against a campaign of these scenarios. `source`: where it was published.
Checked verified(const std::string& study, const std::vector<MadeScenario>& scenarios, const std::string& source = "");

// The ids of the claims with a verdict, sorted.
std::vector<std::string> reproduced(const Checked& checked);
std::vector<std::string> deviating(const Checked& checked);
std::vector<std::string> undecided(const Checked& checked);  // not enough data

}  // namespace palio::test
