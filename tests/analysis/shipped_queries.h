#pragma once

#include <string>
#include <vector>

#include "tests/analysis/made_campaign.h"

namespace palio::test {

/// What a query of the folder analysis/ answers, each value as text, NULL as an empty one. Runs it through Palio and
/// through the sqlite3 shell, and fails the test where they differ.
std::vector<std::vector<std::string>> answer(const std::string& query, const std::string& campaign);

/// The same of a campaign of these results.
std::vector<std::vector<std::string>> answer(const std::string& query, const std::vector<MadeResult>& results);

/// The labels of a shipped study's strategies, in its order.
std::vector<std::string> study_labels(const std::string& study);

}  // namespace palio::test
