#include "storage/write/result_store.h"

#include <bit>
#include <set>

#include "core/metrics.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

class ResultStoreTest : public StorageTest {
protected:
  ResultStoreTest() {
    add_samples(store_, 3, 3, 3);
    store_.begin_session(session_info());
  }

  void write(const StoredResult& row) { store_.write({&row, 1}); }

  ResultStore store_{file_, study_info("first")};
};

// SQLite itself follows none at the names of its journals.
TEST_F(ResultStoreTest, IsFoundThroughALinkAndNeverMadeThroughOne) {
  std::filesystem::create_symlink(file_, folder_.file("link.db"));
  EXPECT_EQ(CampaignReader(folder_.file("link.db")).info().study, "first");
  std::filesystem::create_symlink(folder_.file("victim"), folder_.file("nowhere.db"));
  EXPECT_THAT(error_of([&] { const ResultStore store(folder_.file("nowhere.db"), study_info("second")); }),
              HasSubstr("nowhere.db: it is a link to " + folder_.file("victim")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("victim")));
}

TEST_F(ResultStoreTest, EveryMetricGoesToItsOwnColumn) {
  const StoredResult row = completed({1, 2, 3}, 100);
  write(row);
  const MetricValues& metrics = std::get<Completed>(row.result.outcome).metrics;  // all of them differ
  std::string names;
  std::vector<SqlValue> values;
  for (const MetricInfo& metric : metric_table()) {
    names += fmt::format(", {}", metric.name);
    if (metric.type == MetricType::integer)
      values.emplace_back(static_cast<std::int64_t>(metrics[metric]));
    else
      values.emplace_back(metrics[metric]);
  }
  EXPECT_EQ(rows_of(CampaignReader(file_), "SELECT " + names.substr(2) + " FROM measured"), Rows{values});
  EXPECT_EQ(std::set<SqlValue>(values.begin(), values.end()).size(), values.size());
  EXPECT_EQ(sql("SELECT outcome, attempt FROM measured"), "completed|1\n");
  EXPECT_EQ(sql("SELECT platform_id = p#1, workload_id = w#2, strategy_id = s#3, session_id FROM result"), "1|1|1|1\n");
  EXPECT_EQ(sql("SELECT schedule_time, simulation_time, total_time, peak_memory, lp_time FROM measured"),
            "0.001|0.002|0.004|1048576.0|\n");
}

TEST_F(ResultStoreTest, DoublesComeBackBitForBit) {
  const std::vector<double> values{0.1 + 0.2, std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<double>::max(), 1.0 / 3.0, 123456789.0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto n = static_cast<std::int64_t>(i);
    write(completed({n % 3 + 1, n / 3 + 1, 1}, values[i]));
  }
  const std::vector<SqlValue> read =
      column_of(CampaignReader(file_), "SELECT makespan FROM results ORDER BY tasks, hosts");
  ASSERT_EQ(read.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::get<double>(read[i])), std::bit_cast<std::uint64_t>(values[i]))
        << values[i];
}

TEST_F(ResultStoreTest, MetricThatDoesNotApplyIsNull) {
  StoredResult row = completed({1, 1, 1}, 5);
  std::get<Completed>(row.result.outcome).metrics["flex_differs"] = std::numeric_limits<double>::quiet_NaN();
  std::get<Completed>(row.result.outcome).metrics["total_work"] = std::numeric_limits<double>::quiet_NaN();
  write(row);
  EXPECT_EQ(sql("SELECT flex_differs IS NULL, total_work IS NULL, efficiency IS NULL FROM result"), "1|1|0\n");
}

TEST_F(ResultStoreTest, FailureHasItsWordItsStoryAndNoMetrics) {
  StoredResult row = failed({1, 1, 1}, FailureKind::crashed, "killed by SIGSEGV");
  std::get<Failure>(row.result.outcome).signal = 11;
  write(row);
  EXPECT_EQ(sql("SELECT outcome, makespan IS NULL, processors IS NULL, schedule_time FROM measured"),
            "crashed|1|1|0.001\n");
  EXPECT_EQ(sql("SELECT attempt, kind, signal, message, stderr_tail FROM failure"),
            "1|crashed|11|killed by SIGSEGV|last line\n");
}

TEST_F(ResultStoreTest, BatchHasARowPerApplication) {
  write(completed({1, 1, 1}, 9, {{0, 0.5, 4}, {2, 3, 9}}));
  EXPECT_EQ(sql("SELECT application, release_date, start, finish FROM applications"), "0|0.0|0.5|4.0\n1|2.0|3.0|9.0\n");
}

TEST_F(ResultStoreTest, ApplicationsAreHeldAgainstTheirDedicatedMakespans) {
  // Released at 2 s and finished at 10 s: a makespan of 8 s, alone 2 s. The other one has no yardstick.
  write(completed({1, 1, 1}, 10, {{2, 3, 10, 2}, {0, 0, 4}}));
  EXPECT_EQ(sql("SELECT makespan, dedicated_makespan, slowdown, stretch FROM applications"),
            "8.0|2.0|0.25|4.0\n4.0|||\n");
}

TEST_F(ResultStoreTest, MakespansAreRelativeToTheBestOfTheirInstance) {
  // On workload 1 the best of 6, 4 and a failure is 4 s; on workload 2 there is one alone.
  write(completed({1, 1, 1}, 6));
  write(completed({1, 1, 2}, 4));
  write(failed({1, 1, 3}, FailureKind::crashed, "no makespan"));
  write(completed({1, 2, 1}, 9));
  EXPECT_EQ(sql("SELECT makespan, best_makespan, relative_makespan FROM relative_makespans ORDER BY makespan"),
            "4.0|4.0|1.0\n6.0|4.0|1.5\n9.0|9.0|1.0\n");
}

TEST_F(ResultStoreTest, LaterAttemptReplacesTheResultAndKeepsTheOldMessage) {
  write(failed({1, 1, 1}, FailureKind::timeout, "first message", 1));
  write(failed({1, 1, 1}, FailureKind::crashed, "second message", 2));
  StoredResult third = completed({1, 1, 1}, 7, {{0, 0, 7}}), fourth = completed({1, 1, 1}, 8, {{0, 0, 8}});
  third.attempt = 3;
  fourth.attempt = 4;
  write(third);
  write(fourth);
  EXPECT_EQ(sql("SELECT outcome, attempt, makespan FROM measured"), "completed|4|8.0\n");
  EXPECT_EQ(sql("SELECT finish FROM application_result"), "8.0\n");
  EXPECT_EQ(sql("SELECT attempt, kind, message, outcome, attempts FROM failures ORDER BY attempt"),
            "1|timeout|first message|completed|4\n2|crashed|second message|completed|4\n");
}

TEST_F(ResultStoreTest, EarlierAttemptDoesNotReplaceALaterOne) {
  write(completed({1, 1, 1}, 7, 2));
  write(failed({1, 1, 1}, FailureKind::timeout, "late news", 1));
  EXPECT_EQ(sql("SELECT outcome, attempt, makespan FROM measured"), "completed|2|7.0\n");
  EXPECT_EQ(sql("SELECT attempt, message FROM failure"), "1|late news\n");
}

// 100 rows: three statements of 32 and four single rows. Rows 10 and 50 are stored already, so that their statements
// fall back to single rows; row 99 repeats row 98 within the batch.
TEST_F(ResultStoreTest, BatchMixesNewAndStoredScenarios) {
  store_.add_platforms(stars(200));
  write(failed({10, 1, 1}, FailureKind::timeout, "a", 1));
  write(failed({50, 1, 1}, FailureKind::timeout, "b", 1));
  std::vector<StoredResult> batch;
  for (std::int64_t i = 0; i < 100; ++i) batch.push_back(completed({i == 99 ? 98 : i + 1, 1, 1}, 10, 2));
  batch[97].attempt = 1;
  batch[20] = failed({21, 1, 1}, FailureKind::deadlock, "c", 2);
  store_.write(batch);
  EXPECT_EQ(sql("SELECT count(*), sum(attempt), sum(outcome = 'completed') FROM measured"), "99|198|98\n");
  EXPECT_EQ(sql("SELECT group_concat(message, '') FROM (SELECT message FROM failure ORDER BY message)"), "abc\n");
}

TEST_F(ResultStoreTest, BatchThatCannotBeStoredLeavesNothingBehind) {
  std::vector<StoredResult> batch;
  for (std::int64_t i = 1; i <= 3; ++i) batch.push_back(completed({i, 1, 1}, 1));
  batch.push_back(completed({4711, 1, 1}, 1));  // no such platform
  EXPECT_THAT(error_of<InternalError>([&] { store_.write(batch); }),
              AllOf(HasSubstr(file_), HasSubstr("FOREIGN KEY constraint failed")));
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "0\n");
  batch.pop_back();
  store_.write(batch);
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "3\n");
}

TEST_F(ResultStoreTest, ChunkThatCannotBeStoredLeavesNothingBehind) {
  store_.add_platforms(stars(40));
  std::vector<StoredResult> batch;
  for (std::int64_t i = 1; i <= 40; ++i) batch.push_back(completed({i, 1, 1}, 1));
  batch[5].id.strategy = 4711;
  EXPECT_THROW(store_.write(batch), InternalError);
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "0\n");
  batch[5].id = id_of({6, 1, 1});
  store_.write(batch);
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "40\n");
}

TEST_F(ResultStoreTest, CompletedWithoutMakespanIsRefused) {
  const StoredResult row{id_of({1, 1, 1}), 1, {Completed{}, {}}};
  EXPECT_THAT(error_of<InternalError>([&] { write(row); }), HasSubstr("metrics_belong_to_completed"));
}

TEST_F(ResultStoreTest, EmptyBatchIsNothing) {
  store_.write({});
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "0\n");
}

TEST_F(ResultStoreTest, SessionCountsWhatItStored) {
  write(completed({1, 1, 1}, 1));
  write(completed({1, 1, 2}, 1));
  write(failed({1, 1, 3}, FailureKind::timeout, "slow"));
  store_.end_session("interrupted");
  const auto sessions = CampaignReader(file_).sessions();
  ASSERT_EQ(sessions.size(), 1U);
  EXPECT_EQ(sessions[0].completed, 2);
  EXPECT_EQ(sessions[0].failed, 1);
  EXPECT_EQ(sessions[0].how, "interrupted");
  EXPECT_EQ(sessions[0].info.host, "siena");
  EXPECT_EQ(sessions[0].info.planned, 8);
  EXPECT_THAT(sessions[0].ended, testing::MatchesRegex("....-..-..T..:..:..\\....Z"));
  EXPECT_LE(sessions[0].started, sessions[0].ended);
  EXPECT_FALSE(sessions[0].alive);
}

TEST_F(ResultStoreTest, ResultsNeedASession) {
  store_.end_session("finished");
  EXPECT_THROW(write(completed({1, 1, 1}, 1)), InternalError);
}

TEST_F(ResultStoreTest, CheckpointedCampaignIsOnePlainFileAndCanBeWrittenAgain) {
  write(completed({1, 1, 1}, 1));
  store_.checkpoint();
  EXPECT_FALSE(std::filesystem::exists(file_ + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(file_ + "-shm"));
  std::filesystem::copy_file(file_, folder_.file("copy.db"));
  EXPECT_EQ(sqlite_shell(folder_.file("copy.db"), "SELECT count(*) FROM result"), "1\n");
  write(completed({1, 1, 2}, 1));
  EXPECT_TRUE(std::filesystem::exists(file_ + "-wal"));
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "2\n");
}

TEST_F(ResultStoreTest, CheckpointWithAReaderKeepsBothWorking) {
  write(completed({1, 1, 1}, 1));
  const CampaignReader reader(file_);
  EXPECT_EQ(reader.counts().completed, 1);
  store_.checkpoint();
  write(completed({1, 1, 2}, 1));
  EXPECT_EQ(reader.counts().completed, 2);
}

using ResultStoreClosed = StorageTest;

TEST_F(ResultStoreClosed, LeavesOneFileAlsoWithoutCheckpoint) {
  open().begin_session(session_info());
  EXPECT_EQ(output_of("ls " + std::filesystem::path(file_).parent_path().string()), "campaign.db\n");
}

}  // namespace
}  // namespace palio::test
