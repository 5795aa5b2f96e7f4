#include "campaign/cluster/folder/submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/cluster/folder/parts.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

Submission made(const std::filesystem::path& folder) {
  return {.folder = folder,
          .typed = "a folder",
          .study = "small",
          .tasks = 8,
          .cpus = 2,
          .time = "1:00:00",
          .wanted = 48,
          .costs = "{\"strategy\": [1, 2.5]}",
          .copy_every = 0.5,
          .batch = BatchSystem::slurm,
          .run_options = {"--sample=12", "--where=strategy = 'HCPA'"},
          .batch_options = {"-A", "my \"group\""},
          .jobs = {{.array = "12", .merge = "13", .cluster = ""}, {.array = "", .merge = "14", .cluster = "east"}}};
}

TEST(Submission, ItsDescriptionReadsBackAsItWas) {
  const test::TemporaryFolder folder;
  const Submission written = made(submission_folder(folder.file("")));
  write_description(written);
  const Submission read = read_submission(folder.file(""));
  EXPECT_EQ(read.folder, written.folder);
  EXPECT_TRUE(read.folder.has_filename());
  EXPECT_EQ(read.study, "small");
  EXPECT_EQ(read.tasks, 8);
  EXPECT_EQ(read.cpus, 2);
  EXPECT_EQ(read.time, "1:00:00");
  EXPECT_EQ(read.wanted, 48);
  EXPECT_EQ(read.costs, written.costs);
  EXPECT_EQ(read.copy_every, 0.5);
  EXPECT_EQ(read.run_options, written.run_options);
  EXPECT_EQ(read.batch_options, written.batch_options);
  ASSERT_EQ(read.jobs.size(), 2U);
  EXPECT_EQ(read.jobs[0].array, "12");
  EXPECT_EQ(read.jobs[0].merge, "13");
  EXPECT_EQ(read.jobs[1].array, "");
  EXPECT_EQ(read.jobs[1].cluster, "east");
}

TEST(Submission, AFolderThatIsNoneIsNamed) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(test::error_of([&] { read_submission(folder.file("")); }), HasSubstr("is not a folder of palio submit"));
  folder.write("submission.json", R"({"format": "palio-submission", "version": 2})");
  EXPECT_THAT(test::error_of([&] { read_submission(folder.file("")); }), HasSubstr("version"));
}

TEST(Submission, FilesOfAShardSortAsTheirNumbers) {
  const Submission submission = made("/x");
  EXPECT_EQ(submission.part(7), "/x/parts/0007.db");
  EXPECT_EQ(submission.note(1000), "/x/parts/1000.json");
}

TEST(ShardNotes, ReadBackAsTheyWereWritten) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(read_note(folder.file("n.json")));
  write_note(folder.file("n.json"), {.state = TaskState::stopped,
                                     .reason = "the \"disk\" is full",
                                     .owner = "host n1",
                                     .counts = {.wanted = 30, .stored = 20, .failed = 1},
                                     .rate = 2.5,
                                     .bytes = 4096,
                                     .time = 1e9});
  const auto note = read_note(folder.file("n.json"));
  ASSERT_TRUE(note);
  EXPECT_EQ(note->state, TaskState::stopped);
  EXPECT_EQ(note->reason, "the \"disk\" is full");
  EXPECT_EQ(note->counts.wanted, 30);
  EXPECT_EQ(note->counts.stored, 20);
  EXPECT_EQ(note->counts.failed, 1);
  EXPECT_EQ(note->rate, 2.5);
  EXPECT_EQ(note->bytes, 4096);
  // One that was cut off counts for nothing: the part tells.
  folder.write("n.json", R"({"format": "palio-shard", "version": 1, "sta)");
  EXPECT_FALSE(read_note(folder.file("n.json")));
}

}  // namespace
}  // namespace palio
