// palio init, completion and man, and --where, by the program as people have it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class ToolsTest : public testing::Test {
protected:
  Finished run(const std::vector<std::string>& arguments) const { return palio(folder_.file(""), arguments); }

  // What a shell command prints, run in the folder.
  std::string shell(const std::string& command) const {
    EXPECT_EQ(std::system(("cd '" + folder_.file("") + "' && (" + command + ") >.out 2>.err").c_str()), 0)
        << content(folder_.file(".err"));
    return content(folder_.file(".out"));
  }
  static bool has(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
  }

  // What bash offers for the last of these words.
  std::vector<std::string> completions(const std::string& words) const {
    folder_.write("complete", run({"completion", "bash"}).out);
    folder_.write("ask", "source ./complete\nCOMP_WORDS=('" PALIO_PATH "' " + words +
                             ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_palio\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    std::vector<std::string> found = lines_of(shell("bash --norc ./ask"));
    std::erase(found, "");
    return found;
  }

  TemporaryFolder folder_;
};

// Only the program, without the share/palio that lies beside its bin.
TEST_F(ToolsTest, APalioWithoutItsStudiesNamesTheFolder) {
  std::filesystem::create_directory(folder_.file("bin"));
  std::filesystem::copy_file(PALIO_PATH, folder_.file("bin/palio"));
  const std::vector<std::string> moved{"sh", "-c", "shift; exec \"$0\" \"$@\"", folder_.file("bin/palio")};
  const std::vector<std::vector<std::string>> commands{
      {"list", "studies"}, {"init", folder_.file("a.toml"), "--like", "ptg-batch"}, {"plan", "ptg-batch"}};
  for (const std::vector<std::string>& command : commands) {
    const Finished refused = palio(folder_.file(""), command, moved);
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("cannot read the studies that come with Palio in " +
                                       folder_.file("share/palio/studies") + ": No such file or directory; "));
    EXPECT_THAT(refused.err, HasSubstr("a study file of your own"));
  }
  EXPECT_EQ(palio(folder_.file(""), {"init", folder_.file("b.toml")}, moved).status, 0);
  EXPECT_EQ(palio(folder_.file(""), {"plan", folder_.file("b.toml"), "--probes", "0"}, moved).status, 0);
}

TEST_F(ToolsTest, TheFirstStudyRuns) {
  const std::string study = folder_.file("mine.toml");
  const Finished init = run({"init", study});
  ASSERT_EQ(init.status, 0) << init.err;
  EXPECT_THAT(init.err, HasSubstr("144 scenarios"));
  const std::string database = folder_.file("mine.db");
  EXPECT_EQ(run({"run", study, "--db", database, "-q"}).status, 0);
  EXPECT_EQ(count(database, "SELECT count(*) FROM results WHERE outcome = 'completed'"), 144);
}

TEST_F(ToolsTest, AStudyThatIsThereStays) {
  const std::string study = folder_.write("mine.toml", "precious");
  const Finished init = run({"init", study});
  EXPECT_EQ(init.status, 1);
  EXPECT_THAT(init.err, HasSubstr("mine.toml already exists"));
  EXPECT_EQ(content(study), "precious");
}

TEST_F(ToolsTest, AStudyLikeAShippedOneRuns) {
  const std::string study = folder_.file("bags.toml");
  ASSERT_EQ(run({"init", study, "--like", "bag-of-tasks"}).status, 0);
  // 1 platform x 10 loads x 18 strategies.
  EXPECT_THAT(run({"plan", study, "--probes", "0", "--format", "csv"}).out, HasSubstr("\nbags,1,10,10,18,180,180,0,"));
  EXPECT_THAT(run({"init", folder_.file("x.toml"), "--like", "bag-of-task"}).err, HasSubstr("did you mean"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("x.toml")));
  EXPECT_THAT(run({"init", "-"}).out, HasSubstr("[[strategy]]"));
}

TEST_F(ToolsTest, AConditionThatHoldsForNothingCreatesNothing) {
  const std::string study = folder_.write("small.toml", k_small_study), database = folder_.file("c.db");
  for (const char* where : {"tasks = 7", "task = 5", "tasks ="}) {
    EXPECT_EQ(run({"run", study, "--db", database, "--where", where}).status, 1);
    EXPECT_FALSE(std::filesystem::exists(database)) << where;
  }
  EXPECT_EQ(run({"plan", study, "--where", "tasks = 7"}).status, 1);
  EXPECT_EQ(run({"plan", study, "--where", ""}).status, 1);
}

// 4 platforms x 2 graphs of 5 tasks, one strategy: 8 of 48.
TEST_F(ToolsTest, AConditionRestrictsRunPlanAndResume) {
  const std::string study = folder_.write("small.toml", k_small_study), database = folder_.file("c.db");
  const std::string where = "tasks = 5 AND strategy = 'HCPA'";
  EXPECT_THAT(run({"plan", study, "--probes", "0", "--where", where, "--format", "csv"}).out, HasSubstr(",48,8,0,"));
  EXPECT_EQ(lines_of(run({"run", study, "--dry-run", "--where", where}).out).size(), 8U);
  EXPECT_EQ(lines_of(run({"plan", study, "--list", "99", "--where", where, "--format", "csv"}).out).size(), 9U);
  ASSERT_EQ(run({"run", study, "--db", database, "-q", "--where", where}).status, 0);
  EXPECT_EQ(count(database, "SELECT count(*) FROM results WHERE " + where), 8);
  EXPECT_EQ(count(database, "SELECT count(*) FROM results"), 8);
  ASSERT_EQ(run({"resume", database, "-q", "--where", "tasks = 5"}).status, 0);
  EXPECT_EQ(count(database, "SELECT count(*) FROM results"), 16);
}

TEST_F(ToolsTest, BashCompletesCommandsAndOptions) {
  EXPECT_THAT(completions("re"), UnorderedElementsAre("resume", "report", "replay"));
  EXPECT_THAT(completions("run mixed-parallel --sha"), ElementsAre("--shard"));
  EXPECT_THAT(completions("status --wat"), ElementsAre("--watch"));
  EXPECT_THAT(completions("--ver"), ElementsAre("--version"));
  EXPECT_THAT(completions("man stat"), ElementsAre("status"));
}

TEST_F(ToolsTest, BashCompletesWhatOptionsTake) {
  EXPECT_THAT(completions("query c.db --format ''"), ElementsAre("table", "csv", "json", "markdown", "latex", "line"));
  EXPECT_THAT(completions("query c.db --format = j"), ElementsAre("json"));  // bash breaks words at =
  EXPECT_THAT(completions("simulate --strategy M-HEFT-"),
              UnorderedElementsAre("M-HEFT-IMP", "M-HEFT-EFF", "M-HEFT-MAX"));
  EXPECT_THAT(completions("query c.db --metric makes"), ElementsAre("makespan"));
  EXPECT_THAT(completions("query c.db @deg"), ElementsAre("@degradation"));
  EXPECT_THAT(completions("completion ''"), ElementsAre("bash", "zsh"));
}

TEST_F(ToolsTest, BashCompletesStudiesAndStrategies) {
  folder_.write("mine.toml", "");
  EXPECT_THAT(completions("run mi"),
              UnorderedElementsAre("mixed-parallel", "mixed-parallel-network", "mixed-parallel-readings",
                                   "mixed-parallel-thresholds", "mixed-uncertain", "mine.toml"));
  EXPECT_THAT(
      completions("init x.toml --like ptg-c"),
      UnorderedElementsAre("ptg-combined", "ptg-constrained", "ptg-constrained-mu", "ptg-constrained-readings"));
  EXPECT_THAT(completions("list st"), UnorderedElementsAre("strategies", "studies"));
  EXPECT_THAT(completions("list strategies HCPA"), UnorderedElementsAre("HCPA", "HCPA-OPT", "HCPA-OPT-FLEX"));
}

TEST_F(ToolsTest, BashCompletesCampaigns) {
  folder_.write("one.db", "");
  folder_.write("two words.db", "");
  folder_.write("other.txt", "");
  std::filesystem::create_directory(folder_.file("folder"));
  EXPECT_THAT(completions("query ''"), UnorderedElementsAre("one.db", "two words.db", "folder"));
  EXPECT_THAT(completions("run -j 2 mixed-parallel --db o"), ElementsAre("one.db"));
  EXPECT_THAT(completions("digest one.db tw"), ElementsAre("two words.db"));
}

// With stand-ins for what the shell's own functions are told.
TEST_F(ToolsTest, ZshIsToldCommandsOptionsAndValues) {
  if (!has("zsh")) GTEST_SKIP() << "zsh is not installed";
  folder_.write("_palio", run({"completion", "zsh"}).out);
  folder_.write("ask", R"(compdef() { }
compset() { }
_describe() { print -l -- ${(P)2} }
_files() { print -- files "$@" }
source ./_palio
ask() { words=(')" PALIO_PATH R"(' "$@"); CURRENT=$#words; _palio }
ask ru
ask run --sha
ask run --db x.db mixed-p
ask list strategies HCPA-
ask query x.db --format=j
ask status ''
)");
  EXPECT_THAT(lines_of(shell("zsh -f ./ask")),
              ElementsAre("run:Run the missing scenarios of a study; run it again to resume",
                          testing::StartsWith("--shard:Only part i of n"), "files -g *.toml",
                          "mixed-parallel:", "mixed-parallel-network:", "mixed-parallel-readings:",
                          "mixed-parallel-thresholds:", "HCPA-OPT:", "HCPA-OPT-FLEX:", "json:", "files -g *.db"));
}

TEST_F(ToolsTest, EveryCommandHasAManualPageWithEveryOption) {
  if (!has("groff")) GTEST_SKIP() << "groff is not installed";
  std::filesystem::create_directory(folder_.file("man"));
  ASSERT_EQ(run({"man", "--dir", folder_.file("man")}).status, 0);
  int pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.file("man"))) {
    const std::string name = entry.path().stem().string();
    const std::string page = shell("groff -man -Tutf8 -ww -P-cbou '" + entry.path().string() + "'");
    EXPECT_THAT(content(folder_.file(".err")), IsEmpty()) << name;
    for (const char* heading : {"NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO"})
      EXPECT_THAT(page, HasSubstr(heading)) << name;
    ++pages;
    if (name == "palio") continue;
    // The options of the help, which stand in front of its lines.
    for (const std::string& line : lines_of(run({name.substr(6), "--help"}).out)) {
      const std::size_t at = line.find("--");
      if (at == std::string::npos || line.find_first_not_of(' ') + 4 < at) continue;
      EXPECT_THAT(page, HasSubstr(line.substr(at, line.find_first_of(" ,[=", at) - at))) << name;
    }
  }
  EXPECT_GE(pages, 19);
  EXPECT_THAT(run({"man", "run"}).out, HasSubstr(".TH PALIO\\-RUN 1"));
  EXPECT_THAT(run({"man", "rum"}).err, HasSubstr("did you mean \"run\""));
  EXPECT_EQ(run({"man", "--dir", folder_.file("nowhere")}).status, 1);
}

}  // namespace
}  // namespace palio::test
