#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// The restricted study with the conditions of its last block replaced. Their line is 36.
std::string with_workloads(std::string_view workloads) {
  std::string text = test::restricted_text();
  text.erase(text.rfind("workloads = "));
  return text + fmt::format("workloads = {}\n", workloads);
}

std::string filter_error(const std::string& text) {
  return test::error_of([&] { test::study_with_files(text); });
}

TEST(SpecFilter, AStrategyTakesTheWorkloadsOfItsConditions) {
  const Study study = test::restricted_study();
  EXPECT_EQ(study.instance_count(), 28U);
  EXPECT_EQ(study.scenario_count(), 52U);
  for (std::size_t w = 0; w < 7; ++w)
    for (std::size_t s = 0; s < 3; ++s) EXPECT_EQ(study.classes.takes(s, w), test::restricted_takes(s, w)) << w << s;
}

TEST(SpecFilter, KeepsTheStrategiesOfABlockWithAxes) {
  const Study study =
      test::study(std::string(test::k_small_study) + "threshold = [0.2, 0.4, 0.6]\nworkloads = \"tasks = 5\"\n");
  // HCPA on 6 workloads, three thresholds on 2, 4 platforms: 4 x (6 + 3 x 2) = 48.
  EXPECT_EQ(study.scenario_count(), 48U);
  EXPECT_EQ(study.strategies_of(0).size(), 4U);
  EXPECT_EQ(study.strategies_of(2).size(), 1U);
}

TEST(SpecFilter, RefusesWhatIsNoCondition) {
  for (const char* text : {"3", "{ tasks = 5 }", "[]", "[{ tasks = 5 }]"})
    EXPECT_THAT(filter_error(with_workloads(text)), StartsWith("small.toml:36: workloads must be a condition in SQL"))
        << text;
  EXPECT_EQ(filter_error(with_workloads("\"tasks = 9\"")), "small.toml:36: no workload of this study meets tasks = 9");
}

TEST(SpecFilter, RefusesAWorkloadThatNoStrategyTakes) {
  std::string text = with_workloads("\"tasks = 10\"");
  text.replace(text.find("\"HCPA\""), 6, "\"HCPA\"\nworkloads = \"tasks IN (5, 8)\"");
  // The block of the file is at line 23.
  EXPECT_THAT(filter_error(text), AllOf(StartsWith("small.toml:23: no strategy takes workload file:digest="),
                                        EndsWith("path=w.json: let one take it, or leave it out")));
}

TEST(SpecFilter, RefusesTheSameStrategyTwiceEvenForOtherWorkloads) {
  EXPECT_THAT(
      filter_error(with_workloads("\"tasks = 5\"") + "[[strategy]]\nname = \"M-HEFT\"\nworkloads = \"tasks = 8\"\n"),
      "small.toml:37: duplicate strategy M-HEFT (first made by the block at line 34)");
}

TEST(SpecFilter, IsAKeyOfStrategiesOnly) {
  std::string text(test::k_small_study);
  EXPECT_THAT(filter_error(text.insert(text.find("tasks "), "workloads = \"tasks = 5\"\n")),
              StartsWith("small.toml:15: random-ptg has no parameter \"workloads\""));
  EXPECT_THAT(filter_error(std::string(test::k_small_study) + "workload = \"tasks = 5\"\n"),
              HasSubstr("did you mean \"workloads\"?"));
}

std::string with_batches() {
  std::string text(test::k_small_study);
  return text.insert(text.find("tasks "), "batch = [1, 2]\n");
}

TEST(SpecFilter, AStrategyIsHeldAgainstTheBatchesThatItTakes) {
  EXPECT_THAT(
      filter_error(with_batches()),
      AllOf(
          StartsWith(
              "small.toml:13: strategy HCPA schedules one application, but a workload has 2 applications (random-ptg:"),
          HasSubstr("batch=2"), EndsWith("): name the workloads that it takes, or leave one of them out")));
  // With both strategies off the batches, what is wrong is that nothing takes them.
  std::string text = with_batches() + "workloads = \"batch = 1\"\n";
  text.replace(text.find("\"HCPA\""), 6, "\"HCPA\"\nworkloads = \"batch = 1\"");
  EXPECT_THAT(filter_error(text), StartsWith("small.toml:13: no strategy takes workload random-ptg:"));
}

TEST(SpecFilter, StrategiesOfOneApplicationLiveBesideBatches) {
  const auto takes_batches = [](const Strategy& strategy) {
    const auto* graphs = method_if<GraphMethod>(strategy);
    return graphs != nullptr && graphs->terms.batches == BatchNeed::any &&
           std::ranges::none_of(strategy.parameters, [](const ParameterSpec& p) { return p.default_value.empty(); });
  };
  const auto found = std::ranges::find_if(strategies(), takes_batches);
  ASSERT_NE(found, strategies().end());
  std::string text = with_batches() + "workloads = \"batch = 1\"\n";
  text.replace(text.find("\"HCPA\""), 6, fmt::format("\"{}\"", found->name));
  text.replace(text.find("[1, 2]"), 6, "1");  // whatever the strategy needs
  // 2 platforms; 12 workloads for the one, 6 for M-HEFT-MAX: 36 scenarios.
  EXPECT_EQ(test::study(text).scenario_count(), 36U);
}

}  // namespace
}  // namespace palio
