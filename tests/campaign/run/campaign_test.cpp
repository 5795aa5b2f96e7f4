#include "campaign/run/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "campaign/plan/stored_study.h"
#include "core/shortage.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

class CampaignTest : public testing::Test {
protected:
  RunSummary run(const Study& study, const Selection& selection = {}, const std::string& failing = "") {
    scenarios_ = 0;
    const auto count_or_fail = [this, failing](const std::string& strategy, ScenarioResult& result) {
      ++scenarios_;
      if (strategy == failing) result.outcome = Failure{FailureKind::crashed, 11, "made to fail", "last words"};
    };
    Interruption interruption;
    return run_campaign(study,
                        {.database = database_,
                         .jobs = jobs_,
                         .selection = selection,
                         .retry = retry_,
                         .max_failures = max_failures_,
                         .progress = ProgressDisplay::Mode::off,
                         .engine = {"fake", "1"},
                         .make_runner = [&] { return test::changed_fake(count_or_fail); }},
                        interruption);
  }

  // One slot.
  RunSummary run_with(const Executor::MakeRunner& make_runner) {
    Interruption interruption;
    RunOptions options;
    options.database = database_;
    options.progress = ProgressDisplay::Mode::off;
    options.make_runner = make_runner;
    return run_campaign(study_, options, interruption);
  }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
  Study study_ = test::study(test::k_small_study);
  int jobs_ = 3;
  RetryChoice retry_;
  FailureLimit max_failures_;
  std::atomic<int> scenarios_ = 0;
};

TEST_F(CampaignTest, RunsEveryScenarioOnce) {
  const RunSummary summary = run(study_);
  EXPECT_EQ(summary.planned, 48U);
  EXPECT_EQ(summary.completed, 48U);
  EXPECT_EQ(summary.failed, 0U);
  EXPECT_FALSE(summary.interrupted);
  EXPECT_EQ(scenarios_, 48);
  EXPECT_EQ(CampaignReader(database_).counts().completed, 48);
}

TEST_F(CampaignTest, ASecondRunFindsEverythingStored) {
  run(study_);
  const RunSummary summary = run(study_);
  EXPECT_EQ(summary.planned, 0U);
  EXPECT_EQ(summary.stored_before, 48U);
  EXPECT_EQ(scenarios_, 0);
}

TEST_F(CampaignTest, ALargerSampleRunsTheDifference) {
  EXPECT_EQ(run(study_, {.sample = 4, .shard = {}}).planned, 8U);
  const RunSummary summary = run(study_, {.sample = 7, .shard = {}});
  EXPECT_EQ(summary.planned, 6U);
  EXPECT_EQ(summary.stored_before, 8U);
}

// 48 scenarios, of which the sample wants 2 x 4; then the study grows by 24 of another strategy.
TEST_F(CampaignTest, SessionsRememberWhatTheyWantedAndWhatWasStored) {
  run(study_, {.sample = 4, .shard = {}});
  run(study_);
  run(test::study(std::string(test::k_small_study) + "\n[[strategy]]\nname = \"HCPA-OPT\"\n"));
  const std::vector<SessionRow> sessions = CampaignReader(database_).sessions();
  ASSERT_EQ(sessions.size(), 3U);
  EXPECT_EQ(sessions[0].info.wanted, 8);
  EXPECT_EQ(sessions[0].info.stored_before, 0);
  EXPECT_EQ(sessions[1].info.wanted, 48);
  EXPECT_EQ(sessions[1].info.stored_before, 8);
  EXPECT_EQ(sessions[2].info.wanted, 72);
  EXPECT_EQ(sessions[2].info.stored_before, 48);
  EXPECT_EQ(sessions[2].stored(72), 72);
}

TEST_F(CampaignTest, AShrunkStudyKeepsWhatIsStored) {
  run(study_);
  std::string text(test::k_small_study);
  text.erase(text.find("[[strategy]]\nname = \"HCPA\""), 27);
  const RunSummary summary = run(test::study(text));
  EXPECT_EQ(summary.planned, 0U);
  EXPECT_EQ(summary.stored_before, 24U);
  EXPECT_EQ(summary.stale, 24U);
  EXPECT_EQ(CampaignReader(database_).counts().completed, 24);
  EXPECT_EQ(run(study_).planned, 0U);
  EXPECT_EQ(CampaignReader(database_).counts().completed, 48);
}

TEST_F(CampaignTest, FailuresAreStoredWithTheirWordsAndNotRunAgain) {
  const RunSummary summary = run(study_, {}, "HCPA");
  EXPECT_EQ(summary.failed, 24U);
  const CampaignReader reader(database_);
  EXPECT_EQ(reader.counts().failed.at("crashed"), 24);
  reader.query(
      "SELECT DISTINCT kind, signal, message, stderr_tail FROM failure", [](const auto&) {},
      [](const std::vector<SqlValue>& row) {
        EXPECT_EQ(row, (std::vector<SqlValue>{std::string("crashed"), std::int64_t{11}, std::string("made to fail"),
                                              std::string("last words")}));
      });
  EXPECT_EQ(run(study_).planned, 0U);
}

TEST_F(CampaignTest, AHopelessRunEndsBeforeTheRest) {
  jobs_ = 1;
  max_failures_ = parse_failure_limit("3");
  const RunSummary summary = run(study_, {}, "M-HEFT-MAX");
  EXPECT_LT(summary.completed + summary.failed, 48U);
  EXPECT_TRUE(summary.gave_up.starts_with("3 of 6 scenarios failed")) << summary.gave_up;
  EXPECT_FALSE(summary.interrupted);
}

TEST_F(CampaignTest, ARunWhoseLastScenariosReachTheLimitGivesNothingUp) {
  // The second scenario of each of the 24 instances fails, the 24th one at the very end.
  jobs_ = 1;
  max_failures_ = parse_failure_limit("24");
  const RunSummary summary = run(study_, {}, "M-HEFT-MAX");
  EXPECT_EQ(summary.completed + summary.failed, 48U);
  EXPECT_EQ(summary.gave_up, "");
  EXPECT_FALSE(summary.interrupted);
}

// Throws this at its third request.
template <class Error>
Executor::MakeRunner failing_at_third(const Error& error) {
  return [error] {
    const auto fake = std::make_shared<test::FakeRunner>(test::FakeRunner::Memory::forget);
    return std::make_unique<test::FunctionRunner>(
        [error, fake, requests = 0](const RunRequest& request, const Runner::Sink& sink) mutable {
          if (++requests == 3) throw error;
          fake->run(request, sink);
        });
  };
}

TEST_F(CampaignTest, ASessionThatEndsByAnExceptionWasInterruptedAndKeepsItsResults) {
  EXPECT_THROW(run_with(failing_at_third(InternalError("no more processes"))), InternalError);
  EXPECT_FALSE(std::filesystem::exists(database_ + "-wal"));
  const CampaignReader reader(database_);
  EXPECT_EQ(reader.counts().completed, 4);  // two requests of two strategies
  EXPECT_EQ(reader.sessions().back().how, "interrupted");
}

TEST_F(CampaignTest, AShortageStopsTheSessionAndLeavesTheRestMissing) {
  const RunSummary summary = run_with(failing_at_third(Shortage(Resource::processes, "cannot fork")));
  EXPECT_TRUE(summary.stopped.starts_with("the machine lacks processes or threads: cannot fork;")) << summary.stopped;
  EXPECT_FALSE(summary.interrupted);
  EXPECT_EQ(summary.failed, 0U);
  EXPECT_FALSE(std::filesystem::exists(database_ + "-wal"));
  const CampaignReader reader(database_);
  EXPECT_EQ(reader.counts().all(), 4);  // two requests of two strategies
  EXPECT_EQ(reader.sessions().back().how, "interrupted");
}

TEST_F(CampaignTest, ASessionWithoutRunnersWasInterrupted) {
  EXPECT_THROW(run_with([]() -> std::unique_ptr<Runner> { throw InternalError("no worker"); }), InternalError);
  EXPECT_EQ(CampaignReader(database_).sessions().back().how, "interrupted");
}

TEST_F(CampaignTest, TheStoredStudyIsTheStudy) {
  run(study_);
  const CampaignReader reader(database_);
  const Study stored = stored_study(reader);
  EXPECT_EQ(stored.text, study_.text);
  ASSERT_EQ(stored.platforms.size(), study_.platforms.size());
  EXPECT_EQ(stored.platforms[3].recipe, study_.platforms[3].recipe);
  const CampaignState state = count_state(stored, {}, read_done(stored, stored_ids(stored, reader), reader));
  EXPECT_EQ(state.wanted, 48U);
  EXPECT_EQ(state.stored, 48U);
}

TEST_F(CampaignTest, StoredInputFilesServeTheResume) {
  const std::string workload = R"({"format":"palio-workload","version":1,"applications":[
    {"name":"a","tasks":[{"name":"t","flop":1e9,"alpha":0}],"edges":[]}]})";
  folder_.write("it's.json", workload);
  std::string text(test::k_small_study);
  text.replace(text.find("[[workload]]"), text.find("[[strategy]]") - text.find("[[workload]]"),
               "[[workload]]\nfamily = \"file\"\npath = \"it's.json\"\n\n");
  run(load_study(folder_.write("s.toml", text)));
  const Study stored = stored_study(CampaignReader(database_));
  ASSERT_EQ(stored.workloads.size(), 1U);
  EXPECT_EQ(stored.workloads[0].definition, workload);
}

// One file that is read in two ways: task a used 1.6 cores.
TEST_F(CampaignTest, EachReadingOfAnInputFileServesTheResume) {
  folder_.write("w.json", R"({"name": "w", "schemaVersion": "1.3", "workflow": {"tasks": [
    {"name": "a", "runtime": 100, "avgCPU": 160, "files": [{"link": "output", "name": "f", "size": -1}]}]}})");
  std::string text(test::k_small_study);
  text.replace(text.find("[[workload]]"), text.find("[[strategy]]") - text.find("[[workload]]"),
               "[[workload]]\nfamily = \"workflow\"\npath = \"w.json\"\nlenient = true\ncores = [\"one\", "
               "\"measured\"]\n\n");
  run(load_study(folder_.write("s.toml", text)));
  std::filesystem::remove(folder_.file("w.json"));
  const Study stored = stored_study(CampaignReader(database_));
  ASSERT_EQ(stored.workloads.size(), 2U);
  EXPECT_THAT(stored.workloads[0].definition, testing::HasSubstr(R"("mended": ["negative sizes, read as 0: 1"])"));
  EXPECT_THAT(stored.workloads[0].definition, testing::HasSubstr(R"({"name":"a","seconds":100.0})"));
  EXPECT_THAT(stored.workloads[1].definition, testing::HasSubstr(R"({"name":"a","seconds":160.0,"alpha":0.25})"));
  EXPECT_EQ(canonical_text(stored.workloads[0].recipe).find("cores"), std::string::npos);
}

TEST_F(CampaignTest, TheSameMetricsHoweverTheyWereScheduled) {
  run(study_);
  const auto metrics = [&] {
    std::vector<std::vector<SqlValue>> rows;
    CampaignReader(database_).query(
        "SELECT scenario, makespan, efficiency FROM results ORDER BY 1", [](const auto&) {},
        [&](const auto& row) { rows.push_back(row); });
    return rows;
  };
  const auto before = metrics();
  database_ = folder_.file("other.db");
  run(study_, {.sample = 5, .shard = {}});
  run(study_, {.sample = 0, .shard = {2, 2}});
  run(study_);
  EXPECT_EQ(metrics(), before);
}

TEST_F(CampaignTest, AnotherStudysDatabaseIsRefused) {
  run(study_);
  study_.name = "other";
  EXPECT_THROW(run(study_), UserError);
}

// Platform, workload and strategy of every stored result.
std::set<std::string> stored_scenarios(const std::string& database) {
  std::set<std::string> scenarios;
  CampaignReader(database).query(
      "SELECT p.canonical || ' ' || w.canonical || ' ' || s.canonical FROM result r JOIN platform p ON p.id = "
      "r.platform_id JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id",
      [](const auto&) {}, [&](const auto& row) { scenarios.insert(std::get<std::string>(row.front())); });
  return scenarios;
}

std::set<std::string> restricted_scenarios(const Study& study) {
  std::set<std::string> scenarios;
  for (const Spec& platform : study.platforms)
    for (std::size_t w = 0; w < study.workloads.size(); ++w)
      for (std::size_t s = 0; s < study.strategies.size(); ++s)
        if (test::restricted_takes(s, w))
          scenarios.insert(canonical_text(platform.recipe) + ' ' + canonical_text(study.workloads[w].recipe) + ' ' +
                           canonical_text(study.strategies[s]));
  return scenarios;
}

TEST_F(CampaignTest, RestrictedStrategiesRunOnTheirWorkloadsOnly) {
  study_ = test::restricted_study();
  const RunSummary summary = run(study_);
  EXPECT_EQ(summary.planned, 52U);
  EXPECT_EQ(summary.completed, 52U);
  EXPECT_FALSE(summary.interrupted);
  EXPECT_EQ(stored_scenarios(database_), restricted_scenarios(study_));
  const CampaignReader reader(database_);
  const Study stored = stored_study(reader);
  EXPECT_EQ(stored.scenario_count(), 52U);
  const CampaignState state = count_state(stored, {}, read_done(stored, stored_ids(stored, reader), reader));
  EXPECT_EQ(state.wanted, 52U);
  EXPECT_EQ(state.stored, 52U);
}

TEST_F(CampaignTest, RestrictedStrategiesInShardsAndSamples) {
  study_ = test::restricted_study();
  const std::uint64_t sampled = run(study_, {.sample = 9, .shard = {}}).planned;
  std::uint64_t expected = 0;
  for (const Instance& instance : test::instances_of(study_, {.sample = 9, .shard = {}}))
    for (std::size_t s = 0; s < 3; ++s) expected += test::restricted_takes(s, instance.workload) ? 1 : 0;
  EXPECT_EQ(sampled, expected);
  const std::uint64_t first = run(study_, {.sample = 0, .shard = {1, 2}}).planned;
  const std::uint64_t second = run(study_, {.sample = 0, .shard = {2, 2}}).planned;
  EXPECT_EQ(sampled + first + second, 52U);
  EXPECT_EQ(run(study_).planned, 0U);
  EXPECT_EQ(stored_scenarios(database_), restricted_scenarios(study_));
}

// M-HEFT-MAX on the two graphs of 5 tasks only: 24 + 4 x 2 = 32 scenarios.
TEST_F(CampaignTest, ARestrictionThatComesLaterKeepsWhatIsStored) {
  run(study_);
  const RunSummary summary = run(test::study(study_.text + "workloads = \"tasks = 5\"\n"));
  EXPECT_EQ(summary.planned, 0U);
  EXPECT_EQ(summary.stored_before, 32U);
  const CampaignReader reader(database_);
  EXPECT_EQ(reader.counts().completed, 32);
  EXPECT_EQ(reader.counts().stale, 16);
  const SessionRow last = reader.sessions().back();
  EXPECT_EQ(last.info.wanted, 32);
  EXPECT_EQ(last.stored(32), 32);
}

// Failures of M-HEFT-MAX: 24 of the whole study, 8 of the restricted one.
TEST_F(CampaignTest, OnlyWantedFailuresAreRunAgain) {
  run(study_, {}, "M-HEFT-MAX");
  study_ = test::study(study_.text + "workloads = \"tasks = 5\"\n");
  retry_ = parse_retry_choice("");
  const RunSummary summary = run(study_);
  EXPECT_EQ(summary.planned, 8U);
  EXPECT_EQ(summary.completed, 8U);
  const CampaignReader reader(database_);
  EXPECT_EQ(reader.counts().all_failed(), 0);
  EXPECT_EQ(reader.counts().stale, 16);  // failures
  EXPECT_EQ(reader.sessions().back().stored(32), 32);
}

TEST_F(CampaignTest, ARestrictionThatIsLiftedRunsTheRest) {
  run(test::study(study_.text + "workloads = \"tasks = 5\"\n"));
  const RunSummary summary = run(study_);
  EXPECT_EQ(summary.stored_before, 32U);
  EXPECT_EQ(summary.planned, 16U);
}

}  // namespace
}  // namespace palio
