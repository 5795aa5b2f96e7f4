// Submissions without a batch system, and with one made up by scripts in PATH.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include "core/text/shell_word.h"
#include "tests/end_to_end/cluster/gated_worker.h"
#include "tests/end_to_end/support/command_test.h"
#include "tests/support/variable.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Ran {
  int status = 0;
  std::string out;  // and what it said
};

Ran shell(const std::string& command) {
  Ran ran;
  std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) ran.out += static_cast<char>(c);
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

bool works(const std::string& command) { return shell(command).status == 0; }

class SubmitTest : public CommandTest {
protected:
  void SetUp() override { std::filesystem::create_directory(folder_.file("scratch")); }

  // Writes the folder of 3 tasks for no batch system.
  void make_folder(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"submit", study_, "--tasks", "3", "--batch", "none", "--dir", dir_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = palio(arguments);
    ASSERT_EQ(finished.status, 0) << finished.err;
    ASSERT_EQ(finished.out, "1\n2\n3\n");
  }
  Ran task(const std::string& number, const std::string& variables = "") const {
    return shell(fmt::format("{} sh {}/task.sh {}", variables, shell_word(dir_), number));
  }
  std::string part(int shard) const { return fmt::format("{}/parts/{:04}.db", dir_, shard); }
  // The only place below which a task may leave something.
  bool scratch_is_empty() const { return std::filesystem::is_empty(folder_.file("scratch")); }
  // Puts a program into a PATH of its own.
  void make_tool(const std::string& name, const std::string& script) const {
    std::filesystem::create_directory(folder_.file("tools"));
    const std::string path = folder_.write("tools/" + name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(path, std::filesystem::perms(0755));
  }
  std::string path_with_tools() const { return folder_.file("tools") + ":" + std::getenv("PATH"); }

  std::string dir_ = folder_.file("a 'folder' with blanks & $more");
  Variable scratch_{"TMPDIR", folder_.file("scratch")};
  Variable worker_{"PALIO_WORKER", PALIO_WORKER_PATH};
};

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
  EXPECT_EQ(count(part(1), "SELECT count(*) FROM request WHERE isolation = 'scenario' AND sample = 12"), 1);
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
  EXPECT_THAT(retry.err, HasSubstr("it is now 0002.db.damaged"));
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
  first.wait_until_it_says("told to end");
  const Finished finished = first.finish();
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.err, HasSubstr("shard 1 stopped: interrupted. To go on: palio submit --retry"));
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
    task.wait_until_it_says("told to end");
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
  EXPECT_THAT(said, HasSubstr("shard 1 stopped: interrupted ahead of its time limit. To go on: palio submit --retry"));
  EXPECT_THAT(said, HasSubstr("--time LONGER"));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("shard 1 stopped: interrupted ahead of its time limit"));
}

TEST_F(ToldToEndTest, WhatIsCancelledLongBeforeItsLimitIsInterrupted) {
  const std::string said = told_to_end("JobId=12 Requeue=1 Restarts=0 RunTime=00:20:00 TimeLimit=1-00:00:00");
  EXPECT_THAT(said, HasSubstr("shard 1 stopped: interrupted. To go on: palio submit --retry"));
}

TEST_F(SubmitTest, FailedScenariosAreLookedUpInThePart) {
  make_folder({"--timeout", "1e-06"});
  const Ran ran = task("1");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("what failed: palio query '"));
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
  EXPECT_THAT(ran.out, HasSubstr("submission.json is not there on"));
}

TEST_F(SubmitTest, InputFilesGoWithTheStudy) {
  const std::string workload = R"({"format": "palio-workload", "version": 1, "applications": [{"name": "one",
      "release_date": 0, "tasks": [{"name": "A", "flop": 1e9, "alpha": 0.1}], "edges": []}]})";
  const auto with = [&](const std::string& file) {
    std::string text(k_small_study);
    const std::size_t strategies = text.find("[[strategy]]");
    return text.insert(strategies, "[[workload]]\nfamily = \"file\"\npath = \"" + file + "\"\n\n");
  };
  std::filesystem::create_directory(folder_.file("inputs"));
  folder_.write("inputs/w.json", workload);
  folder_.write("small.toml", with("inputs/w.json"));
  make_folder();
  std::filesystem::remove_all(folder_.file("inputs"));  // what was submitted does not change any more
  for (int shard = 1; shard <= 3; ++shard) EXPECT_EQ(task(std::to_string(shard)).status, 0);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("56 stored in 3 parts"));  // 4 platforms x 7 workloads x 2
  folder_.write("small.toml", with("../w.json"));
  EXPECT_THAT(palio({"submit", study_, "--tasks", "3", "--batch", "none", "--dir", folder_.file("b")}).err,
              HasSubstr("the input file ../w.json lies outside the study's folder"));
}

TEST_F(SubmitTest, AFolderIsNotOverwritten) {
  make_folder();
  const Finished again = palio({"submit", study_, "--tasks", "3", "--batch", "none", "--dir", dir_});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("is there already"));
  EXPECT_THAT(again.err, HasSubstr("palio submit --retry '"));
}

TEST_F(SubmitTest, ADryRunPrintsAndWritesNothing) {
  const Variable path("PATH", "/nowhere");
  const Finished dry =
      palio({"submit", study_, "--tasks", "3", "--dir", dir_, "--dry-run", "--time", "30", "--", "-A", "a group"});
  EXPECT_EQ(dry.status, 0) << dry.err;
  EXPECT_THAT(dry.out, HasSubstr("#!/bin/sh"));
  EXPECT_THAT(dry.out, HasSubstr("SLURM_ARRAY_TASK_ID"));
  EXPECT_THAT(dry.out, HasSubstr("sbatch --time=30 --job-name=small --cpus-per-task=1 --requeue --open-mode=append "
                                 "--signal=B:TERM@120 -A 'a group' --parsable --output=logs/%a.log --array=1-3"));
  EXPECT_THAT(dry.out, HasSubstr("--dependency=afterany:JOB"));
  EXPECT_FALSE(std::filesystem::exists(dir_));
}

TEST_F(SubmitTest, WhatCannotBeSubmittedIsNamedBeforeAnythingIsWritten) {
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "submit");
    const Finished finished = palio(arguments);
    EXPECT_EQ(finished.status, 1);
    return finished.err;
  };
  EXPECT_THAT(refused({}), HasSubstr("needs STUDY, or --retry DIR"));
  EXPECT_THAT(refused({study_, "--batch", "none"}), HasSubstr("needs --tasks N"));
  EXPECT_THAT(refused({study_, "--batch", "none", "--tasks", "25"}), HasSubstr("more than the 24 instances"));
  EXPECT_THAT(refused({study_, "--batch", "none", "--tasks", "5", "--sample", "4"}), HasSubstr("more than the 4"));
  EXPECT_THAT(refused({study_, "--tasks", "2", "--time", "soon"}), HasSubstr("--time takes a limit"));
  EXPECT_THAT(refused({study_, "--tasks", "2", "--batch", "pbs"}), HasSubstr("slurm or none"));
  EXPECT_THAT(refused({study_, "--tasks", "2", "--audit", "7"}), HasSubstr("--audit 7"));
  EXPECT_THAT(refused({study_, "--tasks", "2", "--batch", "none", "--engine", "flud"}), HasSubstr("fluid"));
  EXPECT_THAT(refused({study_, "7", "--tasks", "2"}), HasSubstr("options for sbatch stand behind --"));
  EXPECT_THAT(refused({"--retry", folder_.file("")}), HasSubstr("is no folder of palio submit"));
  EXPECT_THAT(refused({"--retry", dir_, "--tasks", "3"}), HasSubstr("--tasks cannot stand beside it"));
  EXPECT_FALSE(std::filesystem::exists(dir_));
}

TEST_F(SubmitTest, WithoutSbatchTheOtherWayIsNamed) {
  const Variable path("PATH", "/nowhere");
  const Finished finished = palio({"submit", study_, "--tasks", "3", "--dir", dir_});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("there is no sbatch in PATH"));
  EXPECT_THAT(finished.err, HasSubstr("--batch none"));
  EXPECT_FALSE(std::filesystem::exists(dir_));
}

TEST_F(SubmitTest, WhatSbatchRefusesIsPassedOnAndCanBeSubmittedAgain) {
  make_tool("sbatch", "echo 'sbatch: error: invalid account' >&2; exit 1\n");
  make_tool("squeue", "exit 0\n");
  make_tool("sacct", "exit 1\n");
  const Variable path("PATH", path_with_tools());
  const Finished refused = palio({"submit", study_, "--tasks", "3", "--dir", dir_});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("sbatch: error: invalid account"));
  EXPECT_THAT(refused.err, HasSubstr("palio submit --retry '"));
  make_tool("sbatch", "echo \"$*\" >> ../calls; wc -l < ../calls\n");
  const Finished retry = palio({"submit", "--retry", dir_, "--time", "5", "--", "--account=ours"});
  EXPECT_EQ(retry.status, 0) << retry.err;
  EXPECT_EQ(retry.out, "job 1: shards 1-3\njob 2: merge into small.db\n");
  EXPECT_THAT(content(folder_.file("calls")),
              HasSubstr("--signal=B:TERM@60 --account=ours --parsable --output=logs/%a.log --array=1-3"));
  EXPECT_THAT(content(folder_.file("calls")), HasSubstr("--dependency=afterany:1 "));
}

// The accounts of a site still know what squeue has forgotten.
TEST_F(SubmitTest, ReasonsComeFromTheAccountsWhereTheQueueHasNone) {
  make_tool("sbatch", "echo '7;east'\n");
  make_tool("squeue", "[ \"$1\" = --clusters=east ] && echo 'CLUSTER: east' && echo '7 3 RUNNING'\n");
  make_tool("sacct", "printf '7_1|OUT_OF_MEMORY\\n7_2|CANCELLED by 0\\n7_3|NODE_FAIL\\n'\n");
  make_tool("scancel", "echo \"$*\" > ../cancelled\n");
  const Variable path("PATH", path_with_tools());
  ASSERT_EQ(palio({"submit", study_, "--tasks", "3", "--dir", dir_}).status, 0);
  const std::string status = palio({"status", dir_}).out;
  EXPECT_THAT(status, HasSubstr("0 of 3 shards complete, 1 running, 2 lost"));
  EXPECT_THAT(status, HasSubstr("shard 1 lost: OUT_OF_MEMORY"));
  EXPECT_THAT(status, HasSubstr("shard 2 lost: CANCELLED\n"));
  EXPECT_THAT(palio({"status", dir_, "--format", "csv"}).out, HasSubstr("1,lost,OUT_OF_MEMORY,,0,0,\n"));
  EXPECT_EQ(palio({"submit", "--retry", dir_}).out, "job 7: shards 1-2\njob 7: merge into small.db\n");
  EXPECT_EQ(palio({"cancel", dir_}).status, 0);
  EXPECT_THAT(content(folder_.file("cancelled")), HasSubstr("--clusters=east 7 7"));
}

// Whoever may write the folder must not choose what of another's is cancelled.
TEST_F(SubmitTest, AJobIsANumberBeforeItReachesAProgramOfSlurm) {
  make_tool("sbatch", "echo '7;east'\n");
  make_tool("scancel", "echo \"$*\" > ../cancelled\n");
  make_tool("squeue", "echo \"$*\" > ../asked\n");
  const Variable path("PATH", path_with_tools());
  ASSERT_EQ(palio({"submit", study_, "--tasks", "3", "--dir", dir_}).status, 0);
  const std::string description = dir_ + "/submission.json", sound = content(description);
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"array\": \"7\"", "\"array\": \"--user=me\""},
                                 {"\"merge\": \"7\"", "\"merge\": \"7 8\""},
                                 {"\"merge\": \"7\"", "\"merge\": \"7_[1-3]\""},
                                 {"\"cluster\": \"east\"", "\"cluster\": \"all --me\""}}) {
    std::string forged = sound;
    const std::size_t at = forged.find(from);
    ASSERT_NE(at, std::string::npos) << from << sound;
    std::ofstream(description) << forged.replace(at, from.size(), to);
    for (const auto& command :
         {std::vector<std::string>{"cancel", dir_}, {"status", dir_}, {"submit", "--retry", dir_}}) {
      const Finished refused = palio(command);
      EXPECT_EQ(refused.status, 1) << to;
      EXPECT_THAT(refused.err, AllOf(HasSubstr("submission.json:"), HasSubstr("jobs[0]."), HasSubstr("must be the n")));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.file("cancelled")) || std::filesystem::exists(folder_.file("asked")));
}

// Else the one that saw fewer parts could be the last to end.
TEST_F(SubmitTest, AMergeWaitsForTheOneBefore) {
  make_tool("sbatch", "echo \"$*\" >> ../calls; wc -l < ../calls\n");
  make_tool("squeue", "printf '1 1 RUNNING\\n1 2 FAILED\\n1 3 RUNNING\\n2 N/A PENDING\\n'\n");
  make_tool("sacct", "exit 1\n");
  const Variable path("PATH", path_with_tools());
  ASSERT_EQ(palio({"submit", study_, "--tasks", "3", "--dir", dir_}).status, 0);
  ASSERT_EQ(palio({"submit", "--retry", dir_}).out, "job 3: shards 2\njob 4: merge into small.db\n");
  EXPECT_THAT(content(folder_.file("calls")), HasSubstr("--dependency=afterany:2:3 "));
}

TEST_F(SubmitTest, NothingIsSubmittedTwiceWhereTheQueueDoesNotAnswer) {
  make_tool("sbatch", "echo 7\n");
  make_tool("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1\n");
  const Variable path("PATH", path_with_tools());
  ASSERT_EQ(palio({"submit", study_, "--tasks", "3", "--dir", dir_}).status, 0);
  const Finished retry = palio({"submit", "--retry", dir_});
  EXPECT_EQ(retry.status, 1);
  EXPECT_THAT(retry.err, HasSubstr("squeue does not answer"));
  EXPECT_EQ(palio({"status", dir_}).status, 0);
}

TEST_F(SubmitTest, ScriptsAreFreeOfWhatShellcheckKnows) {
  if (!works("command -v shellcheck")) GTEST_SKIP() << "there is no shellcheck: packages.txt";
  make_folder();
  for (const char* script : {"task.sh", "merge.sh"}) {
    // A folder's $ in single quotes is meant to stay one.
    const Ran ran = shell(fmt::format("shellcheck --exclude=SC2016 {}/{}", shell_word(dir_), script));
    EXPECT_EQ(ran.status, 0) << ran.out;
  }
}

TEST_F(SubmitTest, GnuParallelStartsTheTasks) {
  if (!works("command -v parallel")) GTEST_SKIP() << "there is no GNU parallel: packages.txt";
  make_folder();
  const Ran ran =
      shell(fmt::format("cd {} && {} submit --retry . | parallel --jobs 2 sh task.sh", shell_word(dir_), PALIO_PATH));
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("3 of 3 shards complete\n"));
}

// What ssh would hand to the shell of another machine comes to one in another folder here; as sshd does, it names
// that shell (GNU parallel starts nothing, and says nothing, where SHELL is empty).
TEST_F(SubmitTest, GnuParallelStartsTheTasksOnOtherMachines) {
  if (!works("command -v parallel")) GTEST_SKIP() << "there is no GNU parallel: packages.txt";
  make_folder();
  make_tool("ssh", "echo \"$1\" >> '" + folder_.file("hosts") +
                       "'\nshift\n[ \"$1\" = -- ] && shift\ncd /\n"
                       "SHELL=/bin/sh sh -c \"$*\"\n");
  const Variable path("PATH", path_with_tools());
  const Ran ran =
      shell(fmt::format("cd {} && {} submit --retry . | parallel --jobs 1 --sshlogin node1,node2 "
                        "--workdir \"$PWD\" sh task.sh",
                        shell_word(dir_), PALIO_PATH));
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("3 of 3 shards complete\n"));
  EXPECT_THAT(content(folder_.file("hosts")), testing::AllOf(HasSubstr("node1"), HasSubstr("node2")));
}

}  // namespace
}  // namespace palio::test
