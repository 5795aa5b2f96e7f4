#include "core/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// Columns of every stored database.
TEST(MetricTable, KeepsTheMetricsOfTheFirstVersion) {
  for (const std::string_view name :
       {"makespan",         "predicted_makespan", "sequential_makespan", "total_work",           "efficiency",
        "processors",       "processors_used",    "clusters_used",       "flex_differs",         "average_makespan",
        "average_slowdown", "unfairness",         "average_stretch",     "mean_stretch",         "max_stretch",
        "stretch_bound",    "sum_stretch",        "optimal_max_stretch", "relative_max_stretch", "max_flow",
        "sum_flow",         "lp_count",           "task_count",          "supervisors"})
    EXPECT_NE(find_metric(name), nullptr) << name;
}

TEST(MetricTable, HasNamesThatNeedNoQuotesInSqlEachOnce) {
  std::set<std::string_view> names;
  for (const MetricInfo& info : metric_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << info.name;
  }
}

TEST(MetricTable, SaysWhatEachMetricMeans) {
  for (const MetricInfo& info : metric_table()) EXPECT_FALSE(info.meaning.empty()) << info.name;
}

TEST(MetricTable, KnowsWhatIsBetter) {
  const auto better = [](std::string_view metric) { return find_metric(metric)->better; };
  EXPECT_EQ(better("makespan"), Better::less);
  EXPECT_EQ(better("unfairness"), Better::less);
  EXPECT_EQ(better("efficiency"), Better::more);
  EXPECT_EQ(better("average_slowdown"), Better::more);  // 1 is best
  EXPECT_EQ(better("processors"), Better::neither);
}

TEST(MetricValues, AreMissingUntilTheyAreSet) {
  MetricValues values;
  for (const MetricInfo& info : metric_table()) EXPECT_TRUE(std::isnan(values[info]));
  values["makespan"] = 12;
  EXPECT_EQ(values["makespan"], 12);
  EXPECT_TRUE(std::isnan(values["predicted_makespan"]));
  EXPECT_EQ(values[*find_metric("makespan")], 12);
}

TEST(MetricValues, NameWhatIsNoMetric) {
  MetricValues values;
  EXPECT_THAT([&] { values["makespam"] = 1; }, ThrowsMessage<InternalError>(HasSubstr("no metric \"makespam\"")));
}

}  // namespace
}  // namespace palio
