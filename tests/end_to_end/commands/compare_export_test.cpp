// palio diff and palio export as a user types them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "storage/file/metric_tables.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

class CompareExportTest : public testing::Test {
protected:
  CompareExportTest() {
    EXPECT_EQ(palio({"run", folder_.write("small.toml", k_small_study), "--db", a_, "--sample", "4", "-q"}).status, 0);
  }
  void change(const std::string& sql) const {
    ASSERT_EQ(std::system(fmt::format("sqlite3 '{}' \"{}\" >'{}'", a_, sql, folder_.file("changed")).c_str()), 0);
  }
  Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }

  TemporaryFolder folder_;
  std::string a_ = folder_.file("a.db"), b_ = folder_.file("b.db");
};

TEST_F(CompareExportTest, AnotherRunOfTheStudyIsEqual) {
  EXPECT_EQ(palio({"run", folder_.file("small.toml"), "--db", b_, "--sample", "4", "-q", "-j", "1"}).status, 0);
  const Finished diff = palio({"diff", a_, b_});
  EXPECT_EQ(diff.status, 0) << diff.err;
  EXPECT_THAT(diff.out, StartsWith("A  " + a_ + ": small, 8 results (palio "));
  EXPECT_THAT(diff.out, HasSubstr("            8 equal\n"));
}

TEST_F(CompareExportTest, ALongerMakespanIsFound) {
  std::filesystem::copy_file(a_, b_);
  ASSERT_EQ(std::system(("sqlite3 '" + b_ +
                         "' 'UPDATE result SET makespan = makespan * 2 WHERE (platform_id, workload_id, strategy_id) = "
                         "(SELECT platform_id, workload_id, strategy_id FROM result LIMIT 1)'")
                            .c_str()),
            0);
  const Finished table = palio({"diff", a_, b_, "--list", "3"});
  EXPECT_EQ(table.status, 2);
  EXPECT_THAT(table.out, HasSubstr("            1 with other metrics\n"));
  // 2 x - x = x: the change is 1, one of four pairs of its strategy.
  const Finished csv = palio({"diff", a_, b_, "--format", "csv", "--by", "strategy_name"});
  EXPECT_THAT(csv.out, StartsWith("strategy_name,completed_a,failed_a,completed_b,failed_b,metric,changed,pairs,"
                                  "mean_change\n"));
  EXPECT_THAT(csv.out, HasSubstr(",4,0,4,0,makespan,1,4,0.25\n"));
  EXPECT_THAT(csv.out, HasSubstr(",4,0,4,0,makespan,0,4,0\n"));
  const Finished json = palio({"diff", a_, b_, "--format", "json", "--list", "3"});
  EXPECT_THAT(json.out, HasSubstr("\"metrics_changed\": 1,\n"));
  const std::string file = folder_.write("diff.json", json.out);
  // The shell is the judge of the JSON.
  ASSERT_EQ(std::system(
                fmt::format("sqlite3 :memory: \"SELECT json_valid(readfile('{}'))\" >'{}'", file, folder_.file("valid"))
                    .c_str()),
            0);
  EXPECT_EQ(content(folder_.file("valid")), "1\n");
  EXPECT_EQ(palio({"diff", a_, b_, "--tolerance", "1"}).status, 0);
  EXPECT_EQ(palio({"diff", a_, b_, "--metric", "efficiency"}).status, 0);
  EXPECT_EQ(palio({"diff", a_, b_, "--metric", "makespam"}).status, 1);
}

// Twice the makespan in the second other one alone.
TEST_F(CompareExportTest, SeveralCampaignsAreComparedWithTheFirst) {
  const std::string same = folder_.file("same.db");
  std::filesystem::copy_file(a_, same);
  std::filesystem::copy_file(a_, b_);
  ASSERT_EQ(std::system(("sqlite3 '" + b_ +
                         "' 'UPDATE result SET makespan = makespan * 2 WHERE (platform_id, workload_id, strategy_id) = "
                         "(SELECT platform_id, workload_id, strategy_id FROM result LIMIT 1)'")
                            .c_str()),
            0);
  const Finished table = palio({"diff", a_, same, b_});
  EXPECT_EQ(table.status, 2);
  EXPECT_THAT(table.out, AllOf(HasSubstr("B  " + same), HasSubstr("            8 equal\n"), HasSubstr("B  " + b_),
                               HasSubstr("            7 equal\n")));
  const Finished csv = palio({"diff", a_, same, b_, "--list", "9", "--format", "csv"});
  EXPECT_THAT(csv.out, StartsWith("campaign,scenario,difference,of,a,b,change\n" + b_ + ","));
  EXPECT_EQ(lines(csv.out), 2);
  const std::string file = folder_.write("diff.json", palio({"diff", a_, same, b_, "--format", "json"}).out);
  const std::string sum = fmt::format("SELECT sum(value ->> 'equal') FROM json_each(readfile('{}'))", file);
  ASSERT_EQ(std::system(fmt::format("sqlite3 :memory: \"{}\" >'{}'", sum, folder_.file("sum")).c_str()), 0);
  EXPECT_EQ(content(folder_.file("sum")), "15\n");
  const Finished twice = palio({"diff", a_, b_, b_});
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.err, HasSubstr(b_ + " is given twice"));
}

TEST_F(CompareExportTest, AFolderGetsEveryTable) {
  const std::string folder = folder_.file("tables/");
  const Finished exported = palio({"export", a_, "-o", folder});
  EXPECT_EQ(exported.status, 0) << exported.err;
  EXPECT_EQ(lines(content(folder + "results.csv")), 9);  // header and 8 results
  EXPECT_EQ(lines(content(folder + "failures.csv")), 1);
  EXPECT_THAT(content(folder + "campaign.csv"), HasSubstr("small"));
  EXPECT_THAT(exported.err, HasSubstr("results.csv: 8 rows\n"));
}

TEST_F(CompareExportTest, TheNameDecidesTheFormat) {
  EXPECT_EQ(palio({"export", a_, "-o", folder_.file("r.jsonl"), "--where", "strategy = 'HCPA'"}).status, 0);
  EXPECT_EQ(lines(content(folder_.file("r.jsonl"))), 4);
  EXPECT_THAT(content(folder_.file("r.jsonl")), StartsWith("{\"scenario\":\""));
  EXPECT_EQ(palio({"export", a_, "-o", "-", "--sql", "SELECT count(*) AS n FROM results"}).out, "n\n8\n");
  // The median of 1 and 2.
  const std::string median = "SELECT median(column1) AS m FROM (VALUES (1), (2))";
  EXPECT_EQ(palio({"export", a_, "-o", "-", "--sql", median}).out, "m\n1.5\n");
  EXPECT_THAT(palio({"export", a_, "-o", "-", "--sql", "@summary"}).out, HasSubstr("\nHCPA,"));
  const Finished parquet = palio({"export", a_, "-o", folder_.file("r.parquet")});
  EXPECT_EQ(parquet.status, 1);
  EXPECT_THAT(parquet.err, HasSubstr("palio export " + a_ + " -o results.csv"));
  EXPECT_EQ(palio({"export", a_, "-o", folder_.file("r.xls")}).status, 1);
}

TEST_F(CompareExportTest, ATableNamedTwiceIsWrittenOnce) {
  const Finished folder = palio({"export", a_, "-o", folder_.file("new/"), "--table", "results,campaign,results"});
  EXPECT_EQ(folder.status, 0) << folder.err;
  EXPECT_EQ(folder.err,
            folder_.file("new/results.csv") + ": 8 rows\n" + folder_.file("new/campaign.csv") + ": 1 rows\n");
  EXPECT_EQ(palio({"export", a_, "-o", folder_.file("one.csv"), "--table", "results,results"}).status, 0);
}

// palio waits for a reader of the second table when it has read the first one.
TEST_F(CompareExportTest, TablesOfOneExportAreOfOneMoment) {
  const std::string folder = folder_.file("tables/"), pipe = folder + "campaign.csv";
  std::filesystem::create_directory(folder);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  change("PRAGMA journal_mode = wal");  // as during a run
  Program exporting(folder_.file(""), {"export", a_, "-o", folder, "--table", "results,campaign"});
  const auto is_first_begun = [&] {  // under a name that nobody can guess
    return std::ranges::any_of(std::filesystem::directory_iterator(folder), [](const auto& file) {
      return file.path().filename().string().starts_with("results.csv.");
    });
  };
  while (!is_first_begun() && exporting.running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  change("UPDATE campaign SET title = 'another'");
  ASSERT_TRUE(exporting.running());
  EXPECT_THAT(content(pipe), AllOf(HasSubstr("small"), Not(HasSubstr("another"))));
  EXPECT_EQ(exporting.wait().status, 0);
  EXPECT_EQ(lines(content(folder + "results.csv")), 9);
}

// palio waits for its claims when it has opened the campaign.
// Until palio has taken what is in the pipe to it.
void wait_for_reading(std::FILE* pipe) {
  std::fflush(pipe);
  int left = 1;
  for (int i = 0; i < 60000 && ioctl(fileno(pipe), FIONREAD, &left) == 0 && left > 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(left, 0);
}

TEST_F(CompareExportTest, AVerificationIsOfOneMoment) {
  change("PRAGMA journal_mode = wal");  // as during a run
  const std::string out = folder_.file("out"), err = folder_.file("err");
  std::FILE* claims = popen(fmt::format("{} verify {} --claims - >{} 2>{}", PALIO_PATH, a_, out, err).c_str(), "w");
  fmt::print(claims, "-- paper: P\n");
  wait_for_reading(claims);
  std::string failing = "UPDATE result SET failure = 'deadlock'";
  for (const MetricInfo* info : stored_metrics(MetricOf::result)) failing += fmt::format(", {} = NULL", info->name);
  change(failing);
  fmt::print(claims,
             "-- studies: small\n\n-- claim: C1\n-- says: all complete\n-- paper: 8\n-- accept: 7 .. 9\n"
             "SELECT count(*) AS measured, count(*) AS low, count(*) AS high, count(*) AS instances FROM results "
             "WHERE outcome = 'completed';\n");
  EXPECT_EQ(WEXITSTATUS(pclose(claims)), 0) << content(err);
  EXPECT_THAT(content(out), HasSubstr("reproduced"));
  EXPECT_THAT(content(err), Not(HasSubstr("failed")));
  EXPECT_THAT(palio({"verify", a_, "--as", "mixed-parallel"}).err, HasSubstr("8 of 8 results failed"));
}

TEST_F(CompareExportTest, AFileWithoutItsNameIsNotAnnounced) {
  // The last file cannot be: none takes its name, though the rows of the first are written.
  std::filesystem::create_directories(folder_.file("new/campaign.csv"));
  const Finished taken = palio({"export", a_, "-o", folder_.file("new/"), "--table", "results,campaign"});
  EXPECT_EQ(taken.status, 1);
  EXPECT_EQ(taken.err, "palio: cannot write " + folder_.file("new/campaign.csv") + ": Is a directory\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("new/results.csv")));
}

TEST_F(CompareExportTest, AFolderThatCannotBeMadeIsAnErrorOfTheUser) {
  const std::string file = folder_.write("plain", "");
  for (const auto& [name, reason] :
       {std::pair<std::string, std::string>{"plain/", "File exists"}, {"plain/below/", "Not a directory"}}) {
    const Finished refused = palio({"export", a_, "-o", folder_.file(name)});
    EXPECT_EQ(refused.status, 1);
    EXPECT_EQ(refused.err, "palio: cannot create the folder " + folder_.file(name) + ": " + reason + "\n");
  }
  const Finished long_name = palio({"export", a_, "-o", std::string(300, 'x') + ".csv"});
  EXPECT_EQ(long_name.status, 1);
  EXPECT_THAT(long_name.err, HasSubstr(".csv: File name too long"));
}

TEST_F(CompareExportTest, WhatCannotBeWrittenIsRefused) {
  const std::string file = folder_.write("r.csv", "old");
  EXPECT_THAT(palio({"export", a_, "-o", file, "--where", "makspan > 1"}).err, HasSubstr("did you mean \"makespan\""));
  EXPECT_EQ(content(file), "old");
  EXPECT_FALSE(std::filesystem::exists(file + ".part"));
  EXPECT_EQ(palio({"export", a_, "-o", a_, "--format", "csv"}).status, 1);
  std::filesystem::create_hard_link(a_, folder_.file("results.csv"));  // one of the files that go into its folder
  const Finished itself = palio({"export", a_, "-o", folder_.file("")});
  EXPECT_EQ(itself.status, 1);
  EXPECT_THAT(itself.err, HasSubstr("-o " + folder_.file("results.csv") + " is the campaign itself"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("campaign.csv")));
  EXPECT_EQ(palio({"diff", a_, a_}).status, 0);  // it is still a campaign
  EXPECT_EQ(palio({"export", a_, "-o", file, "--table", "results,failures"}).status, 1);
  EXPECT_EQ(palio({"export", a_, "-o", file, "--table", "result"}).status, 1);
  EXPECT_EQ(palio({"export", a_, "-o", file, "--sql", "DELETE FROM result"}).status, 1);
  EXPECT_EQ(palio({"export", a_, "-o", file, "--sql", "SELECT 1", "--where", "true"}).status, 1);
  EXPECT_EQ(palio({"export", a_, "-o", folder_.file("new/"), "--where", "true"}).status, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("new")));
}

// The last finish of each scenario is its makespan: every run starts at 0. A task finishes after it has started.
TEST_F(CompareExportTest, SchedulesHaveARowForEachTask) {
  const std::string tasks = folder_.file("tasks.csv");
  const Finished exported = palio({"export", a_, "-o", tasks, "--schedules"});
  EXPECT_EQ(exported.err, tasks + ": the schedules of 8 scenarios\n");
  std::ifstream rows(tasks);
  std::string line;
  std::getline(rows, line);
  EXPECT_EQ(
      line,
      "scenario,platform,workload,strategy,application,task,cluster,n,processors,predicted_start,predicted_finish,"
      "start,finish,flop,alpha,level,parents,children,bytes_in,bytes_out");
  std::map<std::string, double> last;
  while (std::getline(rows, line)) {
    // Names and lists of processors may hold commas: the scenario from the left, the dates from the right.
    std::vector<std::string> ends;
    for (std::size_t comma = line.size(); ends.size() < 9; line.resize(comma)) {
      comma = line.rfind(',');
      ends.push_back(line.substr(comma + 1));
    }
    const double start = std::stod(ends[8]), finish = std::stod(ends[7]);
    EXPECT_LT(start, finish);
    EXPECT_GT(std::stod(ends[6]), 0);  // flop
    double& latest = last[line.substr(0, line.find(','))];
    latest = std::max(latest, finish);
  }
  EXPECT_EQ(last.size(), 8U);
  for (const auto& [scenario, finish] : last)
    EXPECT_EQ(
        palio({"query", a_, fmt::format("SELECT makespan = {} FROM results WHERE scenario = '{}'", finish, scenario),
               "--format", "csv"})
            .out.substr(fmt::format("makespan = {}\n", finish).size()),
        "1\n")
        << scenario;
}

TEST_F(CompareExportTest, SchedulesAreThoseThatWereStored) {
  const std::string tasks = folder_.file("tasks.csv");
  EXPECT_EQ(palio({"export", a_, "-o", tasks, "--schedules", "--where", "strategy = 'HCPA'"}).err,
            tasks + ": the schedules of 4 scenarios\n");
  std::filesystem::remove(tasks);
  change(
      "UPDATE result SET makespan = 2 * makespan WHERE (platform_id, workload_id, strategy_id) = (SELECT platform_id, "
      "workload_id, strategy_id FROM result LIMIT 1)");
  const Finished other = palio({"export", a_, "-o", tasks, "--schedules"});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("differs from what is stored; palio replay CAMPAIGN"));
  EXPECT_FALSE(std::filesystem::exists(tasks));
  EXPECT_THAT(palio({"export", a_, "-o", tasks, "--schedules", "--sql", "SELECT 1"}).err,
              HasSubstr("--schedules is a table of its own: leave out --table and --sql"));
  EXPECT_THAT(palio({"export", a_, "-o", folder_.file("tasks.jsonl"), "--schedules"}).err,
              HasSubstr("schedules are written as one file, .csv"));
}

}  // namespace
}  // namespace palio::test
