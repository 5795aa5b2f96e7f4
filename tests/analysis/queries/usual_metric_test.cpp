#include "analysis/queries/usual_metric.h"

#include <gtest/gtest.h>

#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "tests/analysis/made_campaign.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

TEST(UsualMetric, IsReadFromTheTextOfAStudy) {
  EXPECT_EQ(metric_of_study("[study]\nname = \"a\"\nmetric = \"max_stretch\"\n"), "max_stretch");
  EXPECT_EQ(metric_of_study("study = { name = \"a\", metric = 'max_stretch' }\n"), "max_stretch");
  EXPECT_EQ(metric_of_study("[study]\nname = \"a\"\n[other]\nmetric = \"max_stretch\"\n"), "");
  EXPECT_EQ(metric_of_study("no study at all"), "");
  EXPECT_EQ(metric_of_study("[study]\nmetric = 1\n"), "");
}

// A has the shorter makespan, B the smaller stretch. `law`: of the durations; empty: they are certain.
MadeScenario batch(const std::string& strategy, const std::string& law, double stretch) {
  Parameters workload{{"sample", std::int64_t{1}}};
  if (!law.empty()) workload["uncertainty"] = law;
  const bool first = strategy == "A";
  MadeScenario made{.platform = {"mesh", {}}, .workload = {"chains", workload}, .strategy = strategy, .metrics = {}};
  made.metrics = {{"makespan", first ? 1 : 2}, {"max_stretch", stretch}};
  if (!law.empty()) made.metrics["mean_makespan"] = first ? 4 : 3;
  return made;
}

class UsualMetricTest : public testing::Test {
protected:
  // The usual metric with its remark, of a study that names a metric or none.
  std::string usual(const std::vector<MadeScenario>& scenarios, const std::string& named = "") {
    CampaignInfo info = study_info("made");
    info.study_text = "[study]\nname = \"made\"\n" + (named.empty() ? "" : "metric = \"" + named + "\"\n");
    const std::string file = folder_.file(fmt::format("{}.db", ++files_));
    store_scenarios(file, scenarios, info);
    reader_.emplace(file);
    add_query_functions(*reader_);
    const std::string metric = usual_metric(*reader_);
    return fmt::format("{}: {}", metric, metric_title(*reader_, metric));
  }

  TemporaryFolder folder_;
  int files_ = 0;
  std::optional<CampaignReader> reader_;
};

const std::vector<MadeScenario> k_certain{batch("A", "", 3), batch("B", "", 2)};

TEST_F(UsualMetricTest, IsTheStudysIfResultsHaveIt) {
  EXPECT_EQ(usual(k_certain, "max_stretch"), "max_stretch: maximum stretch (the study's metric)");
  EXPECT_EQ(usual(k_certain, "sum_flow"), "makespan: makespan");    // no result has it
  EXPECT_EQ(usual(k_certain, "processors"), "makespan: makespan");  // it ranks no strategy
  EXPECT_EQ(usual(k_certain), "makespan: makespan");
  EXPECT_EQ(metric_title(*reader_, "max_stretch"), "maximum stretch");  // this study does not name it
}

TEST_F(UsualMetricTest, OfUncertainWorkloadsIsAboutWhatHappens) {
  std::vector<MadeScenario> made{batch("A", "gamma", 3), batch("B", "gamma", 2)};
  EXPECT_EQ(usual(made), "mean_makespan: mean makespan (over the realizations)");
  EXPECT_EQ(metric_title(*reader_, "makespan"), "makespan (as estimated, although durations are uncertain)");
  EXPECT_EQ(usual(made, "max_stretch"), "max_stretch: maximum stretch (the study's metric)");
  made.insert(made.end(), k_certain.begin(), k_certain.end());
  EXPECT_EQ(usual(made), "makespan: makespan (as estimated, although some durations are uncertain)");
}

// Without a metric, tables and ready queries are about the usual one: B leads by stretch.
TEST_F(UsualMetricTest, IsWhatTablesAreAbout) {
  usual(k_certain, "max_stretch");
  for (const std::string argument : {"", "NULL", "'max_stretch'"}) {
    SCOPED_TRACE(argument);
    EXPECT_EQ(rows_of(*reader_, fmt::format("SELECT label FROM contenders({}) JOIN strategy ON id = strategy_id WHERE "
                                            "place = 1",
                                            argument)),
              (std::vector<std::vector<SqlValue>>{{"B"}}));
    EXPECT_EQ(rows_of(*reader_, fmt::format("SELECT sql FROM ready_queries({}) WHERE name = 'pairs'", argument)),
              (std::vector<std::vector<SqlValue>>{{ready_sql("pairs", "max_stretch")}}));
  }
}

}  // namespace
}  // namespace palio::test
