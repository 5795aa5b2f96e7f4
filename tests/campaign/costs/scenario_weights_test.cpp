#include "campaign/costs/cost_model.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/campaign/costs/made_up_costs.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

// Clusters 1, 2; tasks 5, 8, 10; two draws of each; HCPA and M-HEFT-MAX.
TEST(ScenarioWeights, AreTheProductsOfWhatTheTextSaysOfTheirValues) {
  const Study study = test::study(test::k_small_study);
  const std::string text =
      "[[\"platform\", \"clusters=2\", 3],\n[\"workload\", \"tasks=5\", 0.5],\n"
      "[\"workload\", \"width=0.9\", 7], [\"strategy\", \"HCPA\", 2]]";
  const ScenarioWeights weights = scenario_weights(study, text, "text");
  EXPECT_EQ(weights.text, text);
  EXPECT_EQ(weights.platform, (std::vector<double>{1, 1, 3, 3}));
  EXPECT_EQ(weights.workload, (std::vector<double>{0.5, 0.5, 1, 1, 1, 1}));  // none has width 0.9
  EXPECT_EQ(weights.strategy, (std::vector<double>{2, 1}));                  // nothing is said of the second
}

TEST(ScenarioWeights, OfAnotherTextAreRefused) {
  const Study study = test::study(test::k_small_study);
  const auto refusal = [&](const std::string& text) {
    return test::error_of([&] { scenario_weights(study, text, "costs of c.db"); });
  };
  EXPECT_NE(refusal("[[\"platform\", \"clusters=2\"]]").find("must be a side, a value and its factor"),
            std::string::npos);
  EXPECT_NE(refusal("[[\"platform\", \"clusters=2\", 0]]").find("costs of c.db:1"), std::string::npos);
  EXPECT_NE(refusal("{").find("costs of c.db"), std::string::npos);
  EXPECT_NE(refusal("[[\"platform\", \"clusters=2\", 1e300]]").find("is not a cost factor"), std::string::npos);
}

TEST(ScenarioWeights, AreWrittenWithThreeDigits) {
  const Study study = test::costly_study();
  const auto costs = test::made_up_costs(study, [](const Instance&, std::size_t) { return true; });
  const std::string text = weights_text(study, costs);
  EXPECT_EQ(text, weights_text(study, costs));
  // 4 clusters; 3 numbers of tasks and 3 widths; 2 strategies.
  EXPECT_EQ(std::ranges::count(text, '\n') + 1, 12);
  for (std::size_t end = text.find(']'); end != std::string::npos; end = text.find(']', end + 1)) {
    const std::string factor = text.substr(text.rfind(' ', end) + 1, end - text.rfind(' ', end) - 1);
    EXPECT_LE(std::ranges::count_if(factor, [](char c) { return c >= '0' && c <= '9'; }), 5) << factor;  // 0.0123
  }
}

// What an instance of each platform costs in all, and of each workload, follows what was observed of it.
TEST(ScenarioWeights, FollowTheCosts) {
  const Study study = test::costly_study();
  const auto costs = test::made_up_costs(study, [](const Instance&, std::size_t) { return true; });
  const ScenarioWeights weights = scenario_weights(study, weights_text(study, costs), "text");
  double observed = 0, weighed = 0, observed_small = 0, weighed_small = 0;
  for (const CostObservation& seen : costs) {
    const double weight = weights.platform[seen.instance.platform] * weights.workload[seen.instance.workload] *
                          weights.strategy[seen.strategy];
    const bool small = test::tasks(study, seen.instance) == 10;
    observed += seen.cost;
    weighed += weight;
    observed_small += small ? seen.cost : 0;
    weighed_small += small ? weight : 0;
  }
  EXPECT_NEAR(weighed_small / weighed, observed_small / observed, 0.01);
  // 3 (10^0.6 + 20^0.6 + 50^0.6) / (10^0.9 + 20^0.9 + 50^0.9) = 3 x 20.47 / 56.6
  EXPECT_NEAR(weights.strategy[1] / weights.strategy[0], 1.085, 0.05);
}

// Values that were never observed and strategies that never ran get a weight all the same.
TEST(ScenarioWeights, FromFewCostsAreThereForAll) {
  const Study study = test::costly_study();
  const auto costs = test::made_up_costs(study, [&](const Instance& at, std::size_t strategy) {
    return at.platform == 0 && test::tasks(study, at) < 50 && strategy == 0;
  });
  const ScenarioWeights weights = scenario_weights(study, weights_text(study, costs), "text");
  for (const auto* side : {&weights.platform, &weights.workload, &weights.strategy})
    for (const double weight : *side) EXPECT_GT(weight, 0);
  EXPECT_GT(weights.workload.back(), weights.workload.front());  // 50 tasks by the power of 10 and 20
}

}  // namespace
}  // namespace palio
