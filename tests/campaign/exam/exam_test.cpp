#include "campaign/exam/exam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>

#include "analysis/queries/query_tables.h"
#include "strategies/registry.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

Recipe recipe_named(const std::string& name) { return {name, resolve(name, strategy(name).parameters, {})}; }

Study study_of(const std::string& name) { return exam_study({.examined = {recipe_named(name)}}); }

std::set<std::string> laws(const Study& study) {
  std::set<std::string> laws;
  for (const Spec& workload : study.workloads) laws.insert(text_of(workload.recipe.parameters, "law"));
  return laws;
}

std::set<std::string> names(const Study& study) {
  std::set<std::string> names;
  for (const Recipe& recipe : study.strategies) names.insert(recipe.name);
  return names;
}

TEST(Exam, HasTheGraphsThatSuitAStrategyAndOthersToCompareWith) {
  EXPECT_EQ(laws(study_of("PEFT")), (std::set<std::string>{"sequential"}));
  EXPECT_EQ(names(study_of("PEFT")), (std::set<std::string>{"PEFT", "HEFT", "CPOP", "ETF", "MCT", "MinMin"}));
  EXPECT_EQ(laws(study_of("HCPA")), (std::set<std::string>{"amdahl"}));
  EXPECT_EQ(laws(study_of("Fair")), (std::set<std::string>{"amdahl", "roofline"}));
  EXPECT_EQ(names(study_of("HEFT")).size(), 5U);  // it is among the others itself
}

TEST(Exam, SaysWhatAStrategyWouldNeed) {
  EXPECT_EQ(test::error_of([] { study_of("FIFO-RR"); }),
            "FIFO-RR schedules bags of tasks: an exam has one graph of tasks at a time, whose optimum is known");
}

// The gaps of 50 graphs whose optimum is 10 s: HEFT takes 12 s, ETF 10 s, the others 15 s. `change` comes last.
std::vector<GapRow> gaps_where(const std::function<void(const std::string& strategy, ScenarioResult& result)>& change) {
  const test::TemporaryFolder folder;
  const std::string database = folder.file("exam.db");
  const auto executed = [&](const std::string& strategy, ScenarioResult& result) {
    MetricValues& metrics = std::get<Completed>(result.outcome).metrics;
    metrics["reference"] = 10;
    metrics["makespan"] = strategy == "HEFT" ? 12 : strategy == "ETF" ? 10 : 15;
    change(strategy, result);
  };
  Interruption interruption;
  run_campaign(study_of("HEFT"),
               {.database = database,
                .selection = {.sample = 50},
                .progress = ProgressDisplay::Mode::off,
                .engine = {"fake", "1"},
                .make_runner = [&] { return test::changed_fake(executed); }},
               interruption);
  CampaignReader campaign(database);
  add_query_functions(campaign);
  return exam_rows(campaign, {"HEFT"});
}

TEST(Exam, TellsGapsByStrategyAndByPartsOfTheGraphs) {
  const std::vector<GapRow> rows = gaps_where([](const auto&, auto&) {});
  ASSERT_GT(rows.size(), 10U);
  std::vector<std::string> all;
  for (const GapRow& row : rows)
    if (row.on == "all") all.push_back(row.strategy);
  EXPECT_EQ(all, (std::vector<std::string>{"ETF", "HEFT", "CPOP", "MCT", "MinMin"}));  // the best first
  EXPECT_EQ(rows[0].optimal, 100);
  EXPECT_DOUBLE_EQ(rows[0].mean, 1);
  EXPECT_EQ(rows[0].best_other, "HEFT");
  std::int64_t graphs = 0;  // by size
  for (const GapRow& row : rows) {
    if (row.on == "all") continue;
    EXPECT_EQ(row.strategy, "HEFT");
    EXPECT_EQ(row.best_other, "ETF") << row.on;
    EXPECT_DOUBLE_EQ(row.mean, 1.2) << row.on;
    EXPECT_DOUBLE_EQ(row.worst, 1.2) << row.on;
    EXPECT_EQ(row.optimal, 0) << row.on;
    if (row.on.starts_with("tasks ")) graphs += row.graphs;
  }
  EXPECT_EQ(graphs, 50);
}

// ETF fails on one of the graphs.
TEST(Exam, ComparesOnTheSameGraphs) {
  std::atomic<bool> has_failed = false;
  std::vector<GapRow> all;
  for (GapRow& row : gaps_where([&](const std::string&strategy, ScenarioResult&result) {
         if (strategy == "ETF" && !has_failed.exchange(true))
           result.outcome = Failure{FailureKind::timeout, 0, "slow", ""};
       }))
    if (row.on == "all") all.push_back(std::move(row));
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all.front().strategy, "HEFT");
  EXPECT_EQ(all.front().best_other, "CPOP") << "ETF lacks a graph";
  EXPECT_DOUBLE_EQ(all.front().best_of_others.value(), 1.5);
  EXPECT_EQ(all.back().strategy, "ETF");
  EXPECT_EQ(all.back().graphs, 49);
  EXPECT_EQ(all.back().best_other, "HEFT");
}

}  // namespace
}  // namespace palio
