// Tasks of submissions, without a batch system.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include "core/text/shell_word.h"
#include "tests/end_to_end/cluster/gated_worker.h"
#include "tests/end_to_end/cluster/submit_fixture.h"
#include "tests/support/variable.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(SubmitTest, TasksCarryOutAllShardsOnce) {
  make_folder();
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("0 of 3 shards complete, 3 not begun"));
  std::int64_t stored = 0;
  for (int shard = 1; shard <= 3; ++shard) {
    const Ran ran = task(std::to_string(shard));
    EXPECT_EQ(ran.status, 0) << ran.out;
    stored += count(part(shard), "SELECT count(*) FROM result WHERE outcome = 'completed'");
  }
  EXPECT_EQ(stored, 48);
  for (int shard = 1; shard <= 3; ++shard) EXPECT_EQ(content(part(shard)).substr(18, 2), "\1\1");  // a plain file
  EXPECT_TRUE(scratch_is_empty());
  const Finished status = palio({"status", dir_});
  EXPECT_THAT(status.out, HasSubstr("48 stored in 3 parts"));
  EXPECT_THAT(status.out, HasSubstr("3 of 3 shards complete\n"));
  EXPECT_EQ(palio({"status", dir_, "--watch"}).out, "small: 3 of 3 shards complete, 48 of 48 stored, 0 failed\n");
  EXPECT_EQ(palio({"submit", "--retry", dir_}).out, "");
}

TEST_F(SubmitTest, TheMergeTakesWhatIsThereAndMayRunAgain) {
  make_folder();
  const auto merge = [&] { return shell(fmt::format("sh {}/merge.sh", shell_word(dir_))); };
  EXPECT_THAT(merge().out, HasSubstr("holds no part"));
  ASSERT_EQ(task("1").status, 0);
  ASSERT_EQ(task("3").status, 0);
  const Ran first = merge();
  EXPECT_EQ(first.status, 0) << first.out;
  EXPECT_THAT(first.out, HasSubstr("2 of 3 shards complete, 1 not begun"));
  ASSERT_EQ(task("2").status, 0);
  std::ofstream(dir_ + "/small.db-wal") << "somebody's";
  EXPECT_THAT(merge().out, HasSubstr("is in use"));
  std::filesystem::remove(dir_ + "/small.db-wal");
  const Ran again = merge();
  EXPECT_EQ(again.status, 0) << again.out;
  ASSERT_EQ(palio({"run", study_, "--db", folder_.file("whole.db"), "-q"}).status, 0);
  EXPECT_EQ(results(dir_ + "/small.db"), results(folder_.file("whole.db")));
  EXPECT_EQ(content(dir_ + "/small.db").substr(18, 2), "\1\1");  // a plain file
  EXPECT_TRUE(scratch_is_empty());
}

TEST_F(SubmitTest, TheNumberComesFromAnyBatchSystem) {
  make_folder();
  int shard = 0;
  for (const char* name : {"SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "PBS_ARRAYID", "LSB_JOBINDEX", "SGE_TASK_ID"}) {
    shard = shard % 3 + 1;
    const Ran ran = task("", fmt::format("{}={}", name, shard));
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr(fmt::format("shard {}: ", shard))) << name;
  }
  EXPECT_EQ(palio({"submit", "--retry", dir_}).out, "");
}

TEST_F(SubmitTest, WhatIsNoNumberOfAShardIsNamed) {
  make_folder();
  EXPECT_THAT(task("").out, HasSubstr("which shard?"));
  EXPECT_EQ(task("").status, 1);
  // Grid Engine says so outside an array.
  EXPECT_THAT(task("", "SGE_TASK_ID=undefined").out, HasSubstr("not \"undefined\""));
  EXPECT_THAT(task("4").out, HasSubstr("has the shards 1 to 3, not 4"));
}

TEST_F(SubmitTest, TheOptionsOfTheRunReachEveryTask) {
  make_folder({"--sample", "12", "--where", "strategy = 'HCPA' AND tasks < 10", "--isolation", "scenario"});
  for (int shard = 1; shard <= 3; ++shard) EXPECT_EQ(task(std::to_string(shard)).status, 0);
  const Finished whole = palio({"run", study_, "--sample", "12", "--where", "strategy = 'HCPA' AND tasks < 10", "--db",
                                folder_.file("whole.db"), "-q"});
  ASSERT_EQ(whole.status, 0) << whole.err;
  std::int64_t stored = 0;
  for (int shard = 1; shard <= 3; ++shard) stored += count(part(shard), "SELECT count(*) FROM result");
  EXPECT_EQ(stored, count(folder_.file("whole.db"), "SELECT count(*) FROM result"));
  EXPECT_EQ(count(part(1), "SELECT count(*) FROM request WHERE options = '[\"--isolation=scenario\"]' AND sample = 12"),
            1);
}

TEST_F(SubmitTest, ShardsAreEvenedByWhatACampaignCost) {
  const std::string whole = folder_.file("whole.db");
  ASSERT_EQ(palio({"run", study_, "--db", whole, "-q"}).status, 0);
  make_folder({"--costs", whole});
  const std::int64_t all = count(whole, "SELECT count(*) FROM result");
  std::filesystem::remove(whole);  // the folder holds the costs
  std::int64_t stored = 0;
  for (int shard = 1; shard <= 3; ++shard) {
    EXPECT_EQ(task(std::to_string(shard)).status, 0);
    EXPECT_EQ(count(part(shard), "SELECT count(*) FROM request WHERE shard_rule = 'costs'"), 1);
    stored += count(part(shard), "SELECT count(*) FROM result");
  }
  EXPECT_EQ(stored, all);
  EXPECT_THAT(palio({"submit", study_, "--tasks", "3", "--batch", "none", "--costs", "none.db"}).err,
              HasSubstr("none.db"));
}

// The scripts belong to the folder where they lie.
TEST_F(SubmitTest, ACopiedFolderAndAMovedOneAreTheirOwn) {
  make_folder();
  ASSERT_EQ(task("1").status, 0);
  const std::string first = dir_, copy = folder_.file("copy"), moved = folder_.file("moved");
  std::filesystem::copy(first, copy, std::filesystem::copy_options::recursive);
  dir_ = copy;
  const Ran second = task("2");
  EXPECT_EQ(second.status, 0) << second.out;
  EXPECT_TRUE(std::filesystem::exists(copy + "/parts/0002.db"));
  EXPECT_FALSE(std::filesystem::exists(first + "/parts/0002.db"));
  EXPECT_THAT(palio({"status", copy, "--format", "csv"}).out, HasSubstr("2,complete,"));
  std::filesystem::rename(first, moved);
  dir_ = moved;
  const Ran third = task("3");
  EXPECT_EQ(third.status, 0) << third.out;
  const Ran merge = shell(fmt::format("cd {} && sh merge.sh", moved));
  EXPECT_EQ(merge.status, 0) << merge.out;
  EXPECT_THAT(merge.out, HasSubstr("2 of 3 shards complete"));
  EXPECT_TRUE(std::filesystem::exists(moved + "/small.db"));
  EXPECT_FALSE(std::filesystem::exists(first));
}

// PBS, LSF and Grid Engine run a copy of the script as well, and say where it was submitted.
TEST_F(SubmitTest, ASpooledScriptFindsTheFolderWhereItWasSubmitted) {
  make_folder();
  std::filesystem::copy_file(dir_ + "/task.sh", folder_.file("spooled"));
  int shard = 0;
  for (const char* name : {"PBS_O_WORKDIR", "LS_SUBCWD", "SGE_O_WORKDIR"}) {
    const Ran ran =
        shell(fmt::format("{}={} sh {} {}", name, shell_word(dir_), shell_word(folder_.file("spooled")), ++shard));
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_TRUE(std::filesystem::exists(part(shard))) << name;
  }
}

TEST_F(SubmitTest, ATaskGoesOnFromTheLastCopyAndADamagedOneIsMovedAside) {
  make_folder();
  ASSERT_EQ(task("1").status, 0);
  ASSERT_EQ(task("2").status, 0);
  const Ran again = task("1");
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("copied by an earlier task"));
  EXPECT_THAT(again.out, HasSubstr("nothing is missing"));
  std::filesystem::resize_file(part(2), std::filesystem::file_size(part(2)) / 2);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("shard 2 is damaged"));
  const Finished retry = palio({"submit", "--retry", dir_});
  EXPECT_EQ(retry.out, "2\n3\n");
  EXPECT_THAT(retry.err, HasSubstr("0002.db was renamed to 0002.db.damaged"));
  EXPECT_EQ(task("2").status, 0);
  EXPECT_EQ(task("3").status, 0);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("3 of 3 shards complete\n"));
}

TEST_F(SubmitTest, ATaskItselfMovesADamagedPartAside) {
  make_folder();
  ASSERT_EQ(task("1").status, 0);
  std::ofstream(part(1), std::ios::binary) << "no database";
  const Ran ran = task("1");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("0001.db.damaged"));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("1 of 3 shards complete"));
}

// A task of shard 1 that stands before its second instance, with its first one copied back; the study's worker for
// whoever else is started in that folder by test::palio().
class TaskAtTheGate {
public:
  TaskAtTheGate(const TemporaryFolder& folder, const std::string& dir)
      : worker_(folder, "palio-worker", PALIO_WORKER_PATH), program_(folder.file(""), {"task", dir, "1"}) {
    const auto note = [&] { return content(dir + "/parts/0001.json"); };
    const auto has_copied = [&] { return std::regex_search(note(), std::regex("\"stored\": [1-9]")); };
    while (program_.running() && !(worker_.reached(1) && has_copied())) pause();
  }
  Program& program() { return program_; }
  void wait_until_it_says(std::string_view words) {
    while (program_.running() && program_.said().find(words) == std::string::npos) pause();
  }
  Finished finish() {
    worker_.open();
    return program_.wait();
  }

private:
  static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

  GatedWorker worker_;
  Program program_;
};

TEST_F(SubmitTest, OfTwoTasksWithOneShardTheLaterGoesOnAndTheEarlierSaysSo) {
  make_folder({"--copy-every", "0.2"});
  TaskAtTheGate earlier(folder_, dir_);
  earlier.program().signal(SIGSTOP);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("1 running"));
  const Ran later = task("1");
  EXPECT_EQ(later.status, 0) << later.out;
  const std::string whole = results(part(1));
  earlier.program().signal(SIGCONT);
  const Finished finished = earlier.finish();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("was taken over by another task"));
  EXPECT_EQ(results(part(1)), whole);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("1 of 3 shards complete"));
  EXPECT_TRUE(scratch_is_empty());
}

TEST_F(SubmitTest, ATaskThatIsToldToEndCopiesBackAndAnotherGoesOn) {
  make_folder({"--copy-every", "0.2"});
  TaskAtTheGate first(folder_, dir_);
  first.program().signal(SIGTERM);
  first.wait_until_it_says("asked to stop");
  const Finished finished = first.finish();
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.err, HasSubstr("shard 1 stopped: interrupted. To continue: palio submit --retry"));
  EXPECT_THAT(finished.err, Not(HasSubstr("shard.db")));  // it is gone
  const std::int64_t stored = count(part(1), "SELECT count(*) FROM result");
  EXPECT_GT(stored, 0);
  EXPECT_EQ(count(part(1), "SELECT count(*) FROM result WHERE outcome != 'completed'"), 0);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("shard 1 stopped: interrupted"));
  EXPECT_EQ(task("1").status, 0);
  EXPECT_GT(count(part(1), "SELECT count(*) FROM result"), stored);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("1 of 3 shards complete"));
}

// What scontrol says of the job of a task that is told to end; what the task says then.
class ToldToEndTest : public SubmitTest {
protected:
  std::string told_to_end(const std::string& scontrol) {
    make_tool("scontrol", "[ \"$*\" = 'show job 12' ] && echo '" + scontrol + "'\n");
    const Variable path("PATH", path_with_tools()), job("SLURM_JOB_ID", "12");
    make_folder({"--copy-every", "0.2"});
    TaskAtTheGate task(folder_, dir_);
    task.program().signal(SIGTERM);
    task.wait_until_it_says("asked to stop");
    const Finished finished = task.finish();
    EXPECT_EQ(finished.status, 130);
    return finished.err;
  }
};

TEST_F(ToldToEndTest, ARequeuedTaskIsNotToBeSubmittedAgain) {
  const std::string said = told_to_end("JobId=12 JobState=PENDING Requeue=1 Restarts=1 RunTime=00:00:00");
  EXPECT_THAT(said, HasSubstr("shard 1 stopped: interrupted and requeued by Slurm. Slurm starts it again"));
  EXPECT_THAT(said, Not(HasSubstr("--retry")));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("shard 1 stopped: interrupted and requeued by Slurm"));
}

// 90 s are left of an hour: the warning comes 120 s ahead, or up to a minute earlier.
TEST_F(ToldToEndTest, ATimeLimitIsNamed) {
  const std::string said = told_to_end("JobId=12 Requeue=1 Restarts=0 RunTime=00:58:30 TimeLimit=01:00:00");
  EXPECT_THAT(said,
              HasSubstr("shard 1 stopped: interrupted ahead of its time limit. To continue: palio submit --retry"));
  EXPECT_THAT(said, HasSubstr("--time LONGER"));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("shard 1 stopped: interrupted ahead of its time limit"));
}

TEST_F(ToldToEndTest, WhatIsCancelledLongBeforeItsLimitIsInterrupted) {
  const std::string said = told_to_end("JobId=12 Requeue=1 Restarts=0 RunTime=00:20:00 TimeLimit=1-00:00:00");
  EXPECT_THAT(said, HasSubstr("shard 1 stopped: interrupted. To continue: palio submit --retry"));
}

TEST_F(SubmitTest, FailedScenariosAreLookedUpInThePart) {
  make_folder({"--timeout", "1e-06"});
  const Ran ran = task("1");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("what failed: palio status '"));
  EXPECT_THAT(ran.out, HasSubstr("parts/0001.db"));
  EXPECT_THAT(ran.out, Not(HasSubstr("shard.db")));
}

TEST_F(SubmitTest, AKilledTaskCostsWhatItHadNotCopied) {
  make_folder({"--copy-every", "0.2"});
  {
    TaskAtTheGate first(folder_, dir_);
    first.program().signal(SIGKILL);
    first.program().wait();
  }
  EXPECT_THAT(palio({"submit", "--retry", dir_}).out, Not(HasSubstr("1\n")));  // it may be alive: its note is young
  const Ran again = task("1");
  EXPECT_EQ(again.status, 0) << again.out;
  EXPECT_THAT(again.out, HasSubstr("copied by an earlier task"));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("1 of 3 shards complete"));
}

TEST_F(SubmitTest, AMissingScratchFolderIsNamedWithItsVariable) {
  make_folder();
  const Ran ran = task("1", "SLURM_TMPDIR=/no/such/folder");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("/no/such/folder, which $SLURM_TMPDIR names"));
}

TEST_F(SubmitTest, AFullScratchStopsTheTaskAndTheNextGoesOn) {
  make_folder();
  // No file may grow beyond 32 KiB.
  const Ran ran = shell(fmt::format("ulimit -f 64; sh {}/task.sh 1", shell_word(dir_)));
  EXPECT_NE(ran.status, 0) << ran.out;
  std::string host(256, '\0');
  gethostname(host.data(), host.size() - 1);
  const std::string place = fmt::format("this task works in {} on {}; TMPDIR=FOLDER names another disk of the node",
                                        folder_.file("scratch"), host.c_str());
  EXPECT_THAT(ran.out, HasSubstr(place));
  EXPECT_THAT(palio({"status", dir_}).out, Not(HasSubstr("1 of 3 shards complete")));
  EXPECT_EQ(task("1").status, 0);
}

TEST_F(SubmitTest, ANodeThatDoesNotSeeTheFolderIsNamed) {
  make_folder();
  const std::string script = content(dir_ + "/task.sh");
  std::filesystem::rename(dir_, dir_ + "2");
  folder_.write("task.sh", script);
  const Ran ran = shell(fmt::format("sh {} 1", folder_.file("task.sh")));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("submission.json is missing on"));
}

}  // namespace
}  // namespace palio::test
