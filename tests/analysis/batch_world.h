#pragma once

#include <string>
#include <vector>

#include "tests/analysis/made_campaign.h"

namespace palio::test {

/// The names that the study ptg-batch gives its strategies, read from its text.
std::vector<std::string> batch_study_names();

/// Two instances, on chti and gdx, under which every claim of the slides holds, with the twenty contenders. MAGS takes
/// 100 s and 200 s with average stretch 2 and maximum stretch 4. Where the slides give no number, a strategy is 10 %
/// worse in makespan and average stretch, and worse in maximum stretch by 100 % (plain), 50 % (_WEIGHT) or 40 %
/// (_ORDER).
std::vector<MadeResult> batch_world();

/// The results of one strategy.
std::vector<MadeResult*> results_of_strategy(std::vector<MadeResult>& results, const std::string& strategy);

/// A short graph (10 s alone) that takes `of_short` s and a long one (40 s alone) that takes `of_long` s.
std::vector<ApplicationMetrics> short_and_long(double of_short, double of_long);

}  // namespace palio::test
