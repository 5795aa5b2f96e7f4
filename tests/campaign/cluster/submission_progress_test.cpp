// What is said of shards, from parts and notes made up here and from what Slurm would say.
#include "campaign/cluster/submission_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "campaign/cluster/folder/parts.h"
#include "storage/file/connection.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SubmissionProgressTest : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directory(submission_.parts()); }

  // A part of 4 scenarios, of which so many are stored, one of them failed.
  void make_part(std::int64_t shard, std::int64_t stored) const {
    ResultStore store(submission_.part(shard), test::study_info("small"));
    store.add_platforms(test::stars(1));
    store.add_workloads(test::chains(4));
    store.add_strategies(test::fasts(1));
    SessionInfo session = test::session_info();
    session.wanted = session.planned = 4;
    session.stored_before = 0;
    store.begin_session(session);
    std::vector<StoredResult> batch{test::failed({1, 1, 1}, FailureKind::crashed, "broken")};
    for (std::int64_t workload = 2; workload <= stored; ++workload)
      batch.push_back(test::completed({1, workload, 1}, 10));
    store.write(batch);
    store.end_session("interrupted");
    store.checkpoint();
  }
  void make_note(std::int64_t shard, TaskState state, std::int64_t stored, double age = 0) const {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(submission_.part(shard), none);
    write_note(submission_.note(shard), {.state = state,
                                         .reason = state == TaskState::stopped ? "interrupted" : "",
                                         .owner = "host n1",
                                         .counts = {.wanted = 4, .stored = stored, .failed = 1},
                                         .rate = 0.5,
                                         .bytes = none ? 0 : static_cast<std::int64_t>(bytes),
                                         .time = present_time() - age});
  }
  std::vector<std::string> states(const QueueState& queue) const {
    std::vector<std::string> words;
    const SubmissionProgress progress(submission_, queue);
    for (const ShardProgress& shard : progress.shards()) words.emplace_back(to_text(shard.state));
    return words;
  }
  ShardProgress first(const QueueState& queue) const { return SubmissionProgress(submission_, queue).shards().front(); }

  test::TemporaryFolder folder_;
  Submission submission_{.folder = folder_.file(""), .typed = "x", .study = "small", .tasks = 3, .wanted = 12};
};

TEST_F(SubmissionProgressTest, SlurmTellsWhoIsAtWork) {
  make_part(1, 4);
  make_note(1, TaskState::complete, 4);
  make_part(2, 3);
  make_note(2, TaskState::running, 3);
  const QueueState queue{.known = true, .shards = {{1, "COMPLETED"}, {2, "RUNNING"}, {3, "PENDING"}}};
  EXPECT_THAT(states(queue), ElementsAre("complete", "running", "waiting"));
  const SubmissionProgress progress(submission_, queue);
  EXPECT_EQ(progress.total().stored, 7);
  EXPECT_EQ(progress.total().failed, 2);
  EXPECT_EQ(progress.parts(), 2);
  EXPECT_FALSE(progress.over());
  EXPECT_THAT(progress.unfinished(), testing::IsEmpty());
  // 5 scenarios are left at 0.5 a second.
  EXPECT_EQ(progress.seconds_left(), 10);
}

TEST_F(SubmissionProgressTest, ATaskThatSlurmNoLongerHasIsLostOrStopped) {
  make_part(1, 3);
  make_note(1, TaskState::running, 3);
  make_part(2, 2);
  make_note(2, TaskState::stopped, 2);
  const QueueState queue{.known = true, .shards = {{1, "NODE_FAIL"}, {2, "TIMEOUT"}}};
  EXPECT_THAT(states(queue), ElementsAre("lost", "stopped", "missing"));
  const SubmissionProgress progress(submission_, queue);
  EXPECT_THAT(progress.shards()[0].reason, HasSubstr("NODE_FAIL"));
  EXPECT_EQ(progress.shards()[1].reason, "interrupted, TIMEOUT");
  EXPECT_TRUE(progress.over());
  EXPECT_THAT(progress.unfinished(), ElementsAre(1, 2, 3));
}

TEST_F(SubmissionProgressTest, ATaskThatNeverBeganIsLostWhereSlurmHasEndedIt) {
  const QueueState queue{.known = true, .shards = {{1, "CANCELLED"}}};
  EXPECT_THAT(states(queue), ElementsAre("lost", "missing", "missing"));
  EXPECT_EQ(first(queue).reason, "CANCELLED");
}

TEST_F(SubmissionProgressTest, WithoutABatchSystemTheLastNoteTells) {
  make_note(1, TaskState::running, 0);
  make_note(2, TaskState::running, 0, 100'000);
  EXPECT_THAT(states({}), ElementsAre("running", "lost", "missing"));
  EXPECT_THAT(SubmissionProgress(submission_, {}).unfinished(), ElementsAre(2, 3));
}

// A crash between the copy and its note; the part is what counts.
TEST_F(SubmissionProgressTest, APartThatIsNotTheOneOfTheNoteIsCounted) {
  make_note(1, TaskState::running, 1);
  make_part(1, 4);
  EXPECT_EQ(first({}).state, ShardState::complete);
  EXPECT_EQ(first({}).counts.stored, 4);
  std::filesystem::remove(submission_.note(1));
  EXPECT_EQ(first({}).state, ShardState::complete);
}

// Copied between the file and its first session.
TEST_F(SubmissionProgressTest, APartThatHasNotBegunIsNotComplete) {
  { const ResultStore store(submission_.part(1), test::study_info("small")); }
  EXPECT_EQ(count_part(submission_.part(1)).wanted, 0);
  EXPECT_EQ(first({}).state, ShardState::missing);
  EXPECT_THAT(SubmissionProgress(submission_, {}).unfinished(), ElementsAre(1, 2, 3));
}

TEST_F(SubmissionProgressTest, APartThatIsGoneCountsForNothing) {
  make_part(1, 4);
  make_note(1, TaskState::complete, 4);
  std::filesystem::remove(submission_.part(1));
  EXPECT_NE(first({}).state, ShardState::complete);
  EXPECT_EQ(SubmissionProgress(submission_, {}).total().stored, 0);
}

TEST_F(SubmissionProgressTest, AHalfCopiedPartIsDamagedAndIsMovedAside) {
  make_part(1, 4);
  make_note(1, TaskState::complete, 4);
  EXPECT_FALSE(damage_of(submission_.part(1)));
  std::filesystem::resize_file(submission_.part(1), std::filesystem::file_size(submission_.part(1)) / 2);
  EXPECT_EQ(first({}).state, ShardState::damaged);
  const auto damage = damage_of(submission_.part(1));
  ASSERT_TRUE(damage);
  EXPECT_THAT(set_aside(submission_.part(1), *damage), HasSubstr("0001.db.damaged"));
  EXPECT_FALSE(std::filesystem::exists(submission_.part(1)));
  EXPECT_TRUE(std::filesystem::exists(submission_.part(1).string() + ".damaged"));
  make_part(1, 4);
  EXPECT_THAT(set_aside(submission_.part(1), "x"), HasSubstr("0001.db.damaged-2"));
}

TEST_F(SubmissionProgressTest, OtherBytesOfTheSameSizeAreFoundByTheCheck) {
  make_part(1, 4);
  make_note(1, TaskState::complete, 4);
  const std::string bytes = [&] {
    std::ifstream file(submission_.part(1), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  std::string changed = bytes;
  const std::size_t message = changed.find("broken");
  ASSERT_NE(message, std::string::npos);
  changed[message] = 'B';
  std::ofstream(submission_.part(1), std::ios::binary) << changed;
  EXPECT_EQ(first({}).state, ShardState::complete);  // not read in full each time
  EXPECT_TRUE(damage_of(submission_.part(1)));
}

// While its writer is open, so that most of it may be in the log.
TEST_F(SubmissionProgressTest, ACampaignIsCopiedAsItIsWhileItIsWritten) {
  ResultStore store(folder_.file("run.db"), test::study_info("small"));
  store.add_platforms(test::stars(1));
  store.add_workloads(test::chains(4));
  store.add_strategies(test::fasts(1));
  SessionInfo session = test::session_info();
  session.wanted = session.planned = 4;
  session.stored_before = 0;
  store.begin_session(session);
  store.write(std::vector{test::completed({1, 1, 1}, 10)});
  copy_campaign(folder_.file("run.db"), folder_.file("copy.db"));
  store.write(std::vector{test::completed({1, 2, 1}, 10)});
  DurableCopy(folder_.file("copy.db"), submission_.part(1)).commit();
  EXPECT_EQ(count_part(submission_.part(1)).stored, 1);
  EXPECT_EQ(count_part(submission_.part(1)).wanted, 4);
  EXPECT_FALSE(damage_of(submission_.part(1)));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("copy.db-wal")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(submission_.parts()), {}), 1);
}

TEST_F(SubmissionProgressTest, ACopyThatFailsLeavesTheLastOne) {
  make_part(1, 4);
  EXPECT_THAT(test::error_of([&] { const DurableCopy copy(folder_.file("nothing.db"), submission_.part(1)); }),
              HasSubstr("cannot copy"));
  EXPECT_EQ(count_part(submission_.part(1)).stored, 4);
  EXPECT_THAT(test::error_of([&] { const DurableCopy copy(submission_.part(1), folder_.file("no/folder/0001.db")); }),
              HasSubstr("cannot copy"));
}

// Whoever can write the folder must not choose which file of another is written.
TEST_F(SubmissionProgressTest, ACopyFollowsNoLink) {
  make_part(1, 4);
  const std::string victim = folder_.write("victim", "mine");
  std::filesystem::create_symlink(victim, submission_.part(2));
  EXPECT_THAT(test::error_of([&] { const DurableCopy copy(submission_.part(1), submission_.part(2)); }),
              HasSubstr("it is a link to " + victim));
  DurableCopy copy(submission_.part(1), submission_.part(3));
  std::filesystem::create_symlink(victim, submission_.part(3));
  copy.commit();
  EXPECT_EQ(count_part(submission_.part(3)).stored, 4);
  EXPECT_EQ(std::filesystem::file_size(victim), 4U);
}

TEST_F(SubmissionProgressTest, ACopyHasTheRightsOfItsOriginal) {
  const std::string original = folder_.write("original", "x");
  using std::filesystem::perms;
  for (const perms rights : {perms(0755), perms(0640)}) {
    std::filesystem::permissions(original, rights);
    DurableCopy(original, folder_.file("copy")).commit();
    EXPECT_EQ(std::filesystem::status(folder_.file("copy")).permissions(), rights);
  }
}

TEST_F(SubmissionProgressTest, CopiesThatWereBrokenOffAreRemoved) {
  make_part(1, 4);
  make_part(2, 4);
  {
    const DurableCopy not_committed(submission_.part(1), submission_.part(2));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(submission_.parts()), {}), 3);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(submission_.parts()), {}), 2);
  std::ofstream(submission_.part(1).string() + ".n7.1204.copy") << "half of";
  std::ofstream(submission_.part(2).string() + ".n7.1205.copy") << "another's";
  remove_broken_copies(submission_.part(1));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(submission_.parts()), {}), 3);
}

}  // namespace
}  // namespace palio
