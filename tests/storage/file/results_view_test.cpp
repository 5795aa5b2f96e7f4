#include "storage/file/results_view.h"

#include "core/metrics.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

const std::vector<ParameterSpec>& batch_specs() {
  static const std::vector specs{parameter("hosts", ParameterType::integer),
                                 parameter("processors", ParameterType::integer)};
  return specs;
}

// A workload with the parameter "hosts", which platform "star" has too, and "processors", which is a metric.
DimensionRow colliding_workload() {
  return {{"batch", {{"hosts", std::int64_t{3}}, {"processors", std::int64_t{9}}}}, "batch", batch_specs(), ""};
}

class ResultsViewTest : public StorageTest {
protected:
  std::string columns() const { return sql("SELECT group_concat(name, ' ') FROM pragma_table_info('results')"); }
};

TEST_F(ResultsViewTest, NewCampaignHasTheFixedColumns) {
  open();
  const std::string all = columns();
  EXPECT_THAT(
      all,
      testing::StartsWith(
          "scenario instance strategy platform workload platform_family workload_family strategy_name outcome attempt "
          "makespan "
          "predicted_makespan sequential_makespan total_work efficiency processors processors_used clusters_used "
          "flex_differs average_makespan average_slowdown unfairness average_stretch mean_stretch max_stretch "
          "stretch_bound sum_stretch optimal_max_stretch relative_max_stretch max_flow sum_flow lp_count task_count "
          "supervisors "));  // then the metrics that came later
  for (const MetricInfo& metric : metric_table())
    EXPECT_THAT(all, testing::HasSubstr(fmt::format(" {} ", metric.name)));
  EXPECT_THAT(all, testing::EndsWith(" schedule_time simulation_time total_time peak_memory lp_time engine_difference "
                                     "session engine engine_version failure_kind failure_signal failure_message\n"));
}

TEST_F(ResultsViewTest, ParametersAreColumnsWithTheirOwnNames) {
  ResultStore store = open();
  add_samples(store, 1, 1, 1);
  EXPECT_THAT(columns(),
              testing::HasSubstr("strategy_name hosts platform_seed workload_sample tasks threshold outcome attempt"));
}

TEST_F(ResultsViewTest, NamesDoNotDependOnWhatCameFirst) {
  const std::string expected = "strategy_name hosts platform_seed workload_hosts workload_processors outcome";
  const std::vector<DimensionRow> workloads{colliding_workload()};
  {
    ResultStore store = open();
    store.add_platforms(stars(1));
    store.add_workloads(workloads);
  }
  EXPECT_THAT(columns(), testing::HasSubstr(expected));
  file_ = folder_.file("other.db");
  ResultStore store = open();
  store.add_workloads(workloads);
  EXPECT_THAT(columns(), testing::HasSubstr("strategy_name hosts workload_processors outcome"));
  store.add_platforms(stars(1));
  EXPECT_THAT(columns(), testing::HasSubstr(expected));
}

TEST_F(ResultsViewTest, RowsReadFlatInThePlainShell) {
  ResultStore store = open();
  add_samples(store, 2, 1, 2);
  store.begin_session(session_info());
  store.write(std::vector{completed({1, 1, 1}, 10), completed({2, 1, 1}, 20),
                          failed({1, 1, 2}, FailureKind::deadlock, "stuck"), completed({2, 1, 2}, 30)});
  EXPECT_EQ(sql("SELECT strategy, avg(makespan), count(*) FROM results GROUP BY strategy"),
            "FAST:threshold=0.5|15.0|2\nFAST:threshold=1.5|30.0|2\n");
  EXPECT_EQ(
      sql("SELECT platform, hosts, platform_seed, workload, tasks, workload_sample, threshold, makespan, session, "
          "engine, engine_version FROM results WHERE hosts = 2 AND threshold = 1.5"),
      "star:hosts=2,seed=7|2|7|chain:sample=1,tasks=1|1|1|1.5|30.0|1|simgrid|3.32\n");
  EXPECT_EQ(sql("SELECT outcome, makespan IS NULL, failure_kind, failure_signal IS NULL, failure_message FROM results "
                "WHERE outcome <> 'completed'"),
            "deadlock|1|deadlock|1|stuck\n");
  EXPECT_EQ(sql("SELECT scenario FROM results WHERE hosts = 1 AND threshold = 0.5"),
            short_key("star:hosts=1,seed=7") + "-" + short_key("chain:sample=1,tasks=1") + "-" +
                short_key("FAST:threshold=0.5") + "\n");
}

// Two strategies on star(1), one of them also on star(2); the keys are those of the recipes, as in `scenario`.
TEST_F(ResultsViewTest, AnInstanceIsAPlatformWithAWorkload) {
  ResultStore store = open();
  add_samples(store, 2, 1, 2);
  store.begin_session(session_info());
  store.write(
      std::vector{completed({1, 1, 1}, 10), failed({1, 1, 2}, FailureKind::deadlock, "x"), completed({2, 1, 1}, 20)});
  const std::string chain_key = short_key("chain:sample=1,tasks=1");
  const std::string first = short_key("star:hosts=1,seed=7") + "-" + chain_key;
  EXPECT_EQ(sql("SELECT instance, count(*), hosts FROM results GROUP BY instance ORDER BY hosts"),
            first + "|2|1\n" + short_key("star:hosts=2,seed=7") + "-" + chain_key + "|1|2\n");
  EXPECT_EQ(sql("SELECT count(DISTINCT instance), sum(scenario LIKE instance || '-%') FROM all_results"), "2|3\n");
  EXPECT_EQ(sql("SELECT instance FROM failures"), first + "\n");
  EXPECT_EQ(sql("SELECT min(makespan) FROM relative_makespans WHERE instance = '" + first + "'"), "10.0\n");
}

TEST_F(ResultsViewTest, OnlyTheLatestAttemptIsShown) {
  ResultStore store = open();
  add_samples(store, 1, 1, 2);
  store.begin_session(session_info());
  store.write(std::vector{failed({1, 1, 1}, FailureKind::timeout, "first", 1),
                          failed({1, 1, 1}, FailureKind::crashed, "second", 2),
                          failed({1, 1, 2}, FailureKind::crashed, "repaired", 1), completed({1, 1, 2}, 4, 2)});
  EXPECT_EQ(sql("SELECT strategy, attempt, outcome, failure_message FROM results ORDER BY strategy"),
            "FAST:threshold=0.5|2|crashed|second\nFAST:threshold=1.5|2|completed|\n");
}

}  // namespace
}  // namespace palio::test
