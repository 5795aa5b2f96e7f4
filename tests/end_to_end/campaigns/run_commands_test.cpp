// plan, run, resume, status, check, digest.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

class RunCommands : public test::CommandTest {};

// s of CPU time of all programs that have ended.
double children_cpu_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

TEST_F(RunCommands, PlanCountsThePaperScaleStudyWithinASecond) {
  const double start = children_cpu_time();
  const test::Finished plan =
      palio({"plan", std::string(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml"), "--probes", "0"});
  EXPECT_LT(children_cpu_time() - start, 1);
  EXPECT_EQ(plan.status, 0);
  for (const char* figure :
       {"200 platforms", "1,296 workloads", "259,200 instances", "7 strategies", "1,814,400 scenarios"})
    EXPECT_THAT(plan.out, HasSubstr(figure));
}

TEST_F(RunCommands, PlanKnowsWhatIsStored) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "3", "-q"}).status, 0);
  const test::Finished plan = palio({"plan", study_, "--db", folder_.file("c.db")});
  EXPECT_THAT(plan.out, HasSubstr("6 stored"));
  EXPECT_THAT(plan.out, HasSubstr("42 to run"));
  EXPECT_THAT(plan.out, HasSubstr("Projected from 6 stored costs"));
}

TEST_F(RunCommands, DryRunPrintsTheScenariosAndStoresNothing) {
  const test::Finished dry = palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "2", "--dry-run"});
  EXPECT_EQ(dry.status, 0);
  EXPECT_EQ(std::count(dry.out.begin(), dry.out.end(), '\n'), 4);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db")));
}

TEST_F(RunCommands, StatusAndQueryAfterARun) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "-q"}).status, 0);
  const test::Finished status = palio({"status", folder_.file("c.db")});
  EXPECT_THAT(status.out, HasSubstr("48 stored"));
  EXPECT_THAT(status.out, HasSubstr("0 missing"));
  const test::Finished query =
      palio({"query", folder_.file("c.db"), "SELECT strategy, count(*) AS n FROM results GROUP BY strategy", "--format",
             "csv"});
  EXPECT_EQ(query.out, "strategy,n\nHCPA,24\nM-HEFT-MAX,24\n");
}

// Killed before its first session is stored: how much is missing nobody has counted yet.
TEST_F(RunCommands, StatusOfACampaignWithoutASessionSaysHowToGoOn) {
  const std::string file = folder_.file("begun.db");
  CampaignInfo info;
  info.study = "begun";
  { const ResultStore store(file, info, {.sample = 5}); }
  const test::Finished status = palio({"status", file});
  EXPECT_THAT(status.out, HasSubstr("0 stored (asked for: a sample of 5 instances)"));
  EXPECT_THAT(status.out, Not(HasSubstr("missing")));
  EXPECT_THAT(status.out, HasSubstr("no session has started; to start one:\n  palio resume " + file + "\n"));
  EXPECT_THAT(palio({"status", file, "--format", "csv"}).out, HasSubstr("\nbegun,,0,,0,0,,,0,,\n"));
}

// A killed run leaves the file in write-ahead mode; resume reads it before it writes it.
TEST_F(RunCommands, AResumedCampaignIsOnePlainFileAgain) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  ASSERT_EQ(std::system(("sqlite3 '" + database + "' 'PRAGMA journal_mode = WAL' > '" + database + ".mode'").c_str()),
            0);
  EXPECT_EQ(palio({"resume", database, "--sample", "5", "-q"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(database + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(database + "-shm"));
}

TEST_F(RunCommands, AScenarioThatTakesTooLongIsANamedFailure) {
  // Two thousand tasks take a second of CPU time; the limit is 20 ms.
  std::string text(test::k_small_study);
  text.replace(text.find("[5, 8, 10]"), 10, "2000");
  const test::Finished run = palio({"run", folder_.write("large.toml", text), "--db", folder_.file("c.db"), "--sample",
                                    "2", "--timeout", "0.02", "-q"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("4 scenarios failed"));
  EXPECT_EQ(
      test::count(folder_.file("c.db"), "SELECT count(*) FROM results WHERE outcome = 'timeout' AND makespan IS NULL"),
      4);
  // Two strategies, two groups; the limit is a number, so it does not split them.
  const test::Finished failures = palio({"status", folder_.file("c.db"), "--failures", "--format", "csv"});
  EXPECT_THAT(failures.out, HasSubstr("\n2,timeout,HCPA,"));
  EXPECT_THAT(failures.out, HasSubstr("\n2,timeout,M-HEFT-MAX,"));
  EXPECT_THAT(failures.err, HasSubstr("palio resume " + folder_.file("c.db") + " --retry-failed"));
}

TEST_F(RunCommands, CheckSaysWhatItFoundAndWhatToDo) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  const test::Finished sound = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(sound.status, 0) << sound.out;
  EXPECT_THAT(sound.out, HasSubstr("scenarios,ok,\"6, each stored once\"\n"));
  EXPECT_THAT(sound.out, HasSubstr("study,ok,small: its text and input files give 48 scenarios\n"));
  EXPECT_EQ(sound.err, "");
  ASSERT_EQ(
      std::system(("sqlite3 '" + database + "' 'UPDATE campaign SET study_text = 0; DELETE FROM strategy'").c_str()),
      0);
  const test::Finished damaged = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(damaged.status, 2);
  EXPECT_THAT(damaged.out, HasSubstr("references,wrong,6 rows of result refer to a strategy that is not there\n"));
  EXPECT_THAT(damaged.out, HasSubstr("study,wrong,"));
  EXPECT_THAT(damaged.err, HasSubstr(database + ": 3 of 13 checks found something wrong"));
}

// A later version stored a study with a strategy that this one lacks.
TEST_F(RunCommands, CheckTakesAStudyOfAnotherPalioForNoDamage) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  {
    CampaignInfo info = CampaignReader(database).info();
    info.study_text += "\n[[strategy]]\nname = \"NEWER\"\n";
    ResultStore store(database, info);
    SessionInfo session;
    session.host = "elsewhere";
    session.engine = "SimGrid";
    store.begin_session(session);
    store.end_session("finished");
    store.checkpoint();
  }
  const test::Finished newer = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(newer.status, 0) << newer.out << newer.err;
  EXPECT_THAT(newer.out,
              HasSubstr("study,ok,\"intact, but from another version of Palio: this one cannot resume it: "));
  EXPECT_THAT(newer.out, HasSubstr("NEWER"));
  ASSERT_EQ(std::system(("sqlite3 '" + database +
                         "' \"UPDATE campaign SET study_text = replace(study_text, 'NEWER', "
                         "'OTHER')\"")
                            .c_str()),
            0);
  const test::Finished damaged = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(damaged.status, 2);
  EXPECT_THAT(damaged.out, HasSubstr("checksums,wrong,campaign 1 changed after it was stored\n"));
  EXPECT_THAT(damaged.out, HasSubstr("study,wrong,"));
}

// What stands in place of a view is told by the check and refused by everything else.
TEST_F(RunCommands, ATableInPlaceOfAViewIsRefusedByEveryCommand) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  for (const std::string view : {"results", "all_results"}) {
    const std::string copy = folder_.file(view + ".db");
    std::filesystem::copy_file(database, copy);
    const std::string forge = fmt::format(
        "sqlite3 '{0}' 'CREATE TABLE copy AS SELECT * FROM {1}; DROP VIEW {1}; ALTER TABLE copy RENAME TO {1}; "
        "UPDATE {1} SET makespan = 1'",
        copy, view);
    ASSERT_EQ(std::system(forge.c_str()), 0);
    const std::vector<std::vector<std::string>> commands{{"query", copy, "SELECT * FROM results"},
                                                         {"report", copy, "-o", folder_.file("r.html")},
                                                         {"export", copy, "-o", folder_.file("r.csv")},
                                                         {"verify", copy},
                                                         {"status", copy},
                                                         {"digest", copy},
                                                         {"diff", copy, database},
                                                         {"resume", copy},
                                                         {"run", study_, "--db", copy},
                                                         {"prune", copy},
                                                         {"audit", copy}};
    for (const auto& command : commands) {
      const test::Finished refused = palio(command);
      EXPECT_EQ(refused.status, 1) << command.front();
      EXPECT_THAT(refused.err, HasSubstr("holds the table \"" + view + "\", which Palio did not make"))
          << command.front();
    }
    const test::Finished check = palio({"check", copy, "--format", "csv"});
    EXPECT_EQ(check.status, 2);
    EXPECT_THAT(check.out, HasSubstr("schema,wrong,the view " + view + " is a table\n"));
    ASSERT_EQ(std::system(fmt::format("sqlite3 '{}' 'DROP TABLE {}'", copy, view).c_str()), 0);
    EXPECT_EQ(palio({"run", study_, "--db", copy, "--sample", "3", "-q"}).status, 0);
    EXPECT_EQ(palio({"check", copy}).status, 0);
  }
}

TEST_F(RunCommands, DigestsOfEqualCampaignsAreEqual) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("a.db"), "-q", "-j", "1"}).status, 0);
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("b.db"), "-q", "--shard", "2/2"}).status, 0);
  const test::Finished half = palio({"digest", folder_.file("b.db")});
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("b.db"), "-q"}).status, 0);
  const test::Finished both = palio({"digest", folder_.file("a.db"), folder_.file("b.db")});
  // 32 digits, two blanks, the file and its counts.
  const std::string first = both.out.substr(0, 32);
  EXPECT_EQ(both.out, first + "  " + folder_.file("a.db") + ": 48 scenarios, 48 completed, 0 failed\n" + first + "  " +
                          folder_.file("b.db") + ": 48 scenarios, 48 completed, 0 failed\n");
  EXPECT_NE(half.out.substr(0, 32), first);
  EXPECT_THAT(
      palio({"digest", folder_.file("a.db"), "--format", "csv"}).out,
      HasSubstr("database,digest,scenarios,completed,failed\n" + folder_.file("a.db") + "," + first + ",48,48,0"));
}

}  // namespace
}  // namespace palio
