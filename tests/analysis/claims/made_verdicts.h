#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/claims/verify.h"
#include "tests/analysis/made_scenarios.h"

namespace palio::test {

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
