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

// The workloads that the last strategy takes. Those of the study: tasks/sample 5/0, 5/1, 8/0, 8/1, 10/0, 10/1, then the
// file.
using List = std::vector<std::size_t>;
List taken(std::string_view workloads, StudyOrigin origin = StudyOrigin::file) {
  const Study study = parse_study(
      with_workloads(workloads), "small.toml", [](const std::string&) { return std::string(test::k_one_task); },
      origin);
  List taken;
  for (std::size_t w = 0; w < study.workloads.size(); ++w)
    if (study.classes.takes(2, w)) taken.push_back(w);
  return taken;
}

TEST(SpecFilter, AStrategyTakesTheWorkloadsOfItsConditions) {
  const Study study = test::restricted_study();
  EXPECT_EQ(study.instance_count(), 28U);
  EXPECT_EQ(study.scenario_count(), 52U);
  for (std::size_t w = 0; w < 7; ++w)
    for (std::size_t s = 0; s < 3; ++s) EXPECT_EQ(study.classes.takes(s, w), test::restricted_takes(s, w)) << w << s;
}

struct OldCondition {
  const char *tables, *sql;
  List workloads;
};

// Campaigns of earlier versions have them in their text.
TEST(SpecFilter, TablesOfStoredStudiesMeanTheSqlThatAFileIsToldToWrite) {
  for (const OldCondition& old : {
           OldCondition{R"([{ family = "random-ptg" }])", "workload_family = 'random-ptg'", {0, 1, 2, 3, 4, 5}},
           {R"([{ family = ["file", "random-ptg"], tasks = 8 }])",
            "workload_family IN ('file', 'random-ptg') AND tasks = 8",
            {2, 3}},
           {"[{ tasks = [5, 8], sample = 1 }]", "tasks IN (5, 8) AND workload_sample = 1", {1, 3}},
           {"[{ tasks = 5, sample = 1 }, { sample = 0 }]",
            "tasks = 5 AND workload_sample = 1 OR workload_sample = 0",
            {0, 1, 2, 4}},
           {R"([{ path = "w.json" }])", "workload_path = 'w.json'", {6}},
           {"[{ tasks = 8.0, width = 5e-1 }]", "tasks = 8 AND width = 0.5", {2, 3}},
           {"[{ tasks = { from = 5, to = 8, steps = 2 } }]", "tasks IN (5, 8)", {0, 1, 2, 3}},
       }) {
    EXPECT_EQ(filter_error(with_workloads(old.tables)),
              fmt::format("small.toml:36: conditions are SQL, not tables: write workloads = \"{}\"", old.sql));
    EXPECT_EQ(taken(old.tables, StudyOrigin::campaign), old.workloads) << old.tables;
    EXPECT_EQ(taken(fmt::format("\"{}\"", old.sql)), old.workloads) << old.sql;
  }
}

TEST(SpecFilter, TablesOfBlocksAsWell) {
  std::string text(test::k_small_study);
  text.replace(text.find("samples       = 2"), 17, "samples = 2\nexclude = [{ clusters = 2, sample = [0, 1] }]");
  EXPECT_EQ(filter_error(text),
            "small.toml:12: conditions are SQL, not tables: write exclude = \"clusters = 2 AND platform_sample IN (0, "
            "1)\"");
  const Study study = parse_study(
      text, "small.toml", [](const std::string&) { return std::string(); }, StudyOrigin::campaign);
  ASSERT_EQ(study.platforms.size(), 2U);
  EXPECT_EQ(integer_of(study.platforms[1].recipe.parameters, "clusters"), 1);
}

// Recipes leave out a default that came after the first campaigns; of these workloads the last two have such a
// parameter.
TEST(SpecFilter, TablesMayNameADefaultThatRecipesLeaveOut) {
  std::string text(test::k_small_study);
  text.insert(text.find("[[strategy]]"),
              "[[workload]]\nfamily = \"strassen-batch\"\nbatch = 1\ncosts = [\"graph\", \"task\"]\n\n");
  text += "workloads = [{ costs = \"graph\" }]\n";
  EXPECT_THAT(filter_error(text), EndsWith("\"workload_family = 'strassen-batch' AND costs IS NULL\""));
  const Study study = parse_study(
      text, "small.toml", [](const std::string&) { return std::string(); }, StudyOrigin::campaign);
  EXPECT_EQ(study.classes.workloads_of(1), 1U);
  EXPECT_TRUE(study.classes.takes(1, 6));
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
  for (const char* text : {"3", "{ tasks = 5 }", "[]"})
    EXPECT_THAT(filter_error(with_workloads(text)), StartsWith("small.toml:36: workloads must be a condition in SQL"))
        << text;
  for (const char* text : {"[{}]", "[5]", "[[{ tasks = 5 }]]"})
    EXPECT_THAT(filter_error(with_workloads(text)), StartsWith("small.toml:36: workloads must be SQL: ")) << text;
  EXPECT_THAT(filter_error(with_workloads("[{ task = 5 }]")), HasSubstr("did you mean \"tasks\"?"));
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
      AllOf(StartsWith("small.toml:13: strategy HCPA schedules one application, but a workload has 2 (random-ptg:"),
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
