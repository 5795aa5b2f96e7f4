#include "campaign/study/scenario_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/explanation.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/run/campaign.h"
#include "campaign/run/projection.h"
#include "campaign/study/dimension_rows.h"
#include "core/error.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/error_of.h"
#include "tests/support/fake_runner.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

using Names = std::set<std::string>;  // canonical texts of platform, workload and strategy, for each scenario

class ScenarioFilterTest : public testing::Test {
protected:
  Names wanted(const Selection& selection) const {
    Names names;
    InstanceStream stream(study_, selection);
    while (const std::optional<Instance> instance = stream.next())
      for (const std::uint32_t s : stream.strategies(*instance))
        names.insert(canonical_text(study_.platforms[instance->platform].recipe) + " " +
                     canonical_text(study_.workloads[instance->workload].recipe) + " " +
                     canonical_text(study_.strategies[s]));
    return names;
  }

  RunSummary run(const Selection& selection = {}) const {
    Interruption interruption;
    return run_campaign(
        study_,
        {.database = database_,
         .jobs = 2,
         .selection = selection,
         .progress = ProgressDisplay::Mode::off,
         .engine = {"fake", "1"},
         .make_runner = [] { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); }},
        interruption);
  }

  // What the view itself says of the whole study, once it has run.
  Names selected(const std::string& where) const {
    Names names;
    CampaignReader(database_).query(
        "SELECT p.canonical || ' ' || w.canonical || ' ' || s.canonical FROM (SELECT platform, workload, strategy FROM "
        "results WHERE " +
            where +
            ") r JOIN platform p ON p.label = r.platform JOIN workload w ON w.label = r.workload "
            "JOIN strategy s ON s.label = r.strategy",
        [](const auto&) {}, [&](const auto& row) { names.insert(std::get<std::string>(row.front())); });
    return names;
  }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
  Study study_ = test::restricted_study();  // 52 scenarios
};

TEST_F(ScenarioFilterTest, WantsWhatTheViewSelects) {
  run();
  for (const char* where :
       {"tasks = 10", "clusters = 2 AND tasks < 10", "strategy_name = 'M-HEFT'", "strategy LIKE 'M-HEFT%'",
        "tasks > 4 * clusters", "clusters = 1 OR strategy = 'HCPA'", "tasks IS NULL", "workload_family = 'file'",
        "platform_sample = workload_sample AND strategy = 'HCPA'", "tasks BETWEEN 6 AND 10 AND NOT clusters = 1",
        "workload_sample + platform_sample = 1", "platform LIKE '%sample=1%' AND workload LIKE '%tasks=5%'", "1",
        "CASE WHEN tasks = 5 THEN strategy = 'HCPA' ELSE clusters = 2 END"}) {
    const Names names = wanted({.where = where});
    EXPECT_EQ(names, selected(where)) << where;
    EXPECT_FALSE(names.empty()) << where;
    EXPECT_EQ(count_state(study_, {.where = where}, DoneSet(study_, {})).wanted, names.size()) << where;
  }
  EXPECT_TRUE(wanted({.where = "tasks = 7"}).empty());
}

// The sample is that of the whole study, so that it holds the same scenarios as without a condition.
TEST_F(ScenarioFilterTest, NarrowsASample) {
  Names both;
  std::ranges::set_intersection(wanted({.sample = 20}), wanted({.where = "tasks = 10"}),
                                std::inserter(both, both.end()));
  EXPECT_EQ(wanted({.sample = 20, .where = "tasks = 10"}), both);
  EXPECT_FALSE(both.empty());
}

// 4 platforms x 2 workloads of 10 tasks: HCPA and M-HEFT-MAX take both, M-HEFT the second: 4 x 5 = 20.
TEST_F(ScenarioFilterTest, ARunStoresNothingElse) {
  const Selection tens{.where = "tasks = 10"};
  const RunSummary first = run(tens);
  EXPECT_EQ(first.planned, 20U);
  EXPECT_EQ(first.completed, 20U);
  EXPECT_EQ(run(tens).planned, 0U);
  EXPECT_EQ(run({.where = "strategy = 'HCPA'"}).planned, 20U);  // 28 of which 8 are stored
  EXPECT_EQ(run().planned, 12U);                                // 52 - 40
}

TEST_F(ScenarioFilterTest, WhatIsMissingCostsWhatIsWanted) {
  const DoneSet done(study_, {});
  const CostModel ones(study_, {});
  EXPECT_DOUBLE_EQ(remaining_cost(study_, {.where = "tasks = 10"}, done, ones), 20);
  MissingJobs jobs(study_, {.where = "tasks = 10 AND strategy = 'HCPA'"}, done, {});
  std::size_t count = 0;
  while (const std::optional<MissingJob> job = jobs.next()) {
    EXPECT_EQ(job->strategies, std::vector<std::uint32_t>{0});
    ++count;
  }
  EXPECT_EQ(count, 8U);
}

TEST_F(ScenarioFilterTest, ProbesOnlyWhatIsWanted) {
  std::atomic<int> asked = 0;
  run_probes(study_, {.instances = 3, .where = "strategy = 'HCPA' AND clusters = 2", .make_runner = [&] {
                        return std::make_unique<test::FunctionRunner>([&](const RunRequest& request, const auto&) {
                          asked += static_cast<int>(request.strategies.size());
                        });
                      }});
  EXPECT_EQ(asked, 3);  // one strategy each
}

TEST_F(ScenarioFilterTest, ExplainsWhatItLeavesOut) {
  const Explanation explanation(study_, {.where = "tasks = 10"});
  const std::map<Reason, std::uint64_t> summary = explanation.summary();
  EXPECT_EQ(summary.at({Reason::Decision::run, "never run"}), 20U);
  EXPECT_EQ(summary.at({Reason::Decision::skip, "outside --where tasks = 10"}), 32U);
  EXPECT_EQ(summary.size(), 2U);
}

TEST_F(ScenarioFilterTest, NothingAtAllIsAnError) {
  EXPECT_NO_THROW(refuse_empty_selection(study_, {.where = "tasks = 10"}));
  EXPECT_NO_THROW(refuse_empty_selection(study_, {}));
  const auto refusal = [&](const Selection& selection) -> std::string {
    return test::error_of([&] { refuse_empty_selection(study_, selection); });
  };
  EXPECT_THAT(refusal({.where = "tasks = 7"}), HasSubstr("--where tasks = 7 is true for no scenario of small"));
  const Instance only = *InstanceStream(study_, {.sample = 1, .shard = {}}).next();
  const std::string other = study_.workloads[only.workload].recipe.name == "file" ? "random-ptg" : "file";
  EXPECT_THAT(refusal({.sample = 1, .shard = {}, .where = "workload_family = '" + other + "'"}),
              HasSubstr("sample of 1 instances"));
  EXPECT_THAT(refusal({.sample = 1000, .shard = {}, .where = "tasks = 7"}),
              HasSubstr("is true for no scenario of small; its scenarios"));
}

}  // namespace
}  // namespace palio
