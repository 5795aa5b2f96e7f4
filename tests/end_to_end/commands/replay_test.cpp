// Scenarios of a campaign run again, with real workers.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "storage/file/metric_tables.h"
#include "storage/read/campaign_reader.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view k_graphs = R"([study]
name = "graphs"
seed = 5
[[platform]]
family = "random-multi-cluster"
clusters = 2
min_speed = 1e9
heterogeneity = 1
max_processors = 24
samples = 1
[[platform]]
family = "file"
path = "p.json"
[[workload]]
family = "file"
path = "w.json"
[[strategy]]
name = "S"
[[strategy]]
name = "ES"
)";

constexpr std::string_view k_bags = R"([study]
name = "bags"
seed = 5
[[platform]]
family = "star"
workers = 3
speed = 1
bandwidth = 1
[[workload]]
family = "file"
path = "bags.json"
[[strategy]]
name = "CBS3M-EDF"
[[strategy]]
name = "FIFO-RR"
)";

constexpr std::string_view k_files = R"([study]
name = "files"
seed = 5
[[platform]]
family = "star"
workers = 3
speed = 1
bandwidth = 1
[[workload]]
family = "shared-files"
tasks = 10
flop = 5
file_bytes = 1
files = 1
[[strategy]]
name = "WQ+H"
)";

class ReplayTest : public testing::Test {
protected:
  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }

  // Stores a study and gives the ids of its scenarios.
  std::vector<std::string> store(std::string_view study) {
    EXPECT_EQ(palio({"run", folder_.write("study.toml", study), "--db", database_, "-q"}).status, 0);
    return texts("SELECT scenario FROM results");
  }

  std::vector<std::string> texts(const std::string& sql) const {
    std::vector<std::string> found;
    CampaignReader(database_).query(
        sql, [](const auto&) {}, [&](const auto& row) { found.push_back(std::get<std::string>(row.front())); });
    return found;
  }

  void change(const std::string& sql) const {
    ASSERT_EQ(std::system(fmt::format("sqlite3 '{}' \"{}\"", database_, sql).c_str()), 0);
  }

  std::string file(std::string_view name) const { return folder_.file(name); }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
  std::string platform_ = folder_.write("p.json", R"({"format":"palio-platform","version":1,"clusters":[
    {"name":"<script>north","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})");
  std::string workload_ = folder_.write("w.json", R"({"format":"palio-workload","version":1,"applications":[
    {"name":"a & \"b\"","tasks":[{"name":"<script>alert(1)</script>","flop":8e9,"alpha":0},{"name":"s","flop":4e9,"alpha":0}],
     "edges":[{"from":"<script>alert(1)</script>","to":"s","bytes":1e6}]},
    {"name":"late","release_date":2,"tasks":[{"name":"only","flop":8e9,"alpha":0}]}]})");
  std::string bags_ = folder_.write("bags.json", R"({"format":"palio-workload","version":1,"bags":[
    {"name":"sweep","tasks":4,"flop":3,"bytes":1},{"name":"render","release_date":2,"tasks":3,"flop":2,"bytes":1}]})");
};

TEST_F(ReplayTest, EveryKindOfScenarioComesOutToTheBit) {
  for (const std::string_view study : {k_graphs, k_bags, k_files}) {
    std::filesystem::remove(database_);
    for (const std::string& id : store(study)) {
      const test::Finished replay = palio({"replay", database_, id});
      EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
      EXPECT_THAT(replay.out, HasSubstr("Equal to the stored result, to the last bit."));
      EXPECT_THAT(replay.out, HasSubstr(id));
    }
    const test::Finished audit = palio({"audit", database_, "--sample", "100%", "-q"});
    EXPECT_EQ(audit.status, 0) << audit.out;
    EXPECT_THAT(audit.err, HasSubstr(" 0 different"));
  }
}

TEST_F(ReplayTest, InputFilesComeFromTheCampaign) {
  const std::vector<std::string> ids = store(k_graphs);
  std::filesystem::remove(platform_);
  std::filesystem::remove(workload_);
  for (const std::string& id : ids) EXPECT_EQ(palio({"replay", database_, id}).status, 0);
}

TEST_F(ReplayTest, AChangedRowIsADifference) {
  const std::string id = store(k_files).front();
  change("UPDATE result SET makespan = 17.5; UPDATE session SET palio_version = '0.0.1', engine_version = '3.1'");
  const test::Finished replay = palio({"replay", database_, id});
  EXPECT_EQ(replay.status, 2);
  // WQ+H, one supervisor: it has the file at 1 s, the workers at 2, 3 and 4 s; 10 tasks of 5 s: 9 are done at 17, 18
  // and 19 s, the tenth on worker 0 at 22 s, ahead of any copy.
  EXPECT_THAT(replay.out, HasSubstr("makespan: stored 17.5, replayed 22\n"));
  EXPECT_THAT(replay.out, HasSubstr("It was stored by SimGrid 3.1, and replayed by SimGrid "));
  EXPECT_THAT(replay.out, HasSubstr("It was stored by palio 0.0.1"));
  const test::Finished audit = palio({"audit", database_, "--sample", "100%", "-q", "--format", "csv"});
  EXPECT_EQ(audit.status, 2);
  EXPECT_THAT(audit.out, HasSubstr(id + ",makespan,17.5,"));
  EXPECT_THAT(audit.err, HasSubstr("0 equal to the last bit, 1 different"));
}

TEST_F(ReplayTest, AFailureIsReplayedAndShown) {
  const std::string id = store(k_files).front();
  std::string failing = "UPDATE result SET failure = 'deadlock'";
  for (const MetricInfo* info : stored_metrics(MetricOf::result)) failing += fmt::format(", {} = NULL", info->name);
  change(failing);
  const test::Finished better = palio({"replay", database_, id});
  EXPECT_EQ(better.status, 2);
  EXPECT_THAT(better.out, HasSubstr("outcome: stored deadlock, replayed completed"));
  change("UPDATE result SET failure = 'timeout'");
  const test::Finished same = palio({"replay", database_, id, "--timeout", "0.000001"});
  EXPECT_EQ(same.status, 0) << same.out;
  EXPECT_THAT(same.out, HasSubstr("timeout: longer than the limit of 1e-06 s"));
  const test::Finished done = palio({"replay", database_, id});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, HasSubstr("Not compared: it failed at a limit (timeout), which depends on the machine; now: "
                                  "completed."));
  EXPECT_THAT(palio({"audit", database_, "--sample", "1", "-q"}).err, HasSubstr("1 not compared"));
  change("DELETE FROM result");
  EXPECT_THAT(palio({"audit", database_, "--sample", "1", "-q"}).err, HasSubstr("nothing to audit"));
}

TEST_F(ReplayTest, OutputsOfTaskGraphsHaveNoMarkupOfNames) {
  store(k_graphs);
  const std::string id =
      texts("SELECT scenario FROM results WHERE platform_family = 'file' AND strategy = 'S'").front();
  const test::Finished replay =
      palio({"replay", database_, id, "--gantt", file("g.svg"), "--schedule", file("s.csv"), "--jedule", file("j.xml"),
             "--chrome-trace", file("t.json"), "--trace", file("a b.paje")});
  EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
  for (const char* name : {"g.svg", "j.xml"}) {
    EXPECT_THAT(test::content(file(name)), Not(HasSubstr("<script>")));
    EXPECT_THAT(test::content(file(name)), HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  }
  EXPECT_THAT(test::content(file("s.csv")), HasSubstr("<script>north"));
  EXPECT_THAT(test::content(file("t.json")), HasSubstr("a & \\\"b\\\""));
  // Both tasks of the first application and that of the second one, on processors of SimGrid's platform.
  const std::string trace = test::content(file("a b.paje"));
  for (const char* state : {"task0-of-0", "task1-of-0", "task0-of-1"}) EXPECT_THAT(trace, HasSubstr(state));
}

TEST_F(ReplayTest, MastersAndWorkersHaveAllOutputsToo) {
  for (const std::string_view study : {k_bags, k_files}) {
    std::filesystem::remove(database_);
    const std::string id = store(study).front();
    const test::Finished replay =
        palio({"replay", database_, id, "--gantt", file("g.svg"), "--schedule", file("s.json"), "--jedule",
               file("j.xml"), "--chrome-trace", file("t.json"), "--trace", file("t.paje")});
    EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
    EXPECT_THAT(test::content(file("g.svg")), HasSubstr("worker 2"));
    EXPECT_THAT(test::content(file("s.json")), HasSubstr("\"worker\": 2"));
    EXPECT_THAT(test::content(file("j.xml")), HasSubstr("names=\"worker 0|worker 1|worker 2\""));
    EXPECT_THAT(test::content(file("t.json")), HasSubstr("worker 2"));
    EXPECT_THAT(test::content(file("t.paje")), HasSubstr("\"worker2\""));
  }
}

TEST_F(ReplayTest, FilesThatCannotBeWrittenAreRefusedBeforeAnythingRuns) {
  const std::string id = store(k_files).front();
  const test::Finished folder = palio({"replay", database_, id, "--gantt", file("no/such/folder.svg")});
  EXPECT_EQ(folder.status, 1);
  EXPECT_THAT(folder.err, HasSubstr("cannot write " + file("no/such/folder.svg")));
  EXPECT_EQ(folder.out, "");
  const test::Finished form = palio({"replay", database_, id, "--schedule", file("s.txt")});
  EXPECT_EQ(form.status, 1);
  EXPECT_THAT(form.err, HasSubstr("neither .csv nor .json"));
  EXPECT_THAT(palio({"replay", database_, id, "--gantt", file("g.png")}).err, HasSubstr("does not end with .svg"));
  EXPECT_THAT(palio({"replay", database_, id, "--colour", "delay"}).err, HasSubstr("add --gantt FILE.svg"));
  EXPECT_THAT(palio({"replay", database_, id, "--gantt", file("g.svg"), "--gantt-width", "30"}).err,
              HasSubstr("--gantt-width 30: a chart is 400 to 20000 px wide"));
  EXPECT_THAT(palio({"replay", database_, id, "--chrome-trace", file("t.csv")}).err,
              HasSubstr("does not end with .json"));
  EXPECT_THAT(palio({"replay", database_, id, "--jedule", "-"}).err, HasSubstr("--jedule -: this output needs a file"));
}

TEST_F(ReplayTest, TheCampaignIsNoOutputUnderAnyOfItsNames) {
  const std::string id = store(k_files).front();
  std::filesystem::create_hard_link(database_, file("hard.svg"));
  std::filesystem::create_symlink(database_, file("soft.csv"));
  std::filesystem::create_symlink("c.db", file("soft.json"));
  for (const auto& [option, path] : {std::pair<std::string, std::string>{"--jedule", database_},
                                     {"--trace", database_},
                                     {"--gantt", file("hard.svg")},
                                     {"--schedule", file("soft.csv")},
                                     {"--chrome-trace", file("soft.json")}}) {
    const test::Finished refused = palio({"replay", database_, id, option, path});
    EXPECT_EQ(refused.status, 1) << option;
    EXPECT_EQ(refused.out, "") << option;  // it did not run
    EXPECT_THAT(refused.err, HasSubstr(fmt::format("{} {} is the campaign itself; name another file", option, path)))
        << option;
  }
  EXPECT_EQ(palio({"replay", database_, id}).status, 0);  // it is still a campaign
}

TEST_F(ReplayTest, TwoOutputsAreTwoFiles) {
  const std::string id = store(k_files).front();
  const auto refused = [&](const std::string& first, const std::string& second) {
    const test::Finished replay = palio({"replay", database_, id, "--jedule", first, "--trace", second});
    EXPECT_EQ(replay.out, "");
    EXPECT_THAT(replay.err, HasSubstr("--jedule " + first + " and --trace " + second + " are the same file; name two"));
    return replay.status;
  };
  EXPECT_EQ(refused(file("new"), file("new")), 1);
  EXPECT_EQ(refused(file("new"), file("./new")), 1);
  EXPECT_EQ(refused(file("new"), std::filesystem::relative(file("new")).string()), 1);
  std::filesystem::create_hard_link(folder_.write("old", "old"), file("hard"));
  std::filesystem::create_symlink("old", file("soft"));
  EXPECT_EQ(refused(file("old"), file("soft")), 1);
  EXPECT_EQ(refused(file("old"), file("hard")), 1);
  EXPECT_EQ(test::content(file("old")), "old");
  EXPECT_FALSE(std::filesystem::exists(file("new")));
}

TEST_F(ReplayTest, AnOutputThatIsALinkIsRefusedBeforeAnythingRuns) {
  const std::string id = store(k_files).front();
  folder_.write("victim", "mine");
  for (const auto& [option, name] : {std::pair<std::string, std::string>{"--gantt", "l.svg"},
                                     {"--schedule", "l.csv"},
                                     {"--jedule", "l.jed"},
                                     {"--chrome-trace", "l.json"},
                                     {"--trace", "l.paje"}}) {
    std::filesystem::create_symlink("victim", file(name));
    const test::Finished refused = palio({"replay", database_, id, option, file(name)});
    EXPECT_EQ(refused.status, 1) << option;
    EXPECT_EQ(refused.out, "") << option;
    EXPECT_THAT(refused.err, HasSubstr(name + ": it is a link to victim; name victim itself")) << option;
  }
  EXPECT_EQ(test::content(file("victim")), "mine");
}

TEST_F(ReplayTest, UnknownScenariosNameTheNearest) {
  const std::string id = store(k_files).front();
  const test::Finished unknown = palio({"replay", database_, "000000000000-" + id.substr(13)});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("platform 000000000000 is unknown"));
  EXPECT_THAT(unknown.err, HasSubstr("the nearest that are stored: " + id));
}

// A stand-in for the debugger: it runs what stands behind --args.
TEST_F(ReplayTest, TheDebuggerGetsAWorkerWithTheScenarioInItsOwnProcess) {
  const std::string id = store(k_bags).front();
  const std::string gdb = folder_.write("gdb", "#!/bin/sh\nshift 2\nexec \"$@\"\n");
  std::filesystem::permissions(gdb, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder_.file("") + ":" + path).c_str(), 1);
  const test::Finished debugged = palio({"replay", database_, id, "--gdb"});
  setenv("PATH", folder_.file("nothing").c_str(), 1);
  const test::Finished missing = palio({"replay", database_, id, "--gdb"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(debugged.status, 0) << debugged.err;
  EXPECT_THAT(debugged.out, HasSubstr("\"outcome\":\"completed\""));
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, HasSubstr("apt-get install gdb"));
}

TEST_F(ReplayTest, SimulateWritesTheSameFiles) {
  // The bag of one task on one worker: sent from 0 to 1 s, computed from 1 to 4 s.
  const std::string bag = folder_.write(
      "one.json", R"({"format":"palio-workload","version":1,"bags":[{"name":"b","tasks":1,"flop":3,"bytes":1}]})");
  const test::Finished simulated = palio({"simulate", "--platform", "star:workers=1,speed=1,bandwidth=1", "--workload",
                                          bag, "--strategy", "FIFO-RR", "--format", "csv", "--gantt", file("g.svg")});
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_EQ(simulated.out, "application,task,worker,send_start,send_finish,start,finish\n0,0,0,0,1,1,4\n");
  EXPECT_THAT(test::content(file("g.svg")), HasSubstr("1 to 4 s (3 s)"));
}

// A disk that is full: files end at one block of the shell, 512 or 1,024 bytes.
TEST_F(ReplayTest, AFullDiskLeavesTheOldChart) {
  const std::string chart = folder_.write("g.svg", "old");
  const std::string command = fmt::format(
      "trap '' XFSZ; ulimit -S -f 1; exec '{}' simulate --platform star:workers=1,speed=1,bandwidth=1 --workload '{}' "
      "--strategy FIFO-RR --gantt '{}' >'{}' 2>'{}'",
      PALIO_PATH, bags_, chart, file("out"), file("err"));
  EXPECT_EQ(std::system(command.c_str()), 1 << 8U) << test::content(file("err"));  // exit status 1
  EXPECT_THAT(test::content(file("err")),
              HasSubstr("cannot write " + chart + ": File too large; nothing of it is kept"));
  EXPECT_EQ(test::content(chart), "old");
}

}  // namespace
}  // namespace palio
