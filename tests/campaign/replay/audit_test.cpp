#include "campaign/replay/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "core/error.h"
#include "tests/campaign/replay/stored_sample.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// As FakeRunner, but makespans of HCPA come out one larger, or larger each time, or end at the time limit; or each
// scenario of it is killed the first time.
class ChangedRunner final : public Runner {
public:
  enum class Change { makespan, each_time, timeout, killed_once };
  explicit ChangedRunner(Change change) : change_(change) {}
  void run(const RunRequest& request, const Sink& sink) override {
    fake_.run(request, [&](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      if (request.strategies[static_cast<std::size_t>(strategy)].name == "HCPA")
        change(result.outcome, identity(request));
      sink(strategy, std::move(result), std::move(detail));
    });
  }
  void abort() override { fake_.abort(); }

private:
  static std::string identity(const RunRequest& request) {
    return canonical_text(request.platform.recipe) + canonical_text(request.workload.recipe);
  }
  void change(Outcome& outcome, const std::string& identity) const {
    const std::scoped_lock lock(mutex);
    const int times = ++asked[identity];
    switch (change_) {
      case Change::makespan: std::get<Completed>(outcome).metrics["makespan"] += 1; break;
      case Change::each_time: std::get<Completed>(outcome).metrics["makespan"] += times; break;
      case Change::timeout: outcome = Failure{FailureKind::timeout, 0, "too long", ""}; break;
      case Change::killed_once:
        if (times == 1) outcome = Failure{FailureKind::worker_lost, 0, "gone", ""};
    }
  }

public:
  static inline std::mutex mutex;                  // guards what follows
  static inline std::map<std::string, int> asked;  // how often, of all runners

private:
  Change change_;
  test::FakeRunner fake_{test::FakeRunner::Memory::forget};
};

class AuditTest : public testing::Test {
protected:
  AuditTest() {
    test::store_small_study(database_);
    ChangedRunner::asked.clear();
  }

  AuditSummary audit(const std::string& sample, const Executor::MakeRunner& make_runner, std::int64_t seed = 1) {
    Interruption interruption;
    return run_audit({.database = database_,
                      .sample = parse_audit_sample(sample),
                      .seed = seed,
                      .jobs = 3,
                      .progress = ProgressDisplay::Mode::off,
                      .make_runner = make_runner},
                     interruption);
  }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
};

std::unique_ptr<Runner> same() { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); }
std::unique_ptr<Runner> longer() { return std::make_unique<ChangedRunner>(ChangedRunner::Change::makespan); }
std::unique_ptr<Runner> timing_out() { return std::make_unique<ChangedRunner>(ChangedRunner::Change::timeout); }

std::unique_ptr<Runner> wavering() { return std::make_unique<ChangedRunner>(ChangedRunner::Change::each_time); }
std::unique_ptr<Runner> killed_once() { return std::make_unique<ChangedRunner>(ChangedRunner::Change::killed_once); }

TEST_F(AuditTest, EqualResultsAreCounted) {
  const AuditSummary summary = audit("100%", same);
  EXPECT_EQ(summary.stored, 48U);
  EXPECT_EQ(summary.chosen, 48U);
  EXPECT_EQ(summary.equal, 48U);
  EXPECT_EQ(summary.different, 0U);
  EXPECT_FALSE(summary.interrupted);
}

TEST_F(AuditTest, DifferencesAreFoundAndNamed) {
  const AuditSummary summary = audit("100%", longer);
  EXPECT_EQ(summary.equal, 24U);
  EXPECT_EQ(summary.different, 24U);
  ASSERT_EQ(summary.findings.size(), 24U);
  std::set<std::string> ids;
  for (const AuditFinding& finding : summary.findings) {
    ids.insert(finding.scenario);
    EXPECT_EQ(finding.difference.what, "makespan");
    EXPECT_EQ(std::get<double>(finding.difference.replayed), std::get<double>(finding.difference.stored) + 1);
    EXPECT_EQ(finding.again, finding.difference.replayed);
  }
  const std::vector<std::string> hcpa =
      test::texts(CampaignReader(database_), "SELECT scenario FROM results WHERE strategy = 'HCPA'");
  EXPECT_EQ(ids, std::set<std::string>(hcpa.begin(), hcpa.end()));
}

// The first replay comes to one more than is stored, the second to two more.
TEST_F(AuditTest, AnswersThatDifferFromReplayToReplayAreToldApart) {
  const AuditSummary summary = audit("100%", wavering);
  EXPECT_EQ(summary.equal, 24U);
  EXPECT_EQ(summary.different, 0U);
  EXPECT_EQ(summary.unsteady, 24U);
  EXPECT_FALSE(summary.interrupted);
  ASSERT_EQ(summary.findings.size(), 24U);
  for (const AuditFinding& finding : summary.findings) {
    EXPECT_EQ(finding.difference.what, "makespan");
    EXPECT_EQ(std::get<double>(finding.difference.replayed), std::get<double>(finding.difference.stored) + 1);
    EXPECT_EQ(std::get<double>(finding.again), std::get<double>(finding.difference.stored) + 2);
  }
}

TEST_F(AuditTest, WhatWasKilledIsReplayedAgain) {
  const AuditSummary summary = audit("100%", killed_once);
  EXPECT_EQ(summary.equal, 48U);
  EXPECT_TRUE(summary.findings.empty());
}

TEST_F(AuditTest, WhatEndsAtALimitIsNotCompared) {
  const AuditSummary summary = audit("100%", timing_out);
  EXPECT_EQ(summary.limited, 24U);
  EXPECT_EQ(summary.equal, 24U);
  EXPECT_TRUE(summary.findings.empty());
}

// 1 % of 48 is 0.48: at least one. 10 % is 4.8.
TEST_F(AuditTest, TheSampleIsAShareOrANumber) {
  EXPECT_EQ(audit("1%", same).chosen, 1U);
  EXPECT_EQ(audit("10%", same).chosen, 5U);
  EXPECT_EQ(audit("7", same).chosen, 7U);
  EXPECT_EQ(audit("1000", same).chosen, 48U);
  EXPECT_EQ(parse_audit_sample("1%").of(1'814'400), 18144U);
  EXPECT_EQ(parse_audit_sample("100%").of(49), 49U);
}

TEST_F(AuditTest, ALargerSampleContainsASmallerOneAndTheSeedChoosesAnother) {
  const CampaignReader reader(database_);
  const auto chosen = [&](std::uint64_t number, std::int64_t seed) {
    return audited_scenarios(reader, {.number = number}, seed);
  };
  const auto few = chosen(6, 1);
  const auto more = chosen(20, 1);
  EXPECT_TRUE(std::ranges::includes(more, few));
  EXPECT_EQ(chosen(6, 1), few);
  EXPECT_NE(chosen(6, 2), few);
}

TEST_F(AuditTest, WhatIsNoSampleIsRefused) {
  for (const char* text : {"", "%", "0", "0%", "101%", "-1", "1.5", "x", "5 %"})
    EXPECT_THROW(parse_audit_sample(text), UserError) << text;
}

}  // namespace
}  // namespace palio
