#pragma once

#include <map>
#include <string>
#include <vector>

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

}  // namespace palio::test
