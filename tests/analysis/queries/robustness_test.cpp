#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/queries/ready_query_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

MadeScenario uncertain(Parameters law, int sample, const std::string& strategy, double makespan, double mean,
                       double p95) {
  law["sample"] = std::int64_t{sample};
  law["seed"] = std::int64_t{1};
  return {.platform = {"mesh", {{"hosts", std::int64_t{2}}}},
          .workload = {"chains", std::move(law)},
          .strategy = strategy,
          .metrics = {{"makespan", makespan},
                      {"predicted_makespan", makespan},
                      {"mean_makespan", mean},
                      {"p95_makespan", p95},
                      {"expected_ratio", mean / makespan},
                      {"late_share", 0.5}}};
}

// Gamma 0.1: A is ahead of B by the plan (10 against 11) and by the mean (10 against 12); gamma 0.5: by the plan, but
// 15 against 12. Beta with UL = 2: factors 1 + B, of mean 9/7 and variance 10/392, so a deviation of 0.124226.
TEST_F(ReadyQueries, RobustnessIsByLawAndDeviation) {
  const Parameters narrow{{"uncertainty", "gamma"}, {"deviation", 0.1}},
      wide{{"uncertainty", "gamma"}, {"deviation", 0.5}};
  const Parameters beta{{"uncertainty", "beta"}, {"upper", 2.0}};
  std::vector<MadeScenario> made;
  for (const int sample : {0, 1}) {
    const double scale = sample + 1;
    made.push_back(uncertain(narrow, sample, "A", 10 * scale, 10 * scale, 11 * scale));
    made.push_back(uncertain(narrow, sample, "B", 11 * scale, 12 * scale, 22 * scale));
    made.push_back(uncertain(wide, sample, "A", 10 * scale, 15 * scale, 30 * scale));
    made.push_back(uncertain(wide, sample, "B", 11 * scale, 12 * scale, 15 * scale));
    made.push_back(uncertain(beta, sample, "A", 10 * scale, 10 * scale, 11 * scale));
    made.push_back(uncertain(beta, sample, "B", 10 * scale, 10 * scale, 11 * scale));
  }
  store_scenarios(file_, made);
  EXPECT_THAT(
      lines(ask("robustness"),
            "law deviation strategy place mean_ratio p95_ratio expected_ratio late_share planned_place overtaken_by "
            "instances"),
      ElementsAre("beta | 0.124226 | A | 1 | 1 | 1 | 1 | 0.5 | 1 |  | 2",
                  "beta | 0.124226 | B | 1 | 1 | 1 | 1 | 0.5 | 1 |  | 2",
                  "gamma | 0.1 | A | 1 | 1 | 1 | 1 | 0.5 | 1 |  | 2",
                  "gamma | 0.1 | B | 2 | 1.2 | 2 | 1.09091 | 0.5 | 2 |  | 2",
                  "gamma | 0.5 | B | 1 | 1 | 1 | 1.09091 | 0.5 | 2 |  | 2",
                  "gamma | 0.5 | A | 2 | 1.25 | 2 | 1.5 | 0.5 | 1 | B | 2"));
}

TEST_F(ReadyQueries, RobustnessIsAboutMeansWhateverTheMetric) {
  EXPECT_EQ(ready_sql("robustness", "efficiency"), ready_sql("robustness", "makespan"));
}

TEST_F(ReadyQueries, RobustnessIsNothingWithoutUncertainty) {
  store_campaign(file_, {made("A", 0, 10), made("B", 0, 12)});
  EXPECT_THAT(ask("robustness"), IsEmpty());
}

}  // namespace
}  // namespace palio::test
