// Real campaigns with strategies that misbehave in every way: each is one named failure, and nothing else changes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <tuple>

#include "core/identity/engine_choice.h"
#include "core/outcome.h"
#include "core/sanitized.h"
#include "runners/client/worker_runner.h"
#include "storage/read/campaign_reader.h"
#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

// Where it misbehaves, and before, between or after which of those that behave. The fluid engine carries out many
// scenarios in one process.
struct Stage {
  const char* engine;
  const char* name;
  std::vector<std::string> strategies;
};

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all{{"simgrid", "AProcessPerScenario", {"HCPA", "M-HEFT-MAX", "M-HEFT"}},
                                      {"fluid", "FirstOfAGroup", {"M-HEFT-MAX", "HCPA", "M-HEFT"}},
                                      {"fluid", "WithinAGroup", {"HCPA", "M-HEFT-MAX", "M-HEFT"}},
                                      {"fluid", "LastOfAGroup", {"HCPA", "M-HEFT", "M-HEFT-MAX"}}};
  return all;
}

// Six scenarios of two instances.
std::string study_text(const std::vector<std::string>& strategies) {
  std::string text(test::k_small_study);
  text.resize(text.find("[[strategy]]"));
  for (const std::string& name : strategies) text += fmt::format("[[strategy]]\nname = \"{}\"\n", name);
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Fault {
  const char* name;
  std::string kind;  // of the failure
  int signal;        // 0: none
  std::string message, last_words;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }
void PrintTo(const Stage& stage, std::ostream* out) { *out << stage.name; }

class MisbehaviourTest : public testing::TestWithParam<std::tuple<Fault, Stage>> {
protected:
  void SetUp() override {
    test::adopt_orphans();
    ASSERT_EQ(run("clean").status, 0);
    setenv("MISBEHAVIOUR", fault().name, 1);
  }
  void TearDown() override { unsetenv("MISBEHAVIOUR"); }

  static const Fault& fault() { return std::get<Fault>(GetParam()); }
  static const Stage& stage() { return std::get<Stage>(GetParam()); }

  // Programs of a folder take the worker that lies in it. One that sleeps is waited for ten times as long.
  test::Finished run(const std::string& name) const {
    const std::string folder = folder_.file(name);
    std::filesystem::create_directory(folder);
    const EngineChoice& engine = engine_named(stage().engine);
    std::filesystem::create_symlink(MISBEHAVING_WORKER_PATH, fmt::format("{}/{}", folder, engine.program));
    const std::string limit = fault().kind == "timeout" ? "0.3" : "10";  // s of CPU time
    std::vector<std::string> words{"run", study_, "--db",      database(name), "--sample", "2",
                                   "-j",  "2",    "--timeout", limit,          "--engine", stage().engine};
    if (engine.name != engine_table().front().name) words.insert(words.end(), {"--audit", "0"});
    return test::palio(folder, words);
  }
  std::string database(const std::string& name) const { return folder_.file(name + ".db"); }

  void expect_failure(const std::vector<SqlValue>& row) const {
    EXPECT_EQ(std::get<std::string>(row[0]), fault().kind);
    if (fault().signal != 0) {
      EXPECT_EQ(std::get<std::int64_t>(row[1]), fault().signal);
    }
    EXPECT_THAT(std::get<std::string>(row[2]), HasSubstr(fault().message));
    EXPECT_THAT(std::get<std::string>(row[3]), HasSubstr(fault().last_words));
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", study_text(stage().strategies));
};

class FailingTest : public MisbehaviourTest {};

TEST_P(FailingTest, IsOneNamedFailureAndNothingElse) {
  EXPECT_EQ(run("odd").status, 2);
  EXPECT_THAT(test::processes_left(), IsEmpty());
  int failures = 0;
  CampaignReader(database("odd"))
      .query(
          "SELECT kind, signal, message, stderr_tail FROM failures WHERE strategy = 'M-HEFT-MAX'", [](const auto&) {},
          [&](const std::vector<SqlValue>& row) {
            expect_failure(row);
            ++failures;
          });
  EXPECT_EQ(failures, 2);
  EXPECT_EQ(test::count(database("odd"), "SELECT count(*) FROM failures"), 2);
  // The other four, with all their bits.
  std::vector<std::string> others = lines_of(test::results(database("odd")));
  std::erase_if(others, [](const std::string& line) { return line.find(" completed ") == std::string::npos; });
  EXPECT_EQ(others.size(), 4U);
  EXPECT_THAT(lines_of(test::results(database("clean"))), IsSupersetOf(others));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, FailingTest,
    testing::Combine(testing::Values(Fault{"segfault", "crashed", SIGSEGV, "killed by signal 11", ""},
                                     Fault{"abort", "crashed", SIGABRT, "killed by signal 6", "last words"},
                                     Fault{"throw", "exception", 0, "no such luck", ""},
                                     Fault{"throw-int", "exception", 0, "not a std::exception", ""},
                                     Fault{"no-schedule", "no_schedule", 0, "nothing fits", ""},
                                     Fault{"deadlock", "deadlock", 0, "task 3 never finished", ""},
                                     Fault{"exit-0", "exited", 0, "ended without an answer: exit status 0", ""},
                                     Fault{"exit-3", "exited", 0, "ended without an answer: exit status 3", ""},
                                     Fault{"loop", "timeout", 0, "longer than the limit of 0.3 s of CPU time", ""},
                                     Fault{"compute-in-children", "timeout", 0,
                                           "longer than the limit of 0.3 s of CPU time", ""},
                                     Fault{"sleep", "timeout", 0, "slept or waited through 3 s", ""},
                                     Fault{"ignore-sigterm", "timeout", 0, "slept or waited through 3 s", ""},
                                     Fault{"stop", "timeout", 0, "slept or waited through 3 s", ""},
                                     Fault{"sigpipe", "crashed", SIGPIPE, "killed by signal 13", ""},
                                     Fault{"kill-group", "crashed", SIGKILL, "killed by signal 9", ""},
                                     Fault{"kill-parent", "crashed", SIGKILL, "killed by signal 9", ""},
                                     Fault{"kill-parent-and-answer", "crashed", SIGKILL, "killed by signal 9", ""},
                                     Fault{"close-descriptors", "exited", 0, "ended without an answer", ""},
                                     Fault{"leave-children-and-die", "crashed", SIGSEGV, "killed by signal 11", ""}),
                     testing::ValuesIn(stages())));

// The validator's words for each rule.
INSTANTIATE_TEST_SUITE_P(
    Schedules, FailingTest,
    testing::Combine(
        testing::Values(Fault{"no-application", "invalid_schedule", 0, "0 applications", ""},
                        Fault{"task-missing", "invalid_schedule", 0, "are scheduled", ""},
                        Fault{"no-such-cluster", "invalid_schedule", 0, "cluster 99, which does not exist", ""},
                        Fault{"no-processor", "invalid_schedule", 0, "has no processor", ""},
                        Fault{"processor-twice", "invalid_schedule", 0, "not ascending and distinct", ""},
                        Fault{"foreign-processor", "invalid_schedule", 0, "processor 1000000, which is not in", ""},
                        Fault{"no-date", "invalid_schedule", 0, "runs from nan", ""},
                        Fault{"before-release", "invalid_schedule", 0, "before its release", ""},
                        Fault{"too-short", "invalid_schedule", 0, "takes", ""},
                        Fault{"too-long", "invalid_schedule", 0, "takes", ""},
                        Fault{"processor-shared", "invalid_schedule", 0, "keeps until", ""},
                        Fault{"before-its-data", "invalid_schedule", 0, "before the data of", ""}),
        testing::ValuesIn(stages())));

class HarmlessTest : public MisbehaviourTest {};

TEST_P(HarmlessTest, ChangesNothing) {
  EXPECT_EQ(run("odd").status, 0);
  EXPECT_THAT(test::processes_left(), IsEmpty());
  EXPECT_EQ(test::results(database("odd")), test::results(database("clean")));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, HarmlessTest,
    testing::Combine(testing::Values(Fault{"leave-children", "", 0, "", ""}, Fault{"leave-200-children", "", 0, "", ""},
                                     Fault{"noise", "", 0, "", ""}, Fault{"change-process", "", 0, "", ""},
                                     Fault{"write-descriptors", "", 0, "", ""},
                                     Fault{"truncate-descriptors", "", 0, "", ""}),
                     testing::ValuesIn(stages())));

class OwnModeTest : public MisbehaviourTest {
protected:
  // Without the strategy that misbehaves.
  std::vector<std::string> others(const std::string& name) const {
    std::vector<std::string> lines = lines_of(test::results(database(name)));
    CampaignReader(database(name))
        .query(
            "SELECT scenario FROM results WHERE strategy = 'M-HEFT-MAX'", [](const auto&) {},
            [&](const std::vector<SqlValue>& row) {
              std::erase_if(lines,
                            [&](const std::string& line) { return line.starts_with(std::get<std::string>(row[0])); });
            });
    return lines;
  }
};

// Of Palio's own strategies none leaves a mode; if one did, its own simulation would run in it.
TEST_P(OwnModeTest, ChangesNoOtherStrategy) {
  EXPECT_EQ(run("odd").status, 0);
  EXPECT_EQ(others("odd").size(), 4U);
  EXPECT_EQ(others("odd"), others("clean"));
}

INSTANTIATE_TEST_SUITE_P(Faults, OwnModeTest,
                         testing::Combine(testing::Values(Fault{"toward-zero", "", 0, "", ""}),
                                          testing::ValuesIn(stages())));

// Of the worker itself, since the limit that palio sets by default depends on the machine.
class MemoryTest : public testing::TestWithParam<Stage> {};

TEST_P(MemoryTest, AllocatingWithoutEndEndsAtTheLimit) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  setenv("MISBEHAVIOUR", "eat-memory", 1);
  const Study study = test::study(study_text(GetParam().strategies));
  test::TemporaryFolder folder;
  const std::string worker = folder.file(std::string(engine_named(GetParam().engine).program));
  std::filesystem::create_symlink(MISBEHAVING_WORKER_PATH, worker);
  WorkerRunner runner(worker);
  std::map<std::string, Outcome> outcomes;
  runner.run({.id = 1,
              .platform = study.platforms[0],
              .workload = study.workloads[0],
              .strategies = study.strategies,
              .memory_limit = 300'000'000},
             [&](int strategy, ScenarioResult result, const auto&) {
               outcomes[GetParam().strategies.at(static_cast<std::size_t>(strategy))] = std::move(result.outcome);
             });
  unsetenv("MISBEHAVIOUR");
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<Completed>(outcomes["HCPA"]));
  EXPECT_TRUE(std::holds_alternative<Completed>(outcomes["M-HEFT"]));
  ASSERT_TRUE(std::holds_alternative<Failure>(outcomes["M-HEFT-MAX"]));
  const auto& failure = std::get<Failure>(outcomes["M-HEFT-MAX"]);
  EXPECT_EQ(failure.kind, FailureKind::out_of_memory);
  EXPECT_THAT(failure.message, HasSubstr("286 MiB"));  // 3 x 10^8 / 2^20 = 286.1
}

INSTANTIATE_TEST_SUITE_P(Stages, MemoryTest, testing::ValuesIn(stages()));

}  // namespace
}  // namespace palio
