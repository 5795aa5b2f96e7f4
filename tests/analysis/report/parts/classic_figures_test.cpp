// The figures of the classic schedulers, on campaigns made up by hand.
#include <gtest/gtest.h>

#include "analysis/queries/query_tables.h"
#include "analysis/report/parts/figure_file.h"
#include "analysis/report/report_plan.h"
#include "tests/analysis/made_scenarios.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

MadeScenario scenario(const std::string& contention, int sample, const std::string& strategy, double planned,
                      double makespan) {
  const std::int64_t number = sample, seed = 1;
  return {.platform = {"normal-mesh", {{"contention", contention}, {"sample", std::int64_t{0}}, {"seed", seed}}},
          .workload = {"chains", {{"level_counts", "2"}, {"sample", number}, {"seed", seed}}},
          .strategy = strategy,
          .metrics = {{"makespan", makespan}, {"predicted_makespan", planned}}};
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
  const TemporaryFolder folder;
  store_scenarios(folder.file("made.db"), made, "classic-benchmark");
  CampaignReader campaign(folder.file("made.db"));
  add_query_functions(campaign);
  std::map<std::string, Figure> by_id;
  for (const PlannedFigures& planned : plan_report(campaign, {}).sections)
    for (Figure& figure : fill(campaign, planned.file)) by_id.emplace(figure.head.id, std::move(figure));
  return by_id;
}

double number(const Figure& figure, std::string_view column, std::string_view where, const std::string& is,
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
  EXPECT_EQ(number(sets, "y", "x", "B", "contention off"), 1.5);
  EXPECT_EQ(number(sets, "y", "x", "A", "contention on"), 1.5);
  EXPECT_EQ(sets.data.rows.front()[sets.data.find("panel").value()], SqlValue(std::string("chains:level_counts=2")));
  const Figure& order = drawn.at("contention-order");
  EXPECT_EQ(number(order, "x", "series", "A"), 1);
  EXPECT_EQ(number(order, "y", "series", "A"), 1.5);
  EXPECT_EQ(number(drawn.at("worst"), "y", "x", "B", "contention off"), 2);
}

// A: 30 / 10 and 30 / 20. B: as planned. Of the optimum A takes 10 / 8 and 20 / 8 times as long.
TEST(ClassicFigures, ShowWhatContentionAddsAndWhatTheOptimumIs) {
  const auto drawn = figures();
  EXPECT_EQ(number(drawn.at("contention-delay"), "y", "x", "A"), 2.25);
  EXPECT_EQ(number(drawn.at("contention-delay"), "y", "x", "B"), 1);
  EXPECT_EQ(number(drawn.at("optimum"), "y", "x", "A"), 1.875);
  EXPECT_EQ(number(drawn.at("optimum"), "optimal", "x", "B"), 0);
}

}  // namespace
}  // namespace palio::test
