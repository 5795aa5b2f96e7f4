#include "campaign/plan/retries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/run/campaign.h"
#include "core/error.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// Fails every scenario of HCPA as a timeout and every one of the other strategy as a crash, as long as it is broken.
std::unique_ptr<Runner> broken_runner(bool broken) {
  return test::changed_fake([broken](const std::string& strategy, ScenarioResult& result) {
    const FailureKind kind = strategy == "HCPA" ? FailureKind::timeout : FailureKind::crashed;
    if (broken) result.outcome = Failure{kind, 0, "made to fail", {}};
  });
}

class RetriesTest : public testing::Test {
protected:
  RunSummary run(bool broken, const RetryChoice& retry = {}, const std::string& max_failures = "") {
    Interruption interruption;
    return run_campaign(study_,
                        {.database = database_,
                         .jobs = 2,
                         .selection = {},
                         .retry = retry,
                         .max_failures = max_failures.empty() ? FailureLimit{} : parse_failure_limit(max_failures),
                         .progress = ProgressDisplay::Mode::off,
                         .engine = {"fake", "1"},
                         .make_runner = [&] { return broken_runner(broken); }},
                        interruption);
  }
  std::int64_t count(const std::string& condition) {
    std::int64_t rows = 0;
    CampaignReader(database_).query(
        "SELECT count(*) FROM " + condition, [](const auto&) {},
        [&](const auto& row) { rows = std::get<std::int64_t>(row.front()); });
    return rows;
  }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
  Study study_ = test::study(test::k_small_study);  // 24 instances, 2 strategies
};

TEST_F(RetriesTest, FailedScenariosRunAgainOnlyWhenAsked) {
  EXPECT_EQ(run(true).failed, 48U);
  EXPECT_EQ(run(false).planned, 0U);
  const RunSummary summary = run(false, parse_retry_choice(""));
  EXPECT_EQ(summary.planned, 48U);
  EXPECT_EQ(summary.completed, 48U);
  EXPECT_EQ(count("result WHERE outcome = 'completed' AND attempt = 2"), 48);
  EXPECT_EQ(run(false, parse_retry_choice("")).planned, 0U);
}

TEST_F(RetriesTest, SomeKindsOnly) {
  run(true);
  const RunSummary summary = run(false, parse_retry_choice("deadlock,timeout"));
  EXPECT_EQ(summary.planned, 24U);
  EXPECT_EQ(summary.stored_before, 24U);
  EXPECT_EQ(count("results WHERE strategy = 'HCPA' AND outcome = 'completed' AND attempt = 2"), 24);
  EXPECT_EQ(count("result WHERE outcome = 'crashed' AND attempt = 1"), 24);
}

TEST_F(RetriesTest, EveryAttemptKeepsItsMessage) {
  run(true);
  run(true, parse_retry_choice(""));
  run(true, parse_retry_choice("crashed"));
  EXPECT_EQ(count("result"), 48);
  EXPECT_EQ(count("result WHERE attempt = 3"), 24);
  EXPECT_EQ(count("failure"), 48 + 48 + 24);
  EXPECT_EQ(count("failure WHERE attempt = 2 AND message <> ''"), 48);
}

TEST_F(RetriesTest, AnUnknownKindIsRefusedWithTheNearest) {
  EXPECT_THAT(test::error_of([&] { parse_retry_choice("crashed,tiemout"); }),
              testing::HasSubstr("did you mean \"timeout\"?"));
}

TEST_F(RetriesTest, AHopelessCampaignStopsAndCanGoOn) {
  // 2 jobs of 2 scenarios may run beside the one that reaches the limit.
  const RunSummary summary = run(true, {}, "10");
  EXPECT_GE(summary.failed, 10U);
  EXPECT_LE(summary.failed, 14U);
  EXPECT_FALSE(summary.interrupted);
  EXPECT_THAT(summary.gave_up, testing::HasSubstr("--max-failures 10"));
  EXPECT_EQ(count("session WHERE how = 'interrupted'"), 1);
  EXPECT_EQ(run(false, parse_retry_choice("")).planned, 48U);
  EXPECT_EQ(count("result WHERE outcome = 'completed'"), 48);
}

}  // namespace
}  // namespace palio
