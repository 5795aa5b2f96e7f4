// What a run needs around it: a worker that starts, folders that are there, a campaign file that is whole.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

// 1,152 scenarios: about two seconds.
std::string surrounded_study() {
  std::string text(test::k_small_study);
  return text.replace(text.rfind("samples    = 2"), 14, "samples    = 48");
}

class SurroundingsTest : public testing::Test {
protected:
  void SetUp() override { test::adopt_orphans(); }
  void TearDown() override { EXPECT_THAT(test::processes_left(), IsEmpty()); }

  Words run_arguments(const std::string& study) const { return {"run", study, "--db", database_, "-j", "2", "-q"}; }
  test::Finished palio(const Words& arguments, const Words& launcher = {}) const {
    return test::palio(folder_.file(""), arguments, launcher);
  }

  // Ends as for everything that the user can mend.
  static void expect_named(const test::Finished& finished, const std::string& words) {
    EXPECT_EQ(finished.status, 1) << finished.err;
    EXPECT_THAT(finished.err, AllOf(HasSubstr(words), Not(HasSubstr("internal error"))));
  }

  void wait_for_results(test::Program& program) const {
    while (program.running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      try {
        if (test::count(database_, "SELECT count(*) FROM result") > 20) return;
      } catch (const std::exception&) {  // not there yet
      }
    }
    FAIL() << "the run ended too soon";
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", std::string(test::k_small_study));
  std::string long_study_ = folder_.write("longer.toml", surrounded_study());
  std::string database_ = folder_.file("c.db");
};

// The program that palio takes for its worker, made by a shell command.
struct BadWorker {
  const char* name;
  const char* command;
  const char* words;
  bool starts = false;
};
void PrintTo(const BadWorker& worker, std::ostream* out) { *out << worker.name; }

class BadWorkerTest : public SurroundingsTest, public testing::WithParamInterface<BadWorker> {};

TEST_P(BadWorkerTest, IsNamedByEveryCommandThatNeedsIt) {
  ASSERT_EQ(palio(run_arguments(study_)).status, 0);
  std::string scenario = test::results(database_);
  scenario.resize(scenario.find(' '));
  const std::string make = fmt::format("cd '{}'; rm palio-worker; {}", folder_.file(""), GetParam().command);
  ASSERT_EQ(std::system(make.c_str()), 0);
  const std::string platform = "random-multi-cluster:clusters=2,min_speed=1e9,heterogeneity=2,sample=0,seed=1";
  const std::string workload =
      "random-ptg:tasks=5,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample=0,seed=1";
  const std::vector<Words> commands{{"run", study_, "--db", folder_.file("new.db"), "-q"},
                                    {"resume", database_, "-q"},
                                    {"replay", database_, scenario},
                                    {"audit", database_, "--sample", "1", "-q"},
                                    {"simulate", "--platform", platform, "--workload", workload, "--strategy", "HCPA"}};
  // What is tried several times takes a second each.
  const std::size_t tried = GetParam().starts ? 2 : commands.size();
  for (const Words& command : std::span(commands).first(tried)) expect_named(palio(command), GetParam().words);
  EXPECT_FALSE(fs::exists(folder_.file("new.db")));
}

INSTANTIATE_TEST_SUITE_P(
    Workers, BadWorkerTest,
    testing::Values(BadWorker{"missing", "ln -s nowhere palio-worker", "palio-worker: No such file or directory"},
                    BadWorker{"not executable", "echo > palio-worker", "palio-worker: Permission denied"},
                    BadWorker{"a folder", "mkdir palio-worker", "palio-worker: Permission denied"},
                    BadWorker{"not a program", "echo x > palio-worker; chmod +x palio-worker", "Exec format error"},
                    BadWorker{"does not start",
                              "printf '#!/bin/sh\\nexit 127\\n' > palio-worker; chmod +x palio-worker",
                              "ended before it said hello: exit status 127", true},
                    BadWorker{"another program", "ln -s /bin/pwd palio-worker", "does not speak version", true}));

TEST_F(SurroundingsTest, AWorkerProgramThatGoesDuringTheRunStopsIt) {
  test::Program program(folder_.file(""), run_arguments(long_study_));
  wait_for_results(program);
  fs::remove(folder_.file("palio-worker"));
  for (const pid_t worker : test::children_of(program.pid())) kill(worker, SIGKILL);
  const test::Finished finished = program.wait();
  expect_named(finished, "stopped: cannot start the worker");
  EXPECT_THAT(finished.err, HasSubstr("palio resume " + database_));
  // The scenarios of the two killed workers failed, as always; nothing else did.
  EXPECT_LE(test::count(database_, "SELECT count(*) FROM failures"), 2);
  EXPECT_GT(test::count(database_, "SELECT count(*) FROM result"), 20);
}

// A worker that was copied without the library of its linear programs, and with one that is none.
TEST_F(SurroundingsTest, AMissingSolverStopsTheRunAndIsNoResult) {
  fs::copy_file(PALIO_WORKER_PATH, folder_.file("palio-worker"));
  const std::string study = PALIO_SOURCE_DIR "/campaign/studies/bag-of-tasks.toml";
  const Words run{"run", study, "--db", database_, "--sample", "2", "-j", "2", "-q"};
  for (const bool damaged : {false, true}) {
    if (damaged) folder_.write("libpalio_clp.so", "no library");
    const test::Finished finished = palio(run);
    expect_named(finished, "stopped: the machine lacks the solver of linear programs: ");
    EXPECT_THAT(finished.err, AllOf(HasSubstr("libpalio_clp.so"), HasSubstr("it belongs next to palio-worker"),
                                    HasSubstr("palio resume " + database_), Not(HasSubstr("Waiting"))));
    EXPECT_EQ(test::count(database_, "SELECT count(*) FROM failures"), 0);
  }
  const fs::path solver = fs::path(PALIO_WORKER_PATH).parent_path() / "libpalio_clp.so";
  fs::copy_file(solver, folder_.file("libpalio_clp.so"), fs::copy_options::overwrite_existing);
  EXPECT_EQ(palio(run).status, 0);
  EXPECT_EQ(test::count(database_, "SELECT count(*) FROM result WHERE outcome = 'completed'"), 36);
}

TEST_F(SurroundingsTest, AMissingProgramForArchivesIsNamed) {
  fs::copy_file(PALIO_PATH, folder_.file("palio"));
  const Words copied{"sh", "-c", "copy=$0; shift; exec \"$copy\" \"$@\"", folder_.file("palio")};
  expect_named(palio({"unpack", folder_.write("x.tar.zst", ""), folder_.file("out")}, copied),
               "palio-archive is missing: it belongs next to palio");
}

TEST_F(SurroundingsTest, AFolderThatIsGoneIsNamedWhereItMatters) {
  ASSERT_EQ(palio(run_arguments(study_)).status, 0);
  const Words launcher{"sh", "-c", "mkdir \"$0\"; cd \"$0\"; rmdir \"$0\"; exec \"$@\"", folder_.file("gone")};
  for (const Words& command : std::vector<Words>{{"run", study_, "--db", "c.db"},
                                                 {"run", study_},
                                                 {"resume", "c.db"},
                                                 {"status", "c.db"},
                                                 {"query", "c.db", "@summary"},
                                                 {"report", "c.db", "-o", "r.html"}})
    expect_named(palio(command, launcher), "the current folder cannot be used");
  expect_named(palio({"run", "small.toml"}, launcher), "cannot read small.toml");
  expect_named(palio({"report", database_, "-o", "r.html"}, launcher), "cannot write r.html");
  // Whole names need no folder.
  EXPECT_EQ(palio({"status", database_}, launcher).status, 0);
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("d.db"), "-q"}, launcher).status, 0);
}

TEST_F(SurroundingsTest, AFolderOfTheDatabaseThatIsGoneIsNamed) {
  const std::string inner = folder_.file("inner"), database = inner + "/c.db";
  expect_named(palio({"run", study_, "--db", database}), "there is no folder " + inner);
  fs::create_directory(inner);
  test::Program program(folder_.file(""), {"run", long_study_, "--db", database, "-j", "2", "-q"});
  while (program.running() && !fs::exists(database + "-wal")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  fs::remove_all(inner);
  expect_named(program.wait(), database);
  expect_named(palio({"resume", database}), "there is no folder " + inner);
}

TEST_F(SurroundingsTest, ASchemaVersionThatIsLostIsNamed) {
  ASSERT_EQ(palio(run_arguments(study_)).status, 0);
  constexpr std::streamoff user_version = 60;  // https://www.sqlite.org/fileformat.html, section 1.3
  std::fstream file(database_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(user_version).write("\0\0\0\0", 4);
  file.close();
  const std::string report = folder_.file("r.html");
  for (const Words& command : std::vector<Words>{run_arguments(study_),
                                                 {"resume", database_},
                                                 {"status", database_},
                                                 {"query", database_, "@summary"},
                                                 {"report", database_, "-o", report},
                                                 {"check", database_},
                                                 {"replay", database_, "1"}})
    expect_named(palio(command), "its schema version (PRAGMA user_version) is 0");
}

TEST_F(SurroundingsTest, AFileThatIsCutOffDuringTheRunIsNamed) {
  for (const std::uintmax_t left : {0, 4096}) {
    fs::remove(database_);
    test::Program program(folder_.file(""), run_arguments(long_study_));
    wait_for_results(program);
    fs::resize_file(database_, left);
    const test::Finished finished = program.wait();
    // Its log may have made it as long as before when it is looked at: then the check of its pages finds what is gone.
    const bool is_long_again = finished.err.find("something cut campaign") == std::string::npos;
    expect_named(finished, is_long_again ? database_ + " is damaged: "
                                         : "something cut campaign " + database_ + " off during the run");
  }
}

// What is cut off or overwritten under a run.
struct Cut {
  const char* name;
  void (*damage)(const std::string& log);
};
void PrintTo(const Cut& cut, std::ostream* out) { *out << cut.name; }

class LogTest : public SurroundingsTest {
protected:
  // Starts a run, and damages what it has stored while it stands still.
  test::Finished run_with(const std::function<void()>& damage) const {
    test::Program program(folder_.file(""), run_arguments(long_study_));
    wait_for_results(program);
    program.signal(SIGSTOP);
    damage();
    program.signal(SIGCONT);
    return program.wait();
  }

  // The campaign goes on as if nothing had happened.
  void expect_completed() const {
    EXPECT_EQ(palio({"check", database_}).status, 0);
    ASSERT_EQ(palio({"resume", database_, "-q"}).status, 0);
    EXPECT_EQ(test::count(database_, "SELECT count(*) FROM result WHERE outcome = 'completed'"), 1152);
    EXPECT_EQ(palio({"check", database_}).status, 0);
  }
};

class CutLogTest : public LogTest, public testing::WithParamInterface<Cut> {};

TEST_P(CutLogTest, EndsTheRunAndLeavesASoundCampaign) {
  const test::Finished finished = run_with([&] { GetParam().damage(database_ + "-wal"); });
  expect_named(finished, "something cut or overwrote " + database_ + "-wal, the log of campaign " + database_);
  expect_completed();
}

INSTANTIATE_TEST_SUITE_P(
    Ways, CutLogTest,
    testing::Values(Cut{"to nothing", [](const std::string& log) { fs::resize_file(log, 0); }},
                    Cut{"to half", [](const std::string& log) { fs::resize_file(log, fs::file_size(log) / 2); }},
                    Cut{"to a byte less", [](const std::string& log) { fs::resize_file(log, fs::file_size(log) - 1); }},
                    Cut{"overwritten",
                        [](const std::string& log) {
                          const std::string garbage(fs::file_size(log), '\x5a');
                          std::fstream(log, std::ios::binary | std::ios::in | std::ios::out) << garbage;
                        }}),
    [](const auto& row) {
      std::string name(row.param.name);
      std::ranges::replace(name, ' ', '_');
      return name;
    });

// SQLite has it open: nothing is lost.
TEST_F(LogTest, ALogThatIsDeletedIsMovedIntoTheFileAtTheEnd) {
  EXPECT_EQ(run_with([&] { fs::remove(database_ + "-wal"); }).status, 0);
  expect_completed();
}

// SQLite reads and writes it as memory, of which the kernel takes away what has no file any more.
TEST_F(LogTest, AnIndexOfTheLogThatIsCutOffEndsTheRunByName) {
  const test::Finished finished = run_with([&] { fs::resize_file(database_ + "-shm", 0); });
  expect_named(finished, "palio: stopped: another program truncated " + database_ + "-shm while it was in use");
  expect_completed();
}

TEST_F(SurroundingsTest, AStackThatIsTooSmallIsNamedBeforeAnythingRuns) {
  const auto with_stack = [](const char* kibibytes) {
    return Words{"sh", "-c", fmt::format("ulimit -s {}; exec \"$0\" \"$@\"", kibibytes)};
  };
  expect_named(palio(run_arguments(study_), with_stack("64")), "the stack limit is 64 KiB");
  EXPECT_FALSE(fs::exists(database_));
  EXPECT_EQ(palio(run_arguments(study_), with_stack("1024")).status, 0);
}

}  // namespace
}  // namespace palio
