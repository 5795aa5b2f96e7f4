// What a person sees on a terminal of 80 columns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/support/program.h"
#include "tests/end_to_end/support/terminal.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string on_terminal(std::vector<std::string> arguments, const std::vector<std::pair<std::string, std::string>>& set,
                        const test::ScreenSize& size = {}, const std::string& typed = {}) {
  return test::on_terminal(std::move(arguments), {.set = set, .size = size, .typed = typed});
}

std::size_t widest(const std::string& text) {
  std::istringstream in(text);
  std::size_t most = 0;
  for (std::string line; std::getline(in, line);) most = std::max(most, line.size());
  return most;
}

class EightyColumns : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(test::palio(folder_.file(""), {"run", study_, "--db", database_, "--sample", "3", "-q"}).status, 0);
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);
  std::string database_ = folder_.file("c.db");
};

TEST_F(EightyColumns, TablesForPeopleFit) {
  for (const char* what :
       {"platforms", "workloads", "strategies", "metrics", "studies", "claims", "functions", "queries"})
    EXPECT_LE(widest(on_terminal({"list", what}, {})), 80U) << what;
  for (const char* what : {"strategies", "metrics", "studies", "functions"})
    EXPECT_LE(widest(test::palio(folder_.file(""), {"list", what}).out), 80U) << what << " into a pipe";
  for (const auto& [what, name] : {std::pair{"strategies", "CPA"},
                                   {"platforms", "grid5000-cluster"},
                                   {"workloads", "random-batch"},
                                   {"metrics", "makespan"}})
    EXPECT_LE(widest(on_terminal({"list", what, name}, {{"NO_COLOR", "1"}})), 80U) << what << ' ' << name;
  EXPECT_LE(widest(on_terminal({"plan", "mixed-parallel", "--probes", "0"}, {})), 80U);
  for (const char* command : {"status", "check"})
    EXPECT_LE(widest(on_terminal({command, database_}, {{"NO_COLOR", "1"}})), 80U) << command;
}

TEST_F(EightyColumns, StepsOfAnArtifactFit) {
  const std::string artifact = folder_.file("a");
  ASSERT_EQ(test::palio(folder_.file(""), {"pack", database_, "-o", artifact}).status, 0);
  EXPECT_LE(widest(on_terminal({"pack", "--check", artifact, "-q"}, {{"NO_COLOR", "1"}})), 80U);
}

// The paper's name and its counts are wider than the terminal.
TEST_F(EightyColumns, ProseGoesOnBelow) {
  const std::string seen =
      on_terminal({"verify", database_, "--as", "ptg-constrained", "--no-pager"}, {{"NO_COLOR", "1"}});
  EXPECT_LE(widest(seen), 80U);
  for (const char* study : {"mixed-parallel", "ptg-batch"})
    EXPECT_LE(widest(on_terminal({"verify", database_, "--as", study, "--no-pager"}, {{"NO_COLOR", "1"}})), 80U)
        << study;
  EXPECT_THAT(seen, HasSubstr("Parallel Task Graphs on\n  Multi-Clusters"));
}

// The table comes before what is said of it, also where a file takes both streams.
TEST_F(EightyColumns, WhatIsSaidStandsBehindWhatWasPrinted) {
  const std::string both = folder_.file("both");
  ASSERT_EQ(std::system(fmt::format("{} verify {} --as mixed-parallel > {} 2>&1", PALIO_PATH, database_, both).c_str()),
            0);
  std::ifstream file(both);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t said = text.find("\nN'Takpe, Suter, Casanova, ISPDC 2007: ");
  ASSERT_NE(said, std::string::npos) << text;
  EXPECT_GT(said, text.rfind("\nX1c ")) << text;
}

TEST_F(EightyColumns, VerdictsHaveColoursWhereTheyAreSeen) {
  const std::string green = "\x1b[32mok\x1b[0m";
  EXPECT_THAT(on_terminal({"check", database_}, {}), HasSubstr(green));
  EXPECT_THAT(on_terminal({"check", database_}, {{"NO_COLOR", "1"}}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal({"check", database_}, {{"TERM", "dumb"}}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal({"check", database_, "--color", "never"}, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(test::palio(folder_.file(""), {"check", database_}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(test::palio(folder_.file(""), {"check", database_, "--color=always"}).out, HasSubstr(green));
}

TEST_F(EightyColumns, WideTablesGoThroughThePager) {
  const std::vector<std::string> wide{"query", database_, "SELECT * FROM results LIMIT 1"};
  EXPECT_THAT(on_terminal(wide, {{"PAGER", "tr a-z A-Z"}}), HasSubstr("RANDOM-PTG:"));
  std::vector<std::string> without = wide;
  without.emplace_back("--no-pager");
  EXPECT_THAT(on_terminal(without, {{"PAGER", "tr a-z A-Z"}}), HasSubstr("random-ptg:"));
  EXPECT_THAT(on_terminal({"query", database_, "SELECT 'abc' AS x"}, {{"PAGER", "tr a-z A-Z"}}), HasSubstr("abc"));
}

// A paste: the lines after the command are for the shell.
TEST_F(EightyColumns, WhatIsTypedAheadFallsIntoNoPager) {
  const std::vector<std::string> wide{"query", database_, "SELECT * FROM results LIMIT 1"};
  EXPECT_THAT(on_terminal(wide, {{"PAGER", "tr a-z A-Z"}}, {}, "ls\n"), HasSubstr("random-ptg:"));
}

// At 80 columns the first ones hold what is read first, and each of its lines ends there or before; at 200 titles are
// whole again.
TEST_F(EightyColumns, ReadyQueriesLeadWithWhatIsRead) {
  const auto first_line = [&](const char* query, const test::ScreenSize& screen) {
    const std::string shown = on_terminal({"query", database_, query}, {{"NO_COLOR", "1"}}, screen);
    return shown.substr(0, shown.find('\n'));
  };
  const std::string pairs = first_line("@pairs", {.columns = 80, .lines = 24});
  EXPECT_LT(pairs.find("strategy_"), 80U) << pairs;  // strategy_is, in two lines
  const std::string degradation = first_line("@degradation", {.columns = 80, .lines = 24});
  EXPECT_LT(degradation.find("failed"), 80U) << degradation;
  EXPECT_THAT(degradation, Not(HasSubstr("mean_percent")));
  EXPECT_THAT(first_line("@degradation", {.columns = 200, .lines = 50}), HasSubstr("mean_percent  low_percent"));
}

// Long names are wrapped so that numbers show; no word is broken.
TEST_F(EightyColumns, NumbersShowNextToLongNames) {
  const std::string shown = on_terminal(
      {"query", database_, "SELECT platform, workload, strategy, makespan AS m, efficiency AS e FROM results LIMIT 3"},
      {{"NO_COLOR", "1"}}, {.columns = 80, .lines = 24});
  EXPECT_LE(widest(shown), 80U) << shown;
  EXPECT_THAT(shown, testing::AllOf(HasSubstr("random-multi-cluster:"), HasSubstr("heterogeneity=1,")));
}

TEST_F(EightyColumns, TheCountsOfAPlanStayOnTheScreen) {
  const std::string shown =
      on_terminal({"plan", "classic-parametric", "--probes", "0"}, {}, {.columns = 80, .lines = 24});
  EXPECT_LE(std::ranges::count(shown, '\n'), 23);
  EXPECT_THAT(shown, testing::AllOf(HasSubstr(" strategies "), HasSubstr(" scenarios")));
}

// The last line is whole; what is redrawn is as wide as the terminal less one.
TEST_F(EightyColumns, ProgressStaysOnItsLine) {
  std::string shown = on_terminal({"run", study_, "--db", database_}, {});
  std::size_t paints = 0;
  for (std::size_t at = 0; (at = shown.find("\x1b[J", at)) != std::string::npos; ++paints) {
    at += 3;
    EXPECT_LE(shown.find_first_of("\r\x1b\n", at) - at, 79U);
  }
  EXPECT_GE(paints, 2U);
  EXPECT_THAT(shown, HasSubstr("42 of 42 scenarios (100 %), 0 failed, 6 stored before, in "));
  EXPECT_THAT(shown, HasSubstr(database_ + ": By makespan ")) << "the answer";
  EXPECT_THAT(shown, HasSubstr("\nnext: palio query " + database_ + " @pairs\n"));
  EXPECT_THAT(on_terminal({"run", study_, "--db", folder_.file("d.db")}, {{"TERM", "dumb"}}), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace palio
