#include "core/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace palio {
namespace {

TEST(MetricTable, IsInTheOrderOfTheEnum) {
  for (std::size_t i = 0; i < k_metric_count; ++i) EXPECT_EQ(static_cast<std::size_t>(metric_table()[i].metric), i);
}

// The names are columns of every stored database.
TEST(MetricTable, HasTheseColumns) {
  std::vector<std::string_view> names;
  for (const MetricInfo& info : metric_table()) names.push_back(info.name);
  EXPECT_EQ(
      names,
      (std::vector<std::string_view>{
          "makespan",         "predicted_makespan", "sequential_makespan", "total_work",           "efficiency",
          "processors",       "processors_used",    "clusters_used",       "flex_differs",         "average_makespan",
          "average_slowdown", "unfairness",         "average_stretch",     "mean_stretch",         "max_stretch",
          "stretch_bound",    "sum_stretch",        "optimal_max_stretch", "relative_max_stretch", "max_flow",
          "sum_flow",         "lp_count",           "task_count",          "supervisors"}));
}

TEST(MetricTable, SaysWhatEachMetricMeans) {
  for (const MetricInfo& info : metric_table()) EXPECT_FALSE(info.meaning.empty()) << info.name;
}

TEST(MetricTable, KnowsWhatIsBetter) {
  const auto better = [](Metric metric) { return metric_table()[static_cast<std::size_t>(metric)].better; };
  EXPECT_EQ(better(Metric::makespan), Better::less);
  EXPECT_EQ(better(Metric::unfairness), Better::less);
  EXPECT_EQ(better(Metric::efficiency), Better::more);
  EXPECT_EQ(better(Metric::average_slowdown), Better::more);  // 1 is best
  EXPECT_EQ(better(Metric::processors), Better::neither);
}

TEST(MetricValues, AreMissingUntilTheyAreSet) {
  MetricValues values;
  for (const MetricInfo& info : metric_table()) EXPECT_TRUE(std::isnan(values[info.metric]));
  values[Metric::makespan] = 12;
  EXPECT_EQ(values[Metric::makespan], 12);
  EXPECT_TRUE(std::isnan(values[Metric::predicted_makespan]));
}

}  // namespace
}  // namespace palio
