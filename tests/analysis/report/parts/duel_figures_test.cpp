// The figures of duels, on campaigns made up by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/queries/query_tables.h"
#include "analysis/report/parts/figure.h"
#include "analysis/report/report.h"
#include "tests/analysis/made_duels.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

std::map<std::string, Figure> duel_figures(const std::vector<MadeDuel>& duels) {
  const TemporaryFolder folder;
  store_scenarios(folder.file("made.db"), scenarios_of(duels), "duel");
  CampaignReader campaign(folder.file("made.db"));
  add_query_functions(campaign);
  std::map<std::string, Figure> by_id;
  for (const PlannedFigures& planned : plan_report(campaign, {}).sections)
    if (planned.section == "duels")
      for (Figure& figure : fill(campaign, planned.file)) by_id.emplace(figure.head.id, std::move(figure));
  return by_id;
}

// The values of a column, those of texts in their short form.
std::vector<std::string> column(const Figure& figure, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& row : figure.data.rows) values.push_back(name_text(row[figure.data.find(name).value()]));
  return values;
}

// A takes 3 times as long as B in restart 0 and 2 times in restart 1, B 4 times as long as C, C as long as A.
const std::vector<MadeDuel> k_duels{{"A", "B", 0, 0, 1, 1}, {"A", "B", 0, 7, 6, 2}, {"A", "B", 0, 8, 9, 3},
                                    {"A", "B", 1, 4, 2, 1}, {"B", "C", 0, 5, 8, 2}, {"C", "A", 0, 0, 1, 1}};

TEST(DuelFigures, TheWorstOfEachPairIsACellWithItsInstance) {
  const auto figures = duel_figures(k_duels);
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
  const auto figures = duel_figures(k_duels);
  const Figure& restarts = figures.at("restarts");
  EXPECT_THAT(column(restarts, "series"), ElementsAre("A / B", "A / B"));  // the others have one restart
  EXPECT_THAT(column(restarts, "x"), ElementsAre("2", "3"));
  EXPECT_THAT(column(restarts, "y"), ElementsAre("0.5", "1"));
}

// From which the answer is made, and whose instance one wants to see.
TEST(DuelFigures, OnePairIsOneCell) {
  const auto figures = duel_figures({{"A", "B", 0, 0, 3, 1}});
  EXPECT_THAT(column(figures.at("worst-cases"), "value"), ElementsAre("3"));
  EXPECT_FALSE(figures.contains("restarts"));
}

}  // namespace
}  // namespace palio::test
