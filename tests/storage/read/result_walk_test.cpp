#include "storage/read/result_walk.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/metrics.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

const std::vector<std::string> k_columns{"makespan", "flex_differs"};

class ResultWalkTest : public StorageTest {
protected:
  // Platforms 1 and 2, workloads 1 and 2, strategies 1 (FAST:threshold=0.5) and 2 (1.5).
  ResultWalkTest() {
    ResultStore store = open();
    add_samples(store, 2, 2, 2);
    store.begin_session(session_info());
    store.write(std::vector{completed({1, 2, 1}, 20), completed({2, 1, 2}, 40, {{0, 1, 30, 20}, {2, 3, 40}}),
                            failed({2, 1, 1}, FailureKind::timeout, "long")});
  }

  // By its number.
  static WalkedResult result(const ScenarioId& numbers, ResultWalk&& walk) {
    const ScenarioId id = id_of(numbers);
    while (const WalkedInstance* instance = walk.next())
      for (const WalkedResult& result : instance->results)
        if (ScenarioId{instance->platform, instance->workload, result.strategy} == id) return result;
    return {};
  }
};

TEST_F(ResultWalkTest, VisitsInstancesByTheirIds) {
  std::vector<std::array<std::int64_t, 3>> seen;  // platform, workload, number of results
  ResultWalk walk(file_, k_columns);
  while (const WalkedInstance* instance = walk.next())
    seen.push_back({instance->platform, instance->workload, static_cast<std::int64_t>(instance->results.size())});
  const auto of = [](std::int64_t platform, std::int64_t workload, std::int64_t count) {
    const ScenarioId id = id_of({platform, workload, 1});
    return std::array<std::int64_t, 3>{id.platform, id.workload, count};
  };
  ASSERT_LT(id_of({1, 2, 1}), id_of({2, 1, 1}));
  EXPECT_THAT(seen, ElementsAre(of(1, 2, 1), of(2, 1, 2)));
}

TEST_F(ResultWalkTest, ReadsTheColumnsAskedFor) {
  const WalkedResult found = result({1, 2, 1}, ResultWalk(file_, k_columns));
  EXPECT_EQ(found.outcome, "completed");
  // makespan as stored; flex_differs, an integer, is its position in the table (completed()).
  const auto flex = std::ranges::find(metric_table(), "flex_differs", &MetricInfo::name) - metric_table().begin();
  EXPECT_THAT(found.values, ElementsAre(20, flex));
  EXPECT_TRUE(found.applications.empty());
}

TEST_F(ResultWalkTest, AFailedResultHasNoValues) {
  const WalkedResult failed = result({2, 1, 1}, ResultWalk(file_, k_columns));
  EXPECT_EQ(failed.outcome, "timeout");
  EXPECT_TRUE(std::isnan(failed.values[0]));
}

TEST_F(ResultWalkTest, ApplicationsBelongToTheirResult) {
  EXPECT_TRUE(result({2, 1, 1}, ResultWalk(file_, k_columns)).applications.empty());
  // Release date, start, finish and dedicated makespan of the first; the second has no dedicated makespan.
  const std::vector<double> dates = result({2, 1, 2}, ResultWalk(file_, k_columns)).applications;
  ASSERT_EQ(dates.size(), 8U);
  EXPECT_THAT(std::vector<double>(dates.begin(), dates.begin() + 7), ElementsAre(0, 1, 30, 20, 2, 3, 40));
  EXPECT_TRUE(std::isnan(dates[7]));
}

TEST_F(ResultWalkTest, EntriesHaveTheValuesOfColumns) {
  const ResultWalk walk(file_, k_columns);
  std::vector<DimensionEntry> entries = walk.entries("strategy", std::vector<std::string>{"threshold", ""});
  ASSERT_EQ(entries.size(), 2U);
  std::ranges::sort(entries, {}, &DimensionEntry::canonical);
  EXPECT_EQ(entries[1].canonical, "FAST:threshold=1.5");
  EXPECT_THAT(entries[1].values, ElementsAre(SqlValue(1.5), SqlValue()));
}

TEST_F(ResultWalkTest, ScenarioColumnsAreThoseOfTheView) {
  std::vector<std::string> names;
  for (const ViewColumn& column : ResultWalk(file_, k_columns).scenario_columns())
    names.push_back(column.name + "=" + column.table + "." + column.source);
  EXPECT_THAT(names,
              ElementsAre("strategy=strategy.label", "platform=platform.label", "workload=workload.label",
                          "platform_family=platform.family", "workload_family=workload.family",
                          "strategy_name=strategy.name", "hosts=platform.hosts", "platform_seed=platform.seed",
                          "workload_sample=workload.sample", "tasks=workload.tasks", "threshold=strategy.threshold"));
}

TEST_F(ResultWalkTest, IsOfOneMoment) {
  ResultStore store = open();
  store.begin_session(session_info());
  ResultWalk walk(file_, k_columns);
  EXPECT_EQ(walk.results(), 3);
  store.write(std::vector{completed({1, 1, 1}, 50)});
  EXPECT_EQ(walk.results(), 3);
  EXPECT_TRUE(result({1, 1, 1}, std::move(walk)).outcome.empty());
}

TEST_F(ResultWalkTest, NeedsACampaign) {
  EXPECT_THROW(ResultWalk(folder_.file("none.db"), k_columns), UserError);
  EXPECT_THROW(ResultWalk(folder_.write("notes.db", "no campaign"), k_columns), UserError);
}

}  // namespace
}  // namespace palio::test
