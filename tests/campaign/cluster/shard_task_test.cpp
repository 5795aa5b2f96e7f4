// What a task leaves in the submission's folder, from campaigns made up here.
#include "campaign/cluster/shard_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// Bytes 18 and 19 of a database: 1 is a plain file, 2 write-ahead mode (https://www.sqlite.org/fileformat.html, 1.3).
std::string journal_mode(const std::filesystem::path& database) {
  std::ifstream file(database, std::ios::binary);
  std::string header(20, '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  return header.substr(18);
}

const std::string k_plain = "\1\1", k_write_ahead = "\2\2";

class ShardTaskTest : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directory(submission_.parts());
    std::filesystem::create_directory(folder_.file("scratch"));
    setenv("SLURM_TMPDIR", folder_.file("scratch").c_str(), 1);
  }
  void TearDown() override { unsetenv("SLURM_TMPDIR"); }

  // A run of two scenarios that finds these readers when it ends.
  template <class AtEnd>
  void run(const ShardTask& task, AtEnd at_end) const {
    ResultStore store(task.database(), test::study_info("small"));
    store.add_platforms(test::stars(1));
    store.add_workloads(test::chains(2));
    store.add_strategies(test::fasts(1));
    SessionInfo session = test::session_info();
    session.wanted = session.planned = 2;
    session.stored_before = 0;
    store.begin_session(session);
    store.write(std::vector{test::completed({1, 1, 1}, 10), test::completed({1, 2, 1}, 20)});
    store.end_session("finished");
    at_end();
    store.checkpoint();
  }
  std::vector<std::string> files_in_parts() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(submission_.parts()))
      names.push_back(entry.path().filename().string());
    return names;
  }

  test::TemporaryFolder folder_;
  Submission submission_{.folder = folder_.file(""), .typed = "x", .study = "small", .tasks = 1, .wanted = 2};
};

// A periodic copy that has just read everything holds the file open, so that the run cannot leave write-ahead mode; its
// log is empty all the same.
TEST_F(ShardTaskTest, APartIsAPlainFileThoughACopyWasReadingAtTheEnd) {
  ShardTask task(submission_, 1);
  std::optional<CampaignReader> reader;
  run(task, [&] {
    reader.emplace(task.database());
    EXPECT_EQ(reader->counts().all(), 2);
  });
  ASSERT_EQ(journal_mode(task.database()), k_write_ahead);
  reader.reset();
  EXPECT_TRUE(task.finish("").complete());
  EXPECT_EQ(journal_mode(submission_.part(1)), k_plain);
  EXPECT_THAT(files_in_parts(), testing::UnorderedElementsAre("0001.db", "0001.json", "0001.owner"));
}

// Another process reads the scratch file of the node, and stays.
TEST_F(ShardTaskTest, APartIsAPlainFileThoughAnotherProcessGoesOnReading) {
  ShardTask task(submission_, 1);
  std::optional<CampaignReader> reader;
  run(task, [&] {
    reader.emplace(task.database());
    EXPECT_EQ(reader->counts().all(), 2);
  });
  EXPECT_TRUE(task.finish("").complete());
  EXPECT_EQ(journal_mode(submission_.part(1)), k_plain);
}

TEST_F(ShardTaskTest, EveryCopyOfARunningCampaignIsAPlainFile) {
  ShardTask task(submission_, 1);
  run(task, [&] {
    task.copy_back();
    EXPECT_EQ(journal_mode(task.database()), k_write_ahead);
    EXPECT_EQ(journal_mode(submission_.part(1)), k_plain);
  });
  EXPECT_TRUE(task.finish("").complete());
  EXPECT_EQ(journal_mode(submission_.part(1)), k_plain);
}

}  // namespace
}  // namespace palio
