#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/claims/verify.h"
#include "tests/analysis/made_scenarios.h"

namespace palio::test {

/// The shipped claims about a study, held against a campaign of these scenarios, by their ids.
std::map<std::string, CheckedClaim> verified(const std::string& study, const std::vector<MadeScenario>& scenarios);

/// The ids of the claims with this verdict, sorted.
std::vector<std::string> ids_with(const std::map<std::string, CheckedClaim>& checked, Verdict verdict);

}  // namespace palio::test
