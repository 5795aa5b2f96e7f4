#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analysis/queries/query_tables.h"
#include "analysis/report/parts/figure.h"
#include "analysis/report/report.h"
#include "storage/read/value_text.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

MadeScenario scenario(const std::string& contention, int sample, const std::string& strategy, double planned,
                      double makespan) {
  const std::int64_t number = sample, seed = 1;
  return {.platform = {"normal-mesh", {{"contention", contention}, {"sample", std::int64_t{0}}, {"seed", seed}}},
          .workload = {"chains", {{"level_counts", "2"}, {"sample", number}, {"seed", seed}}},
          .strategy = strategy,
          .metrics = {{"makespan", makespan}, {"predicted_makespan", planned}}};
}

std::map<std::string, Figure> figures_of(const std::vector<MadeScenario>& made, const std::string& study) {
  const TemporaryFolder folder;
  store_scenarios(folder.file("made.db"), made, study);
  CampaignReader campaign(folder.file("made.db"));
  add_query_functions(campaign);
  std::map<std::string, Figure> by_id;
  for (const PlannedFigures& planned : plan_report(campaign, {}).sections)
    for (Figure& figure : fill(campaign, planned.file)) by_id.emplace(figure.head.id, std::move(figure));
  return by_id;
}

// Without contention A takes 10 and 20 s, B 20 and 20 s, the optimum is 8 s; with it A takes 30 s, B 20 s.
std::map<std::string, Figure> figures() {
  std::vector<MadeScenario> made;
  for (const int sample : {0, 1}) {
    const double a = sample == 0 ? 10 : 20;
    made.push_back(scenario("off", sample, "A", a, a));
    made.push_back(scenario("off", sample, "B", 20, 20));
    made.push_back(scenario("off", sample, "Exact", 8, 8));
    made.push_back(scenario("on", sample, "A", a, 30));
    made.push_back(scenario("on", sample, "B", 20, 20));
  }
  return figures_of(made, "classic-benchmark");
}

double number_of_series(const Figure& figure, std::string_view column, std::string_view where, const std::string& is,
                        const std::string& series = "") {
  const DataTable& data = figure.data;
  for (const auto& row : data.rows)
    if (row[data.find(where).value()] == SqlValue(is) &&
        (series.empty() || row[data.find("series").value()] == SqlValue(series)))
      return number_of(row[data.find(column).value()]).value();
  ADD_FAILURE() << "no row of " << is;
  return 0;
}

// Means of the ratios to the best of A and B: A 1 and 1, B 2 and 1; with contention 1.5 and 1.
TEST(ClassicFigures, CompareWithTheBestOfTheInstance) {
  const auto drawn = figures();
  const Figure& sets = drawn.at("datasets");
  EXPECT_EQ(sets.data.rows.size(), 4U);
  EXPECT_EQ(number_of_series(sets, "y", "x", "B", "contention off"), 1.5);
  EXPECT_EQ(number_of_series(sets, "y", "x", "A", "contention on"), 1.5);
  EXPECT_EQ(sets.data.rows.front()[sets.data.find("panel").value()], SqlValue(std::string("chains:level_counts=2")));
  EXPECT_EQ(number_of_series(drawn.at("worst"), "y", "x", "B", "contention off"), 2);
}

// A: 30 / 10 and 30 / 20. B: as planned. Of the optimum A takes 10 / 8 and 20 / 8 times as long.
TEST(ClassicFigures, ShowWhatContentionAddsAndWhatTheOptimumIs) {
  const auto drawn = figures();
  EXPECT_EQ(number_of_series(drawn.at("contention-delay"), "y", "x", "A"), 2.25);
  EXPECT_EQ(number_of_series(drawn.at("contention-delay"), "y", "x", "B"), 1);
  EXPECT_EQ(number_of_series(drawn.at("optimum"), "y", "x", "A"), 1.875);
  EXPECT_EQ(number_of_series(drawn.at("optimum"), "optimal", "x", "B"), 0);
}

// Means of A are 1 and 1.5, of B 1.5 and 1: the order of the two turns round. Exact, which ran on one side, is not
// compared.
TEST(ContentionFigure, SaysHowMuchOfTheOrderStays) {
  const auto drawn = figures();
  const Figure& slope = drawn.at("contention");
  EXPECT_EQ(slope.data.rows.size(), 4U);
  EXPECT_EQ(number_of_series(slope, "y", "x", "without contention", "A"), 1);
  EXPECT_EQ(number_of_series(slope, "y", "x", "with contention", "A"), 1.5);
  EXPECT_EQ(number_of_series(slope, "rank", "x", "with contention", "A"), 2);
  EXPECT_EQ(number_of_series(slope, "tau", "series", "B"), -1);
}

// Three strategies, of which A and B are level without contention: 1, 1, 2 and 1, 2, 3. Of three pairs two are in the
// same order, one has no order on one side: tau-b is 2 / sqrt(2 x 3).
TEST(ContentionFigure, EqualMeansAreNoOrder) {
  std::vector<MadeScenario> made;
  const std::vector<std::tuple<std::string, double, double>> makespans{{"A", 10, 10}, {"B", 10, 20}, {"C", 20, 30}};
  for (const auto& [strategy, off, on] : makespans) {
    made.push_back(scenario("off", 0, strategy, 1, off));
    made.push_back(scenario("on", 0, strategy, 1, on));
  }
  const auto drawn = figures_of(made, "somebodys");
  EXPECT_NEAR(number_of_series(drawn.at("contention"), "tau", "series", "A"), 2 / std::sqrt(6), 1e-12);
}

TEST(ContentionFigure, IsOfStudiesWithAndWithoutItAlone) {
  std::vector<MadeScenario> made;
  for (const char* strategy : {"A", "B"}) made.push_back(scenario("off", 0, strategy, 1, 10));
  EXPECT_FALSE(figures_of(made, "somebodys").contains("contention"));
  for (MadeScenario& one : made) one.platform = {"star", {{"workers", std::int64_t{2}}}};
  EXPECT_FALSE(figures_of(made, "somebodys").contains("contention"));
}

// On chains A is best, and B takes twice as long, which is beyond 1.05 to the 14th power; on trees B is best.
TEST(DataSetFigure, HasAPanelForWhatWorkloadsAreCalledWithoutTheirDraws) {
  std::vector<MadeScenario> made;
  for (const int sample : {0, 1})
    for (const char* family : {"chains", "in-trees"})
      for (const char* strategy : {"A", "B"}) {
        const bool is_best = (family == std::string("chains")) == (strategy == std::string("A"));
        made.push_back(scenario("off", sample, strategy, 1, is_best ? 10 : 20));
        made.back().workload.name = family;
      }
  const auto drawn = figures_of(made, "somebodys");
  const Figure& profiles = drawn.at("dataset-profiles");
  EXPECT_EQ(profiles.data.distinct("panel"),
            (std::vector<SqlValue>{"chains:level_counts=2", "in-trees:level_counts=2"}));
  EXPECT_EQ(number_of_series(profiles, "y", "panel", "chains:level_counts=2", "A"), 1);
  EXPECT_EQ(number_of_series(profiles, "y", "panel", "chains:level_counts=2", "B"), 0);
  EXPECT_EQ(number_of_series(profiles, "y", "panel", "in-trees:level_counts=2", "B"), 1);
  const auto& last = profiles.data.rows.back();  // of B on trees, where the axis ends
  EXPECT_NEAR(number_of(last[profiles.data.find("x").value()]).value(), std::pow(1.05, 15), 1e-9);
  for (MadeScenario& one : made) one.workload.name = "chains";
  EXPECT_FALSE(figures_of({made.begin(), made.begin() + 2}, "somebodys").contains("dataset-profiles"));
}

// The values of a column, those of texts in their short form.
std::vector<std::string> column(const Figure& figure, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& row : figure.data.rows)
    values.push_back(value_words(row[figure.data.find(name).value()], Digits::all));
  return values;
}

// A takes 3 times as long as B in restart 0 and 2 times in restart 1, B 4 times as long as C, C as long as A.
const std::vector<MadeDuel> k_duels{{"A", "B", 0, 0, 1, 1}, {"A", "B", 0, 7, 6, 2}, {"A", "B", 0, 8, 9, 3},
                                    {"A", "B", 1, 4, 2, 1}, {"B", "C", 0, 5, 8, 2}, {"C", "A", 0, 0, 1, 1}};

TEST(DuelFigures, TheWorstOfEachPairIsACellWithItsInstance) {
  const auto figures = figures_of(scenarios_of(k_duels), "duel");
  const Figure& cells = figures.at("worst-cases");
  EXPECT_THAT(column(cells, "y"), ElementsAre("B", "A", "C"));  // the worst first
  EXPECT_THAT(column(cells, "x"), ElementsAre("C", "B", "A"));
  EXPECT_THAT(column(cells, "value"), ElementsAre("4", "3", "1"));
  EXPECT_THAT(column(cells, "median"), ElementsAre("4", "2.5", "1"));
  EXPECT_THAT(column(cells, "restarts"), ElementsAre("1", "2", "1"));
  EXPECT_THAT(column(cells, "evaluation"), ElementsAre("5", "7", "0"));  // of two that are as bad the first
  EXPECT_THAT(column(cells, "instance"), ElementsAre("graph8.json", "graph2.json", "graph10.json"));
  // Scenarios of one instance differ in the strategy alone, at their end.
  const std::string target = column(cells, "target_scenario")[0], base = column(cells, "base_scenario")[0];
  EXPECT_EQ(target.substr(0, 26), base.substr(0, 26));
  EXPECT_NE(target, base);
}

TEST(DuelFigures, RestartsOfAPairAreADistribution) {
  const auto figures = figures_of(scenarios_of(k_duels), "duel");
  const Figure& restarts = figures.at("restarts");
  EXPECT_THAT(column(restarts, "series"), ElementsAre("A / B", "A / B"));  // the others have one restart
  EXPECT_THAT(column(restarts, "x"), ElementsAre("2", "3"));
  EXPECT_THAT(column(restarts, "y"), ElementsAre("0.5", "1"));
}

// From which the answer is made, and whose instance one wants to see.
TEST(DuelFigures, OnePairIsOneCell) {
  const auto figures = figures_of(scenarios_of({{"A", "B", 0, 0, 3, 1}}), "duel");
  EXPECT_THAT(column(figures.at("worst-cases"), "value"), ElementsAre("3"));
  EXPECT_FALSE(figures.contains("restarts"));
}

// Two platforms and two graphs, logarithms of -3 or 3 and of -1 or 1 added up, the same for A and B. The components are
// 18 and 2, the variance of all eight values 8 x 10 / 7: 157.5 and 17.5 % of it. Of their sum they are 90 and 10 %.
TEST(EffectFigures, HaveNoBarLargerThanTheWhole) {
  std::vector<MadeScenario> made;
  const std::int64_t seed = 7;
  for (const std::int64_t platform : {0, 1})
    for (const std::int64_t graph : {0, 1})
      for (const char* strategy : {"A", "B"})
        made.push_back({.platform = {"normal-mesh", {{"sample", platform}, {"seed", seed}}},
                        .workload = {"chains", {{"sample", graph}, {"seed", seed}}},
                        .strategy = strategy,
                        .metrics = {{"makespan", std::exp((platform == 0 ? -3 : 3) + (graph == 0 ? -1 : 1))}}});
  const Figure explained = figures_of(made, "mine").at("explained");
  EXPECT_NEAR(number_of_series(explained, "y", "x", "draws: platforms"), 90, 1e-9);
  EXPECT_NEAR(number_of_series(explained, "y", "x", "draws: workloads"), 10, 1e-9);
  EXPECT_EQ(number_of_series(explained, "y", "x", "draws: both together"), 0);
}

}  // namespace
}  // namespace palio::test
