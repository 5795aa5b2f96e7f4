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

// The workloads that the last strategy takes.
std::vector<std::size_t> taken(std::string_view workloads) {
  const Study study = test::study_with_files(with_workloads(workloads));
  std::vector<std::size_t> taken;
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

TEST(SpecFilter, AllConditionsOfOneOfTheTables) {
  // Workloads: tasks/sample 5/0, 5/1, 8/0, 8/1, 10/0, 10/1, then the file.
  using List = std::vector<std::size_t>;
  EXPECT_EQ(taken(R"([{ family = "random-ptg" }])"), (List{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(taken(R"([{ family = ["file", "random-ptg"] }])"), (List{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(taken("[{ tasks = [5, 8], sample = 1 }]"), (List{1, 3}));
  EXPECT_EQ(taken("[{ tasks = 5, sample = 1 }, { sample = 0 }]"), (List{0, 1, 2, 4}));
  EXPECT_EQ(taken(R"([{ path = "w.json" }])"), (List{6}));
  EXPECT_EQ(taken(R"([{ complexity = "mixed", tasks = 8 }])"), (List{2, 3}));
  // A file has no tasks.
  EXPECT_EQ(taken(R"([{ family = ["file", "random-ptg"], tasks = 8 }])"), (List{2, 3}));
}

TEST(SpecFilter, NumbersMeanTheSameHoweverTheyAreWritten) {
  EXPECT_EQ(taken("[{ tasks = 8.0, jump = 1 }]"), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(taken("[{ tasks = 8, width = 5e-1 }]"), (std::vector<std::size_t>{2, 3}));
}

TEST(SpecFilter, KeepsTheStrategiesOfABlockWithAxes) {
  const Study study =
      test::study(std::string(test::k_small_study) + "threshold = [0.2, 0.4, 0.6]\nworkloads = [{ tasks = 5 }]\n");
  // HCPA on 6 workloads, three thresholds on 2, 4 platforms: 4 x (6 + 3 x 2) = 48.
  EXPECT_EQ(study.scenario_count(), 48U);
  EXPECT_EQ(study.strategies_of(0).size(), 4U);
  EXPECT_EQ(study.strategies_of(2).size(), 1U);
}

TEST(SpecFilter, RefusesWhatIsNoListOfTables) {
  for (const char* text : {"3", "{ tasks = 5 }", "[]"})
    EXPECT_THAT(filter_error(with_workloads(text)),
                AllOf(StartsWith("small.toml:36: workloads must be a condition such as "),
                      HasSubstr("workloads = [{ family = \"random-ptg\" }]")))
        << text;
  for (const char* text : {"[{}]", "[5]", "[\"file\"]", "[[{ tasks = 5 }]]"})
    EXPECT_THAT(filter_error(with_workloads(text)), "small.toml:36: workloads must list tables of conditions") << text;
}

TEST(SpecFilter, RefusesUnknownFamilies) {
  EXPECT_THAT(filter_error(with_workloads(R"([{ family = "random-pgt" }])")),
              AllOf(StartsWith("small.toml:36: unknown"), HasSubstr("did you mean \"random-ptg\"?")));
  EXPECT_THAT(filter_error(with_workloads("[{ family = 3 }]")),
              "small.toml:36: family must be the name of a workload family, or a list of them");
  EXPECT_THAT(filter_error(with_workloads("[{ family = [\"file\", 3] }]")), HasSubstr("family must be the name"));
  EXPECT_THAT(filter_error(with_workloads("[{ family = [] }]")), "small.toml:36: family lists no workload family");
}

TEST(SpecFilter, RefusesAFamilyThatTheStudyDoesNotUse) {
  EXPECT_THAT(
      filter_error(std::string(test::k_small_study) + "workloads = [{ family = \"file\" }]\n"),
      AllOf(StartsWith("small.toml:28: no workload of this study is of family \"file\""), HasSubstr("random-ptg")));
}

TEST(SpecFilter, RefusesUnknownParameters) {
  EXPECT_THAT(filter_error(with_workloads("[{ task = 5 }]")),
              "small.toml:36: random-ptg and file have no parameter \"task\" (did you mean \"tasks\"?)");
  EXPECT_THAT(filter_error(with_workloads(R"([{ family = "file", tasks = 5 }])")),
              StartsWith("small.toml:36: file has no parameter \"tasks\""));
  EXPECT_THAT(filter_error(with_workloads("[{ familiy = \"file\" }]")), HasSubstr("did you mean \"family\"?"));
  EXPECT_THAT(filter_error(with_workloads("[{ digest = \"0\" }]")), HasSubstr("no parameter \"digest\""));
}

TEST(SpecFilter, RefusesValuesThatNoWorkloadHas) {
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = [5, 9] }]")),
              "small.toml:36: no workload of this study has tasks = 9");
  EXPECT_THAT(filter_error(with_workloads(R"([{ family = "random-ptg", tasks = 8.5 }])")),
              "small.toml:36: no workload of this study of family random-ptg has tasks = 8.5");
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = nan }]")),
              HasSubstr("no workload of this study has tasks = nan"));
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = 1e300 }]")),
              HasSubstr("no workload of this study has tasks = 1e+300"));
  EXPECT_THAT(filter_error(with_workloads("[{ complexity = \"mixd\" }]")),
              "small.toml:36: no workload of this study has complexity = mixd (did you mean \"mixed\"?)");
  EXPECT_THAT(filter_error(with_workloads("[{ path = \"v.json\" }]")),
              EndsWith("has path = v.json (did you mean \"w.json\"?)"));
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = true }]")),
              HasSubstr("no workload of this study has tasks = true"));
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = [] }]")), "small.toml:36: tasks lists no value");
}

TEST(SpecFilter, RefusesConditionsThatNoWorkloadMatchesTogether) {
  EXPECT_THAT(filter_error(with_workloads(R"([{ tasks = 5 }, { tasks = 5, path = "w.json" }])")),
              "small.toml:36: no workload of this study matches all of these conditions");
}

TEST(SpecFilter, RefusesAWorkloadThatNoStrategyTakes) {
  std::string text = with_workloads("[{ tasks = 10 }]");
  text.replace(text.find("\"HCPA\""), 6, "\"HCPA\"\nworkloads = [{ tasks = [5, 8] }]");
  // The block of the file is at line 23.
  EXPECT_THAT(filter_error(text), AllOf(StartsWith("small.toml:23: no strategy takes workload file:digest="),
                                        EndsWith("path=w.json: let one take it, or leave it out")));
}

TEST(SpecFilter, RefusesTheSameStrategyTwiceEvenForOtherWorkloads) {
  EXPECT_THAT(filter_error(with_workloads("[{ tasks = 5 }]") +
                           "[[strategy]]\nname = \"M-HEFT\"\nworkloads = [{ tasks = 8 }]\n"),
              "small.toml:37: duplicate strategy M-HEFT (first made by the block at line 34)");
}

TEST(SpecFilter, IsAKeyOfStrategiesOnly) {
  std::string text(test::k_small_study);
  EXPECT_THAT(filter_error(text.insert(text.find("tasks "), "workloads = [{ tasks = 5 }]\n")),
              StartsWith("small.toml:15: random-ptg has no parameter \"workloads\""));
  EXPECT_THAT(filter_error(std::string(test::k_small_study) + "workload = [{ tasks = 5 }]\n"),
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
  std::string text = with_batches() + "workloads = [{ batch = 1 }]\n";
  text.replace(text.find("\"HCPA\""), 6, "\"HCPA\"\nworkloads = [{ batch = 1 }]");
  EXPECT_THAT(filter_error(text), StartsWith("small.toml:13: no strategy takes workload random-ptg:"));
}

TEST(SpecFilter, StrategiesOfOneApplicationLiveBesideBatches) {
  const auto takes_batches = [](const Strategy& strategy) {
    const auto* graphs = method_if<GraphMethod>(strategy);
    return graphs != nullptr && graphs->terms.batches == BatchNeed::any &&
           std::ranges::none_of(strategy.parameters, [](const ParameterSpec& p) { return p.default_value.empty(); });
  };
  const auto found = std::ranges::find_if(strategies(), takes_batches);
  if (found == strategies().end()) GTEST_SKIP() << "no strategy takes batches";
  std::string text = with_batches() + "workloads = [{ batch = 1 }]\n";
  text.replace(text.find("\"HCPA\""), 6, fmt::format("\"{}\"", found->name));
  text.replace(text.find("[1, 2]"), 6, "1");  // whatever the strategy needs
  // 2 platforms; 12 workloads for the one, 6 for M-HEFT-MAX: 36 scenarios.
  EXPECT_EQ(test::study(text).scenario_count(), 36U);
}

}  // namespace
}  // namespace palio
