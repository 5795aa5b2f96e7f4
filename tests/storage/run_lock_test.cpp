// One run at a time: the lock of the campaign file.

#include "storage/file/campaign_file.h"
#include "tests/storage/child_process.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class RunLockTest : public StorageTest {
protected:
  // A process that has begun a session on the file and never ends by itself.
  std::unique_ptr<ChildProcess> other_run() const {
    auto child = std::make_unique<ChildProcess>([&](int report) {
      ResultStore store = open();
      store.begin_session(session_info());
      if (::write(report, ".", 1) == 1) pause();
    });
    EXPECT_TRUE(child->read_byte());
    return child;
  }
};

TEST_F(RunLockTest, SecondStoreOfTheSameProcessIsRefused) {
  ResultStore store = open();
  store.begin_session(session_info());
  EXPECT_THAT(error_of([&] { open(); }), AllOf(HasSubstr(file_), HasSubstr("in use by another run"),
                                               HasSubstr(fmt::format("pid {} on siena", getpid()))));
}

TEST_F(RunLockTest, SecondProcessIsRefusedAndToldWhoHoldsTheFile) {
  const auto holder = other_run();
  EXPECT_THAT(error_of([&] { open(); }), AllOf(HasSubstr(file_), HasSubstr("in use by another run"),
                                               HasSubstr(fmt::format("pid {} on siena", holder->pid()))));
}

TEST_F(RunLockTest, KilledHolderLeavesTheFileFree) {
  const auto holder = other_run();
  EXPECT_TRUE(CampaignReader(file_).sessions().back().alive);
  holder->kill();
  const CampaignReader reader(file_);
  ASSERT_EQ(reader.sessions().size(), 1U);
  EXPECT_FALSE(reader.sessions().back().alive);
  EXPECT_EQ(reader.sessions().back().ended, "");
  EXPECT_EQ(reader.sessions().back().how, "");
  ResultStore next = open();
  next.begin_session(session_info());
  EXPECT_FALSE(reader.sessions().front().alive);
  EXPECT_TRUE(reader.sessions().back().alive);
}

TEST_F(RunLockTest, LockGoesWithTheStore) {
  open().begin_session(session_info());
  EXPECT_FALSE(CampaignReader(file_).sessions().back().alive);
  open().checkpoint();
}

TEST_F(RunLockTest, ReadersComeAndGoDuringARun) {
  const auto holder = other_run();
  EXPECT_EQ(CampaignReader(file_).counts().completed, 0);
  EXPECT_EQ(sql("SELECT count(*) FROM results"), "0\n");
}

// Closing any descriptor of a file drops the POSIX locks of the process. If the refused store or the reader did that,
// the shell would find SQLite's own lock gone and take the file out of write-ahead mode under the running store.
TEST_F(RunLockTest, RefusedStoreAndReaderLeaveSqliteLocksAlone) {
  ResultStore store = open();
  store.begin_session(session_info());
  EXPECT_THROW(open(), UserError);
  CampaignReader(file_).sessions();
  EXPECT_THAT(sql("PRAGMA journal_mode = DELETE"), HasSubstr("locked"));
}

// The file of a running store that has stored one result is taken away.
class TakenAwayTest : public RunLockTest {
protected:
  TakenAwayTest() {
    add_samples(*store_, 1, 1, 1);
    store_->begin_session(session_info());
    store_->write(std::vector{completed({1, 1, 1}, 5)});
  }
  void expect_end() {
    EXPECT_THAT(error_of([&] { store_->write({}); }), AllOf(HasSubstr(file_), HasSubstr("deleted")));
    store_.reset();
  }
  std::string files() const { return output_of("cd '" + folder_.file("") + "' && ls"); }

  std::unique_ptr<ResultStore> store_ = std::make_unique<ResultStore>(file_, study_info("first"));
};

TEST_F(TakenAwayTest, DeletedFileLeavesNothingBehind) {
  std::filesystem::remove(file_);
  expect_end();
  EXPECT_EQ(files(), "");
}

TEST_F(TakenAwayTest, MovedFileHasAllThatWasStored) {
  std::filesystem::rename(file_, folder_.file("moved.db"));
  expect_end();
  EXPECT_EQ(files(), "moved.db\n");
  EXPECT_EQ(sqlite_shell(folder_.file("moved.db"), "PRAGMA integrity_check; SELECT makespan FROM result"), "ok\n5.0\n");
}

// The log of the old file must not be taken for a log of the new one.
TEST_F(TakenAwayTest, FileInItsPlaceIsLeftAlone) {
  const std::string other = folder_.file("other.db");
  ResultStore(other, study_info("second")).checkpoint();
  const std::string before = output_of("cksum < '" + other + "'");
  std::filesystem::rename(other, file_);
  expect_end();
  EXPECT_EQ(files(), "campaign.db\n");
  EXPECT_EQ(output_of("cksum < '" + file_ + "'"), before);
  EXPECT_EQ(CampaignReader(file_).info().study, "second");
}

}  // namespace
}  // namespace palio::test
