// What all commands have in common, and list.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

class CommandsTest : public test::CommandTest {};

TEST_F(CommandsTest, UsageErrorsExitWithOne) {
  EXPECT_EQ(palio({"rnu"}).status, 1);
  EXPECT_THAT(palio({"queri", "a.db"}).err, HasSubstr("there is no command \"queri\" (did you mean \"query\"?)"));
  EXPECT_EQ(palio({"run"}).status, 1);
  EXPECT_EQ(palio({"run", study_, "-j", "0"}).status, 1);
  EXPECT_EQ(palio({"run", study_, "--shard", "5/4"}).status, 1);
  EXPECT_EQ(palio({"run", folder_.file("none.toml")}).status, 1);
  EXPECT_EQ(palio({"--help"}).status, 0);
  for (const char* command :
       {"plan", "run", "resume", "status", "query", "check", "diff", "export", "digest", "list", "simulate", "convert"})
    EXPECT_EQ(palio({command, "--help"}).status, 0) << command;
}

TEST_F(CommandsTest, WhatAnOptionCannotTakeIsSaidInItsWords) {
  const auto told = [&](const std::vector<std::string>& arguments) {
    const test::Finished refused = palio(arguments);
    EXPECT_EQ(refused.status, 1);
    return refused.err.substr(0, refused.err.find('\n'));
  };
  for (const std::string value : {"0", "-1", "abc", "inf"})
    EXPECT_EQ(told({"query", "c.db", "SELECT 1", "--time-limit=" + value}),
              "palio: --time-limit takes a positive number of seconds, not \"" + value + "\"");
  EXPECT_EQ(told({"run", study_, "--timeout=-1"}),
            "palio: --timeout takes zero or a positive number of seconds, not \"-1\"");
  EXPECT_EQ(told({"run", study_, "-j", "5000"}), "palio: --jobs takes a whole number from 1 to 4096, not \"5000\"");
  EXPECT_EQ(told({"list", "metrics", "--format", "yaml"}),
            "palio: --format takes table, csv, json, markdown, latex or line, not \"yaml\"");
  EXPECT_EQ(told({"diff", "a.db", "b.db", "--tolerance", "50%"}),
            "palio: --tolerance takes zero or a positive number, not \"50%\"");
  EXPECT_EQ(told({"diff", "a.db", "b.db", "--list=-1"}), "palio: --list takes a whole number of 0 or more, not \"-1\"");
}

TEST_F(CommandsTest, ForeignDatabasesAreLeftAlone) {
  const std::string text = folder_.write("notes.db", "these are not the rows you are looking for\n");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", study_, "--db", text},
                                                    {"status", text},
                                                    {"query", text, "SELECT 1"},
                                                    {"check", text},
                                                    {"digest", text},
                                                    {"resume", text}}) {
    const test::Finished finished = palio(arguments);
    EXPECT_EQ(finished.status, 1) << arguments.front();
    EXPECT_THAT(finished.err, HasSubstr("notes.db"));
  }
  std::ifstream file(text);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "these are not the rows you are looking for");
}

TEST_F(CommandsTest, AReaderThatHasEnoughIsNoError) {
  // The list is longer than what a pipe holds, so that palio still writes when head is gone.
  const std::string list = std::string(PALIO_PATH " plan ") + PALIO_SOURCE_DIR +
                           "/campaign/studies/mixed-parallel.toml --probes 0 --list 20000 --format csv";
  const std::string talk = folder_.file("talk");
  const std::string command = "bash -c '" + list + " 2>" + talk + " | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}'";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 141);
  EXPECT_EQ(std::filesystem::file_size(talk), 0U);
}

// It has left before the table comes: nothing is said of that, nor of the table.
TEST_F(CommandsTest, AReaderThatHasLeftIsNoErrorWhereMoreWouldBeSaid) {
  const std::string database = folder_.file("c.db"), gone = folder_.file("gone"), talk = folder_.file("talk");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  const std::string verify = fmt::format("{} verify {} --as mixed-parallel 2>{}", PALIO_PATH, database, talk);
  const std::string command = fmt::format(
      "bash -c 'mkfifo {0}; {{ read -r < {0}; {1}; }} | {{ exec <&-; echo now > {0}; }}; exit ${{PIPESTATUS[0]}}'",
      gone, verify);
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 141);
  EXPECT_EQ(std::filesystem::file_size(talk), 0U);
}

TEST_F(CommandsTest, OutputThatAFullDiskLosesIsAnError) {
  const std::string database = folder_.file("c.db"), talk = folder_.file("talk");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  // The recursion writes more than a buffer holds, so that the middle of a command meets the full disk.
  for (const std::string& command :
       {std::string("--help"), std::string("list metrics"), "status " + database, "digest " + database,
        "export " + database + " -o -",
        "query " + database + " 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999) " +
            "SELECT i FROM n' --format csv"}) {
    const int status = std::system(fmt::format("{} {} >/dev/full 2>{}", PALIO_PATH, command, talk).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << command;
    std::ifstream told(talk);
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(told), {}),
                HasSubstr("palio: cannot write the output: No space left on device"))
        << command;
  }
}

TEST_F(CommandsTest, ListNamesEverything) {
  EXPECT_THAT(palio({"list", "strategies"}).out, HasSubstr("HCPA-OPT-FLEX"));
  EXPECT_THAT(palio({"list", "strategies", "--format", "csv"}).out,
              testing::AllOf(HasSubstr("ISPDC 2007\",task graphs,"), HasSubstr(",bags of tasks,"),
                             HasSubstr(",task graphs,\"one cluster, one graph")));
  EXPECT_THAT(palio({"list", "platforms"}).out, HasSubstr("random-multi-cluster"));
  EXPECT_THAT(palio({"list", "workloads"}).out, HasSubstr("random-ptg"));
  EXPECT_THAT(palio({"list", "metrics"}).out, HasSubstr("efficiency"));
  EXPECT_THAT(palio({"list", "studies"}).out, HasSubstr("1814400"));
  EXPECT_THAT(palio({"list", "functions"}).out, HasSubstr("wilcoxon(x, y)"));
  EXPECT_THAT(palio({"list", "queries"}).out, HasSubstr("@degradation"));
}

// An index that says 7 of a study of 39 scenarios is believed, so the study is not expanded; a study of another text
// is.
TEST_F(CommandsTest, ListExpandsNoStudyThatItsIndexKnows) {
  namespace fs = std::filesystem;
  const fs::path installed = folder_.file("installed"), bin = installed / "bin",
                 studies = installed / "share/palio/studies";
  const fs::path shipped = fs::path(PALIO_PATH).parent_path().parent_path() / "share/palio/studies";
  fs::create_directories(bin);
  fs::create_directories(studies);
  std::error_code other_disk;
  fs::create_hard_link(PALIO_PATH, bin / "palio", other_disk);
  if (other_disk) fs::copy_file(PALIO_PATH, bin / "palio");
  fs::copy_file(shipped / "shared-files-table1.toml", studies / "shared-files-table1.toml");
  std::string index = test::content(shipped / "index.json");
  const std::string counted = "\"scenarios\": 39,";
  ASSERT_NE(index.find(counted), std::string::npos);
  std::ofstream(studies / "index.json") << index.replace(index.find(counted), counted.size(), "\"scenarios\": 7,");
  const auto scenarios = [&] {
    const std::string out = folder_.file("list.csv");
    EXPECT_EQ(std::system(fmt::format("{} list studies --format csv > {}", (bin / "palio").string(), out).c_str()), 0);
    return test::content(out);
  };
  EXPECT_THAT(scenarios(), HasSubstr("\nshared-files-table1,13,3,7,"));
  std::ofstream(studies / "shared-files-table1.toml", std::ios::app) << "# another text\n";
  EXPECT_THAT(scenarios(), HasSubstr("\nshared-files-table1,13,3,39,"));
  fs::remove(studies / "index.json");
  EXPECT_THAT(scenarios(), HasSubstr("\nshared-files-table1,13,3,39,"));
}

// Of a normal draw 0.13499 % lie 3 deviations or more below its mean, 6.6807 % lie 1.5 or more below.
TEST_F(CommandsTest, ListTellsOfClippedDraws) {
  const std::string mesh = palio({"list", "platforms", "normal-mesh"}).out;
  EXPECT_THAT(mesh, HasSubstr("bandwidth between two hosts of weight 1; draws of N(1, 0.333) are clipped: 0.135 % to "
                              "1e-09 (0.1 byte/s by default), 0.135 % to 2 (2e+08 byte/s by default)\n"));
  EXPECT_THAT(mesh, HasSubstr("0.135 % to 1e-09 (1 flop/s by default)"));
  EXPECT_THAT(palio({"list", "workloads", "chains"}).out, HasSubstr("0.135 % to 1e-09 (100 byte by default)"));
  const std::string iot = palio({"list", "workloads", "iot"}).out;
  EXPECT_THAT(iot, HasSubstr("draws of N(30, 13.3) are clipped: 6.68 % to 10, 6.68 % to 50\n"));
  EXPECT_THAT(iot, HasSubstr("6.68 % to 0.5 (500000 byte by default)"));
  EXPECT_THAT(palio({"list", "platforms", "iot-network"}).out, Not(HasSubstr("clipped")));
}

TEST_F(CommandsTest, ListShowsOneInFull) {
  const std::string entry = palio({"list", "strategies", "M-HEFT-IMP"}).out;
  for (const char* part : {"M-HEFT-IMP\nM-HEFT that adds a processor only", "\nSource: N'Takp", "\nthreshold      0.05",
                           "least relative gain in execution time for one more processor\n"})
    EXPECT_THAT(entry, HasSubstr(part));
  EXPECT_THAT(palio({"list", "strategies", "FIFO-RR"}).out, HasSubstr("It has no parameters.\n"));
  EXPECT_THAT(palio({"list", "metrics", "efficiency"}).out, HasSubstr("metric = efficiency\n"));
  EXPECT_THAT(palio({"list", "functions", "quantile"}).out, HasSubstr("function = quantile(x, p)\n"));
  EXPECT_THAT(palio({"list", "queries", "summary"}).out, HasSubstr("median(makespan)"));
  EXPECT_EQ(palio({"list", "metrics", "processors", "--format", "csv"}).out,
            "metric,unit,better,meaning\nprocessors,\"\",\"\",processors of the platform\n");
  EXPECT_THAT(palio({"list", "strategies", "HCPAX"}).err,
              HasSubstr("there is no strategy \"HCPAX\" (did you mean \"HCPA\"?)"));
  EXPECT_THAT(palio({"list", "strategis"}).err, HasSubstr("(did you mean \"strategies\"?)"));
}

}  // namespace
}  // namespace palio
