#include "campaign/plan/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "campaign/study/dimension_rows.h"
#include "storage/write/result_store.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Session 1 completed the first workload on platform 0 with both strategies, session 2 failed two others.
class ExplanationTest : public testing::Test {
protected:
  void SetUp() override {
    ResultStore store(file_, {"small", "", "", 5, "s.toml", ""});
    add_dimensions(store);
    store.begin_session({});
    store.write(std::vector<StoredResult>{{id(0, 0, 0), 1, {completed(), {}}}, {id(0, 0, 1), 1, {completed(), {}}}});
    store.end_session("finished");
    store.begin_session({});
    store.write(std::vector<StoredResult>{{id(0, 1, 0), 1, {Failure{FailureKind::timeout, 0, "slow", ""}, {}}},
                                          {id(3, 5, 1), 1, {Failure{FailureKind::crashed, 11, "bang", ""}, {}}}});
  }

  static Completed completed() {
    Completed completed;
    completed.metrics["makespan"] = 1;
    return completed;
  }

  void add_dimensions(ResultStore& store) {
    ids_ = {store.add_platforms(platform_rows(study_.platforms)), store.add_workloads(workload_rows(study_.workloads)),
            store.add_strategies(strategy_rows(study_.strategies, {}))};
  }
  ScenarioId id(std::size_t platform, std::size_t workload, std::size_t strategy) const {
    return {ids_.platforms[platform], ids_.workloads[workload], ids_.strategies[strategy]};
  }

  Explanation explain(const Selection& selection, const RetryChoice& retry = {}) const {
    Explanation explanation(study_, selection);
    explanation.read(CampaignReader(file_), retry);
    return explanation;
  }
  static std::uint64_t count(const Explanation& explanation, std::string_view why) {
    std::uint64_t sum = 0;
    for (const auto& [reason, count] : explanation.summary())
      if (reason.why.starts_with(why)) sum += count;
    return sum;
  }
  static std::uint64_t total(const Explanation& explanation) { return count(explanation, ""); }

  test::TemporaryFolder folder_;
  std::string file_ = folder_.file("c.db");
  DimensionIds ids_;
  Study study_ = test::study(test::k_small_study);  // 4 platforms x 6 workloads x 2 strategies
};

TEST_F(ExplanationTest, NothingStored) {
  const Explanation explanation(study_, {});
  EXPECT_EQ(explanation.reason({3, 2}, 1), (Reason{Reason::Decision::run, "never run"}));
  EXPECT_EQ(count(explanation, "never run"), 48U);
}

TEST_F(ExplanationTest, EveryScenarioHasItsReason) {
  const Explanation explanation = explain({});
  EXPECT_THAT(explanation.reason({0, 0}, 0).why, HasSubstr("completed in session 1, started 20"));
  EXPECT_EQ(explanation.reason({0, 0}, 0).decision, Reason::Decision::skip);
  EXPECT_EQ(explanation.reason({0, 1}, 0),
            (Reason{Reason::Decision::skip, "failed before (timeout); --retry-failed=timeout runs it again"}));
  EXPECT_EQ(explanation.reason({0, 1}, 1), (Reason{Reason::Decision::run, "never run"}));
  EXPECT_EQ(count(explanation, "completed in session 1"), 2U);
  EXPECT_EQ(count(explanation, "failed before (crashed)"), 1U);
  EXPECT_EQ(count(explanation, "never run"), 44U);
  EXPECT_EQ(total(explanation), 48U);
}

TEST_F(ExplanationTest, ASessionThatIsNotThereIsNamedWithoutItsDate) {
  const std::string forget = "sqlite3 '" + file_ + "' 'DELETE FROM session WHERE id = 1'";
  ASSERT_EQ(std::system(forget.c_str()), 0);
  EXPECT_EQ(explain({}).reason({0, 0}, 0).why, "completed in session 1, started at an unknown date");
}

TEST_F(ExplanationTest, RetriesRunAgain) {
  const Explanation some = explain({}, parse_retry_choice("timeout"));
  EXPECT_EQ(some.reason({0, 1}, 0), (Reason{Reason::Decision::run, "failed before (timeout), and --retry-failed"}));
  EXPECT_EQ(some.reason({3, 5}, 1).decision, Reason::Decision::skip);
  const Explanation all = explain({}, parse_retry_choice(""));
  EXPECT_EQ(all.reason({3, 5}, 1).decision, Reason::Decision::run);
}

TEST_F(ExplanationTest, SampleAndShardAreNamed) {
  // A sample of 10 instances: 20 scenarios; the other 28 are outside. Its two shards part it.
  const Explanation sample = explain({.sample = 10, .shard = {}});
  EXPECT_EQ(count(sample, "outside --sample 10"), 28U);
  EXPECT_EQ(total(sample), 48U);
  std::uint64_t in_shards = 0;
  for (const std::uint32_t index : {1U, 2U}) {
    const Selection selection{.sample = 10, .shard = {index, 2}};
    const Explanation shard = explain(selection);
    EXPECT_EQ(total(shard), 48U);
    in_shards += 20 - count(shard, "outside --shard");
    for (const Instance& instance : test::instances_of(study_, selection)) {
      EXPECT_TRUE(shard.wanted(instance));
      EXPECT_THAT(shard.reason(instance, 1).why, testing::Not(HasSubstr("outside")));
    }
  }
  EXPECT_EQ(in_shards, 20U);
}

TEST_F(ExplanationTest, WhatTheStudyDoesNotNameAnyMoreIsNotCounted) {
  std::string text(test::k_small_study);
  text.erase(text.find("[[strategy]]\nname = \"HCPA\""), 27);
  study_ = test::study(text);
  const Explanation explanation = explain({});
  EXPECT_EQ(total(explanation), 24U);
  EXPECT_EQ(count(explanation, "completed in session 1"), 1U);
}

TEST_F(ExplanationTest, WhatAStrategyDoesNotTakeAnyMoreIsNotCounted) {
  // M-HEFT-MAX is restricted to the first two workloads: 24 + 8 = 32 scenarios. Stored are both of the first instance
  // and HCPA's failure on the second; the failure of M-HEFT-MAX on the last one is no more of the study.
  study_ = test::study(std::string(test::k_small_study) + "workloads = \"tasks = 5\"\n");
  const Explanation explanation = explain({});
  EXPECT_EQ(total(explanation), 32U);
  EXPECT_EQ(count(explanation, "completed in session 1"), 2U);
  EXPECT_EQ(count(explanation, "failed before"), 1U);
  EXPECT_EQ(count(explanation, "never run"), 29U);
}

TEST_F(ExplanationTest, RestrictedStrategiesInSamplesAndShards) {
  study_ = test::study(std::string(test::k_small_study) + "workloads = \"tasks = 5\"\n");
  std::uint64_t sampled = 0;
  for (const Instance& instance : test::instances_of(study_, {.sample = 10, .shard = {}}))
    sampled += instance.workload < 2 ? 2 : 1;
  std::uint64_t outside = 0;
  for (const std::uint32_t index : {1U, 2U}) {
    const Explanation shard = explain({.sample = 10, .shard = {index, 2}});
    EXPECT_EQ(total(shard), 32U);
    EXPECT_EQ(count(shard, "outside --sample 10"), 32 - sampled);
    outside += count(shard, "outside --shard");
  }
  EXPECT_EQ(outside, sampled);  // what one shard has is outside the other
}

// 48 scenarios: 24 on pairs, of which a sample of 3 instances has 6.
TEST(StudyExplanation, SaysWhatTheStudyItselfLeavesOut) {
  std::string text(test::k_small_study);
  text.replace(text.find("seed = 5"), 8, "seed = 5\nwhere = \"platform_sample = workload_sample\"");
  const Study study = test::study(text);
  const Reason outside{Reason::Decision::skip, "outside the study: where platform_sample = workload_sample"};
  const std::map<Reason, std::uint64_t> all = Explanation(study, {}).summary(),
                                        part = Explanation(study, {.sample = 3}).summary();
  EXPECT_EQ(all.at(outside), 24U);
  EXPECT_EQ(all.at({Reason::Decision::run, "never run"}), 24U);
  EXPECT_EQ(part.at(outside), 24U);
  EXPECT_EQ(part.at({Reason::Decision::skip, "outside --sample 3"}), 18U);
  EXPECT_EQ(part.at({Reason::Decision::run, "never run"}), 6U);
  EXPECT_EQ(Explanation(study, {}).reason({0, 1}, 0), outside);
}

TEST(StudyExplanation, CountsWhatBlocksLeaveOut) {
  std::string text(test::k_small_study);
  text.replace(text.find("samples       = 2"), 17, "samples = 2\nexclude = \"clusters = 1 AND platform_sample = 1\"");
  text.replace(text.rfind("samples    = 2"), 14, "samples = 2\nonly = \"tasks > 5\"");
  const Study study = test::study(text);
  ASSERT_EQ(study.left_out.size(), 2U);
  EXPECT_EQ(study.left_out[0].place, "small.toml:12");
  EXPECT_EQ(study.left_out[0].why, "exclude = \"clusters = 1 AND platform_sample = 1\"");
  EXPECT_EQ(study.left_out[0].kind, "platform");
  EXPECT_EQ(study.left_out[0].points, 1U);
  EXPECT_EQ(study.left_out[1].why, "only = \"tasks > 5\"");
  EXPECT_EQ(study.left_out[1].points, 2U);
}

}  // namespace
}  // namespace palio
