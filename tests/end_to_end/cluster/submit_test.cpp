// Submissions, without a batch system and with one made up by scripts in PATH.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/text/shell_word.h"
#include "tests/end_to_end/cluster/submit_fixture.h"
#include "tests/support/variable.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

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
  EXPECT_THAT(again.err, HasSubstr("already exists"));
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
  EXPECT_THAT(refused({study_, "7", "--tasks", "2"}), HasSubstr("options for sbatch go after --"));
  EXPECT_THAT(refused({"--retry", folder_.file("")}), HasSubstr("is not a folder of palio submit"));
  EXPECT_THAT(refused({"--retry", dir_, "--tasks", "3"}), HasSubstr("leave --tasks out"));
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

// Of a site's wrapper that drops --parsable, or prints more. The last number is that of the merge.
TEST_F(SubmitTest, TheNumberOfAJobIsFoundInWhatSbatchPrints) {
  make_tool("squeue", "exit 0\n");
  make_tool("sacct", "exit 1\n");
  make_tool("scancel", "echo \"$*\" > ../cancelled\n");
  const Variable path("PATH", path_with_tools());
  int number = 0;
  for (const auto& [printed, cancelled] : {std::pair<std::string, std::string>{"4711", "4711 4711"},
                                           {"4711;east", "--clusters=east 4711 4711"},
                                           {"Submitted batch job 4711", "4711 4711"},
                                           {"Submitted batch job 4711 on cluster e_1.x", "--clusters=e_1.x 4711 4711"},
                                           {"sbatch: Submitted batch job 4711.", "4711 4711"},
                                           {"Welcome. 12 nodes are free\\n4711\\nquota: 3 of 10", "4711 4711"},
                                           {"2026\\nSubmitted batch job 4711\\n", "4711 4711"},
                                           {"\\n4711 \\n\\n4711;east\\n", "--clusters=east 4711 4711"}}) {
    make_tool("sbatch", "printf '" + printed + "\\n'\n");
    const std::string dir = folder_.file("f" + std::to_string(++number));
    const Finished submitted = palio({"submit", study_, "--tasks", "3", "--dir", dir});
    EXPECT_EQ(submitted.out, "job 4711: shards 1-3\njob 4711: merge into small.db\n") << printed << submitted.err;
    EXPECT_EQ(palio({"cancel", dir}).status, 0);
    EXPECT_EQ(content(folder_.file("cancelled")), cancelled + "\n") << printed;
  }
}

TEST_F(SubmitTest, AJobWithoutAKnownNumberIsNotCalledRefused) {
  make_tool("squeue", "exit 0\n");
  const Variable path("PATH", path_with_tools());
  int number = 0;
  for (const char* printed : {"your job is on its way", "", "4711\\n4712", "job 4711x", "Submitted batch job soon"}) {
    make_tool("sbatch", std::string("printf '") + printed + "\\n'\n");
    const Finished submitted =
        palio({"submit", study_, "--tasks", "3", "--dir", folder_.file("g" + std::to_string(++number))});
    EXPECT_EQ(submitted.status, 1);
    EXPECT_THAT(submitted.err, HasSubstr("The array of tasks was probably submitted"));
    EXPECT_THAT(submitted.err, HasSubstr("would submit it a second time"));
    EXPECT_THAT(submitted.err, testing::Not(HasSubstr("refused")));
    EXPECT_THAT(submitted.err, testing::Not(HasSubstr("When the cause is fixed")));
  }
  make_tool("sbatch", "case $* in *--array*) echo 7 ;; *) echo on its way ;; esac\n");
  const std::string merge = palio({"submit", study_, "--tasks", "3", "--dir", dir_}).err;
  EXPECT_THAT(merge, HasSubstr("on its way\nThe merge was probably submitted"));
}

// Slurm runs a copy of the script, from its own folder.
TEST_F(SubmitTest, UnderSlurmTheCallNamesTheFolder) {
  make_tool("sbatch",
            "for last in \"$@\"; do script=$folder; folder=$last; done\n"
            "cp \"$script\" ../spooled\n"
            "case $* in *--array*) cd / && SLURM_ARRAY_TASK_ID=2 sh '" +
                folder_.file("spooled") + "' \"$folder\" >&2 ;; *) cd / && sh '" + folder_.file("spooled") +
                "' \"$folder\" >&2 ;; esac\necho 7\n");
  const Variable path("PATH", path_with_tools());
  const Finished submitted = palio({"submit", study_, "--tasks", "3", "--dir", dir_});
  EXPECT_EQ(submitted.status, 0) << submitted.err;
  EXPECT_TRUE(std::filesystem::exists(part(2))) << submitted.err;
  EXPECT_TRUE(std::filesystem::exists(dir_ + "/small.db")) << submitted.err;
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

// A copy has its own jobs, or none; a link and a moved folder are the original.
TEST_F(SubmitTest, CancellingACopyHarmsNoJobOfTheOriginal) {
  make_tool("sbatch", "echo 7\n");
  make_tool("squeue", "exit 0\n");
  make_tool("scancel", "echo \"$*\" > ../cancelled\n");
  const Variable path("PATH", path_with_tools());
  ASSERT_EQ(palio({"submit", study_, "--tasks", "3", "--dir", dir_}).status, 0);
  const std::string copy = folder_.file("copy"), link = folder_.file("link"), moved = folder_.file("moved");
  std::filesystem::copy(dir_, copy, std::filesystem::copy_options::recursive);
  std::filesystem::create_directory_symlink(dir_, link);
  const Finished refused = palio({"cancel", copy});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("copy is a copy: its jobs are those of " + dir_ + ", and palio cancel "));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("cancelled")));
  EXPECT_EQ(palio({"cancel", link}).status, 0);
  make_tool("sbatch", "echo 8\n");
  EXPECT_EQ(palio({"submit", "--retry", copy}).out, "job 8: shards 1-3\njob 8: merge into small.db\n");
  EXPECT_EQ(palio({"cancel", copy}).status, 0);
  EXPECT_EQ(content(folder_.file("cancelled")), "8 8\n");
  std::filesystem::rename(dir_, moved);
  EXPECT_EQ(palio({"cancel", moved}).status, 0);
  EXPECT_EQ(content(folder_.file("cancelled")), "7 7\n");
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
