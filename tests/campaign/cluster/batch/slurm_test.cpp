#include "campaign/cluster/batch/slurm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Of 8 tasks with 2 cores each.
Submission made() {
  Submission submission{.folder = "/x", .typed = "x", .study = "small", .tasks = 8, .cpus = 2, .time = "1:00:00"};
  submission.batch_options = {"-A", "my \"group\""};
  return submission;
}

TEST(SlurmTime, IsReadAsSbatchDoes) {
  EXPECT_EQ(slurm_seconds("90"), 90 * 60);
  EXPECT_EQ(slurm_seconds("5:30"), 5 * 60 + 30);
  EXPECT_EQ(slurm_seconds("1:30:05"), 3600 + 30 * 60 + 5);
  EXPECT_EQ(slurm_seconds("2-12"), 2 * 86400 + 12 * 3600);
  EXPECT_EQ(slurm_seconds("2-12:30"), 2 * 86400 + 12 * 3600 + 30 * 60);
  EXPECT_EQ(slurm_seconds("0-0:0:7"), 7);
  for (const char* wrong : {"", "0", "1h", "1:2:3:4", "-5", "1-", "-", "1:", ":1", "1-2-3", "1.5"})
    EXPECT_THAT(test::error_of([&] { slurm_seconds(wrong); }), HasSubstr("--time takes")) << wrong;
}

TEST(SlurmCommands, ShardsAreRanges) {
  EXPECT_EQ(range_list({1, 2, 3, 4, 7}), "1-4,7");
  EXPECT_EQ(range_list({2, 4}), "2,4");
  EXPECT_EQ(range_list({5}), "5");
}

TEST(SlurmCommands, TheUsersOptionsStandBeforeWhatMustNotChange) {
  EXPECT_THAT(array_command(made(), {1, 2, 3}),
              ElementsAre("sbatch", "--time=1:00:00", "--job-name=small", "--cpus-per-task=2", "--requeue",
                          "--open-mode=append", "--signal=B:TERM@120", "-A", "my \"group\"", "--parsable",
                          "--output=logs/%a.log", "--array=1-3", "/x/task.sh", "/x"));
  EXPECT_THAT(merge_command(made(), {"12", "9"}), Contains("--dependency=afterany:12:9"));
  EXPECT_THAT(merge_command(made(), {}), Not(Contains(HasSubstr("--dependency"))));
}

// A fifth of the limit where that is less than two minutes; Slurm would warn at once otherwise.
TEST(SlurmCommands, AShortTaskIsWarnedShortlyBeforeItsEnd) {
  Submission submission = made();
  submission.time = "5";
  EXPECT_THAT(array_command(submission, {1}), Contains("--signal=B:TERM@60"));
}

}  // namespace
}  // namespace palio
