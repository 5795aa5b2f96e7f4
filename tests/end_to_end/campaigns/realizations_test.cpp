// palio run --keep realizations, with real workers: what is kept is the same whatever happens to the run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/end_to_end/support/command_test.h"
#include "tests/storage/planted_rows.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// 2 platforms, 5 workloads of which 4 are uncertain, 2 policies: 20 scenarios, 16 of them with 30 realizations.
constexpr std::string_view k_uncertain = R"([study]
name = "uncertain"
seed = 3
engine = "fluid"
[[platform]]
family = "mesh"
hosts = 3
samples = 2
[[workload]]
family = "chains"
samples = 2
uncertainty = "gamma"
deviation = [0.3, 0.6]
realizations = 30
[[workload]]
family = "chains"
samples = 1
[[strategy]]
name = "HEFT"
replan = ["never", "completion"]
)";

constexpr std::string_view k_masters = R"([study]
name = "masters"
seed = 5
engine = "fluid"
[[platform]]
family = "star"
workers = 3
speed = 1e9
bandwidth = 1e7
[[workload]]
family = "bags-of-tasks"
applications = 2
max_tasks = 6
load = 1
samples = 1
uncertainty = "gamma"
deviation = 0.5
realizations = 8
[[workload]]
family = "shared-files"
tasks = 12
flop = 1e9
file_bytes = 1e6
uncertainty = "gamma"
deviation = 0.5
realizations = 8
[[strategy]]
name = "FIFO-RR"
workloads = "max_tasks = 6"
[[strategy]]
name = "WQ"
workloads = "tasks = 12"
)";

// With checksums that fit: only a replay can tell.
void change_realization_7(const std::string& file) {
  test::plant(file, "UPDATE realization SET makespan = 1 WHERE r = 7");
}

class KeepRealizationsTest : public test::CommandTest {
protected:
  std::vector<std::string> run_arguments(const std::string& database, std::vector<std::string> more) const {
    more.insert(more.begin(), {"run", uncertain_, "--db", folder_.file(database), "-q", "-j", "2"});
    return more;
  }
  test::Finished run(const std::string& database, std::vector<std::string> more = {"--keep", "realizations"}) {
    return palio(run_arguments(database, std::move(more)));
  }
  std::string digest(const std::string& database) {
    return palio({"digest", folder_.file(database)}).out.substr(0, 32);
  }
  std::string csv(const std::string& database, const std::string& sql) {
    const test::Finished query = palio({"query", folder_.file(database), sql, "--format", "csv"});
    EXPECT_EQ(query.status, 0) << query.err;
    return query.out;
  }
  std::int64_t count(const std::string& database, const std::string& sql) const {
    return test::count(folder_.file(database), sql);
  }
  void expect_sound(const std::string& database) {
    const test::Finished check = palio({"check", folder_.file(database)});
    EXPECT_EQ(check.status, 0) << check.out;
  }

  std::string uncertain_ = folder_.write("uncertain.toml", k_uncertain);
};

TEST_F(KeepRealizationsTest, ChangesNoMetricAndCostsNothingWithoutIt) {
  ASSERT_EQ(run("with.db").status, 0);
  ASSERT_EQ(run("without.db", {}).status, 0);
  EXPECT_EQ(test::results(folder_.file("with.db")), test::results(folder_.file("without.db")));
  EXPECT_EQ(count("with.db", "SELECT count(*) FROM realization"), 16 * 30);
  EXPECT_EQ(
      csv("with.db",
          "SELECT count(*) AS n FROM results JOIN (SELECT scenario, max(makespan) AS longest, avg(replans) AS mean "
          "FROM realizations GROUP BY scenario) USING (scenario) WHERE longest = worst_makespan AND mean = replans"),
      "n\n16\n");
  EXPECT_EQ(count("without.db", "SELECT count(*) FROM sqlite_schema WHERE name = 'realizations'"), 0);
  expect_sound("with.db");
}

TEST_F(KeepRealizationsTest, TheReportDrawsTheRatioOverTheDeviation) {
  ASSERT_EQ(run("a.db", {}).status, 0);
  for (const char* figure : {"robustness", "tail"}) {
    const std::string picture = folder_.file(std::string(figure) + ".svg");
    ASSERT_EQ(palio({"report", folder_.file("a.db"), "--figure", figure, "-o", picture}).status, 0) << figure;
    EXPECT_THAT(test::content(picture), HasSubstr("HEFT:replan=completion"));
  }
}

// 30 realizations of two policies in the instance of the worst one.
TEST_F(KeepRealizationsTest, TheReportDrawsEachOfTheWorstInstance) {
  ASSERT_EQ(run("with.db").status, 0);
  ASSERT_EQ(run("without.db", {}).status, 0);
  const std::string data = folder_.file("strip.csv");
  ASSERT_EQ(palio({"report", folder_.file("with.db"), "--figure", "realizations", "-o", data}).status, 0);
  const std::string rows = test::content(data);
  EXPECT_EQ(std::ranges::count(rows, '\n'), 1 + 2 * 30);
  const std::string worst =
      csv("with.db", "SELECT instance FROM results ORDER BY worst_makespan / makespan DESC LIMIT 1");
  EXPECT_THAT(rows, HasSubstr(worst.substr(worst.find('\n') + 1, 25)));
  EXPECT_THAT(palio({"report", folder_.file("without.db"), "--figure", "list"}).out, Not(HasSubstr("realizations")));
}

TEST_F(KeepRealizationsTest, SurvivesKills) {
  std::string longer(k_uncertain);
  longer.replace(longer.find("= 30"), 4, "= 700");
  folder_.write("uncertain.toml", longer);
  ASSERT_EQ(run("whole.db").status, 0);
  int kills = 0;
  for (int attempt = 0; kills < 3; ++attempt) {
    ASSERT_LT(attempt, 100) << "the runs end too early to be killed";
    const std::string database = fmt::format("{}.db", attempt), file = folder_.file(database);
    {
      test::Program program(folder_.file(""), run_arguments(database, {"--keep", "realizations"}));
      while (program.running() && !std::filesystem::exists(file)) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20 * (attempt % 30)));
      if (!program.running()) continue;
      program.signal(SIGKILL);
      program.wait();
    }
    ++kills;
    ASSERT_EQ(run(database).status, 0);
    EXPECT_EQ(digest(database), digest("whole.db"));
    expect_sound(database);
  }
}

TEST_F(KeepRealizationsTest, OfShardsMergedIsThatOfOneRun) {
  ASSERT_EQ(run("whole.db").status, 0);
  std::vector<std::string> merge{"merge", folder_.file("merged.db")};
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const std::string part = fmt::format("part-{}.db", shard[0]);
    ASSERT_EQ(run(part, {"--keep", "realizations", "--shard", shard}).status, 0);
    merge.push_back(folder_.file(part));
  }
  const test::Finished merged = palio(merge);
  ASSERT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(digest("merged.db"), digest("whole.db"));
  expect_sound("merged.db");
  const test::Finished resumed = palio({"resume", folder_.file("merged.db")});
  EXPECT_THAT(resumed.err, HasSubstr("nothing is missing"));
}

TEST_F(KeepRealizationsTest, IsThatOfAllResultsOrOfNone) {
  ASSERT_EQ(run("with.db", {"--keep", "realizations", "--sample", "2"}).status, 0);
  ASSERT_EQ(run("with.db", {}).status, 0) << "the campaign goes on keeping them";
  EXPECT_EQ(count("with.db", "SELECT count(*) FROM realization"), 16 * 30);
  ASSERT_EQ(run("without.db", {"--sample", "2"}).status, 0);
  const test::Finished refused = run("without.db");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("without.db holds results without realizations"), HasSubstr("--db")));
  const test::Finished merged =
      palio({"merge", folder_.file("all.db"), folder_.file("with.db"), folder_.file("without.db")});
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.err, HasSubstr("with.db keeps realizations, "));
  EXPECT_EQ(run("other.db", {"--keep", "schedules"}).status, 1);
}

// The fluid engine's, repeated by SimGrid: within the run and afterwards.
TEST_F(KeepRealizationsTest, IsAuditedOnSimGrid) {
  ASSERT_EQ(run("a.db", {"--keep", "realizations", "--audit", "100%", "--sample", "3"}).status, 0);
  EXPECT_EQ(count("a.db", "SELECT count(*) FROM result WHERE engine_difference <= 1e-9"), 6);
  const std::int64_t kept = count("a.db", "SELECT count(*) FROM realization WHERE r = 7");
  EXPECT_GT(kept, 0);
  const test::Finished same = palio({"audit", folder_.file("a.db"), "--sample", "100%", "-q"});
  EXPECT_EQ(same.status, 0) << same.out;
  EXPECT_THAT(same.err, HasSubstr("6 equal to the last bit"));
  ASSERT_EQ(palio({"audit", folder_.file("a.db"), "--sample", "100%", "-q", "--engine", "simgrid"}).status, 0);
  EXPECT_EQ(count("a.db", "SELECT count(*) FROM realization WHERE r = 7"), kept);
}

TEST_F(KeepRealizationsTest, IsReplayedToTheBit) {
  ASSERT_EQ(run("a.db").status, 0);
  const std::string file = folder_.file("a.db");
  const std::string scenario = csv("a.db",
                                   "SELECT scenario FROM realizations WHERE replans > 0 AND r = 7 ORDER BY "
                                   "scenario LIMIT 1")
                                   .substr(9);
  const std::string typed = scenario.substr(0, scenario.find('\n'));
  const test::Finished replay = palio({"replay", file, typed, "--realization", "7"});
  EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
  EXPECT_THAT(replay.out, AllOf(HasSubstr("realization 7: makespan"), HasSubstr("realization 7: replans"),
                                HasSubstr("Equal to the stored result, to the last bit")));
  const std::string chart = folder_.file("a.svg"), schedule = folder_.file("a.json"), table = folder_.file("a.csv");
  ASSERT_EQ(palio({"replay", file, typed, "--realization", "7", "--gantt", chart, "--schedule", schedule}).status, 0);
  EXPECT_THAT(test::content(chart), HasSubstr("realization 7"));
  const std::string makespan =
      csv("a.db", fmt::format("SELECT makespan FROM realizations WHERE scenario = '{}' AND r = 7", typed)).substr(9);
  EXPECT_THAT(test::content(schedule),
              AllOf(HasSubstr("\"r\": 7"), HasSubstr(makespan.substr(0, makespan.find('\n')))));
  // The last task of the schedule ends at the makespan.
  ASSERT_EQ(palio({"replay", file, typed, "--realization", "7", "--schedule", table}).status, 0);
  EXPECT_THAT(test::content(table), HasSubstr("," + makespan));

  change_realization_7(file);
  const test::Finished differs = palio({"replay", file, typed, "--realization", "7"});
  EXPECT_EQ(differs.status, 2);
  EXPECT_THAT(differs.out, HasSubstr("realization 7: makespan: stored 1"));
  const test::Finished audit = palio({"audit", file, "--sample", "100%", "-q"});
  EXPECT_EQ(audit.status, 2);
  EXPECT_THAT(audit.out, HasSubstr("realization 7: makespan"));
}

TEST_F(KeepRealizationsTest, ReplaysOnlyWhatThereIs) {
  ASSERT_EQ(run("a.db", {}).status, 0);
  const std::string file = folder_.file("a.db");
  const auto scenario = [&](const std::string& condition) {
    const std::string rows =
        csv("a.db", fmt::format("SELECT scenario FROM results WHERE {} ORDER BY scenario LIMIT 1", condition));
    return rows.substr(9, rows.size() - 10);
  };
  const std::string certain = scenario("deviation IS NULL"), random = scenario("deviation IS NOT NULL");
  EXPECT_EQ(palio({"replay", file, random, "--realization", "29"}).status, 0) << "the makespan need not be stored";
  const test::Finished beyond = palio({"replay", file, random, "--realization", "30"});
  EXPECT_EQ(beyond.status, 1);
  EXPECT_THAT(beyond.err, HasSubstr("--realization 30: there are 30, counted from 0"));
  const test::Finished none = palio({"replay", file, certain, "--realization", "0"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("is certain"));
  const test::Finished trace =
      palio({"replay", file, random, "--realization", "0", "--trace", folder_.file("a.trace"), "--engine", "simgrid"});
  EXPECT_EQ(trace.status, 1);
  EXPECT_THAT(trace.err, HasSubstr("leave out --realization"));
}

// Bags, and tasks that share files, on both engines.
TEST_F(KeepRealizationsTest, OfMastersAndWorkersIsKeptAndReplayed) {
  const std::string study = folder_.write("masters.toml", k_masters), file = folder_.file("masters.db");
  ASSERT_EQ(palio({"run", study, "--db", file, "-q", "--keep", "realizations", "--audit", "100%"}).status, 0);
  EXPECT_EQ(test::count(file, "SELECT count(*) FROM realization"), 2 * 8);
  expect_sound("masters.db");
  for (const std::string strategy : {"FIFO-RR", "WQ"}) {
    const std::string rows =
        csv("masters.db", fmt::format("SELECT scenario FROM results WHERE strategy = '{}'", strategy));
    const std::string scenario = rows.substr(9, rows.size() - 10), chart = folder_.file(strategy + ".svg");
    for (const char* engine : {"fluid", "simgrid"}) {
      const test::Finished replay =
          palio({"replay", file, scenario, "--realization", "3", "--gantt", chart, "--engine", engine});
      EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
      EXPECT_THAT(test::content(chart), HasSubstr("realization 3"));
      if (strategy == "WQ") {
        EXPECT_THAT(test::content(chart), HasSubstr("from master to worker"));
      }
    }
  }
}

TEST_F(KeepRealizationsTest, IsExported) {
  ASSERT_EQ(run("with.db").status, 0);
  ASSERT_EQ(run("without.db", {}).status, 0);
  ASSERT_EQ(palio({"export", folder_.file("with.db"), "-o", folder_.file("with/")}).status, 0);
  ASSERT_EQ(palio({"export", folder_.file("without.db"), "-o", folder_.file("without/")}).status, 0);
  const std::string rows = test::content(folder_.file("with/realizations.csv"));
  EXPECT_EQ(std::ranges::count(rows, '\n'), 1 + 16 * 30);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("without/realizations.csv")));
  const test::Finished refused =
      palio({"export", folder_.file("without.db"), "--table", "realizations", "-o", folder_.file("r.csv")});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("keeps no realizations"));
}

}  // namespace
}  // namespace palio
