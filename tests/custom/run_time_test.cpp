// Custom strategies that decide at run time or plan the rest again, in real campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/custom/custom_campaign.h"

namespace palio {
namespace {

using testing::HasSubstr;

std::string text_of_file(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constexpr std::string_view k_uncertain_clusters = R"([study]
name = "run-time"
seed = 5

[[platform]]
family         = "random-multi-cluster"
clusters       = 2
min_speed      = 1e9
heterogeneity  = 3
min_processors = 2
max_processors = 4
samples        = 3

[[workload]]
family         = "random-ptg"
tasks          = 12
width          = 0.8
regularity     = 0.8
density        = 0.2
jump           = 1
complexity     = "mixed"
samples        = 2
uncertainty    = "gamma"
deviation      = 0.5
data_deviation = 0.2
realizations   = 4

)";

constexpr std::string_view k_uncertain_mesh = R"([study]
name = "run-time"
seed = 5

[[platform]]
family     = "mesh"
hosts      = 4
contention = ["off", "on"]
samples    = 1

[[workload]]
family          = "heft-random"
machines        = 4
tasks           = 15
shape           = 1
out_degree      = 3
ccr             = 0.5
unrelatedness   = 0.5
samples         = 2
uncertainty     = "gamma"
deviation       = 0.5
data_deviation  = 0.2
realizations    = 3

)";

// A block for each strategy, with the same axes.
std::string blocks(const std::vector<std::string>& strategies, const std::string& axes) {
  std::string text;
  for (const std::string& strategy : strategies) text += fmt::format("[[strategy]]\n{}\n{}\n", strategy, axes);
  return text;
}

class RunTime : public test::CustomCampaign {
protected:
  void SetUp() override {
    put(MY_EAGER_PATH, "eager.so");
    put(MY_HEFT_PATH, "heft.so");
    put(MISBEHAVING_PATH, "bad.so");
    for (const std::string name : {"eager.py", "heft.py", "misbehaving.py"})
      put((PALIO_SOURCE_DIR "/tests/custom/commands/" + name).c_str(), name);
  }

  test::Finished run(std::string_view instances, const std::string& strategies, const std::string& engine) {
    folder_.write("s.toml", std::string(instances) + strategies);
    return palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0", "--timeout", "60"});
  }

  // Each row of a custom strategy with the same policy, bit for bit.
  void expect_rows_of(const std::string& palios, std::vector<std::string> policy, int rows) {
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome <> 'completed'"), 0);
    std::string same = "a.strategy_name <> '" + palios + "' AND b.strategy_name = '" + palios + "'";
    for (const char* value : {"makespan", "predicted_makespan", "total_work", "mean_makespan", "worst_makespan",
                              "late_share", "slack", "replans"})
      policy.emplace_back(value);
    for (const std::string& value : policy) same += fmt::format(" AND a.{0} IS b.{0}", value);
    EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload) WHERE " + same), rows);
  }
};

class RunTimeOnBothEngines : public RunTime, public testing::WithParamInterface<const char*> {};

TEST_P(RunTimeOnBothEngines, ALibrarysAndACommandsDecisionsAreThoseOfPaliosOwn) {
  const std::vector<std::string> strategies{"name = \"JIT\"\npriority = \"longest\"\nchoice = \"idle\"",
                                            "name = \"MY-EAGER\"\nplugin = \"eager.so\"",
                                            "name = \"PY-EAGER\"\ncommand = \"python3 eager.py\""};
  const std::string policies =
      blocks(strategies, "knowledge = [\"estimate\", \"exact\", \"none\"]") + blocks(strategies, "decision_time = 5");
  const test::Finished ran = run(k_uncertain_clusters, policies, GetParam());
  ASSERT_EQ(ran.status, 0) << ran.err;
  expect_rows_of("JIT", {"knowledge", "decision_time"}, 2 * 6 * 4);
  // What they are told of durations matters: each has as many means as there are policies.
  EXPECT_EQ(count("SELECT min(means) FROM (SELECT count(DISTINCT mean_makespan) AS means FROM results "
                  "GROUP BY platform, workload, strategy_name) AS each"),
            4);
}

TEST_P(RunTimeOnBothEngines, ACommandPlansTheRestAsPaliosOwnDoes) {
  const std::vector<std::string> strategies{"name = \"HEFT\"", "name = \"PY-HEFT\"\ncommand = \"python3 heft.py\""};
  const std::string policies =
      blocks(strategies, "replan = [\"completion\", \"ready\"]\nknowledge = [\"estimate\", \"exact\"]\n") +
      blocks(strategies, "replan = \"late\"\ntolerance = 0.2\ndecision_time = 0.5\n") +
      blocks(strategies, "knowledge = [\"estimate\", \"none\"]\n");
  const test::Finished ran = run(k_uncertain_mesh, policies, GetParam());
  ASSERT_EQ(ran.status, 0) << ran.err;
  expect_rows_of("HEFT", {"knowledge", "replan", "tolerance", "decision_time"}, 4 * 7);
  EXPECT_GT(count("SELECT count(*) FROM results WHERE replans > 0"), 0);
}

INSTANTIATE_TEST_SUITE_P(All, RunTimeOnBothEngines, testing::Values("simgrid", "fluid"));

// One process for each worker, which is told an instance again only where it differs: once with the estimates, and once
// for each realization with exact knowledge.
TEST_F(RunTime, ACommandIsToldWhatDiffers) {
  std::string text = text_of_file(folder_.file("eager.py"));
  const std::string reading = "        message = json.loads(line)\n";
  text.insert(text.find(reading) + reading.size(),
              "        print(os.getpid(), message[\"type\"], file=open(\"log.txt\", \"a\"))\n");
  folder_.write("eager.py", text.insert(text.find("import json"), "import os\n"));
  folder_.write("s.toml", std::string(k_uncertain_clusters) +
                              "[[strategy]]\nname = \"PY-EAGER\"\ncommand = \"python3 eager.py\"\n"
                              "knowledge = [\"estimate\", \"exact\"]\n");
  const test::Finished ran =
      palio({"run", "s.toml", "--db", "c.db", "-q", "-j", "1", "--engine", "fluid", "--audit", "0", "--sample", "2"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(count_lines("log.txt", "describe"), 2);
  // Of 2 instances, the estimates and 4 realizations: what is decided by the estimates comes first.
  EXPECT_EQ(count_lines("log.txt", "instance"), 2 * (1 + 4));
}

TEST_F(RunTime, TheDocumentsExampleIsTheOneThatIsTested) {
  const std::string page = text_of_file(PALIO_SOURCE_DIR "/docs/custom-strategies.md");
  const std::size_t begin = page.find("```python\n") + 10;
  const std::string example = page.substr(begin, page.find("```", begin) - begin);
  EXPECT_EQ(example, text_of_file(PALIO_SOURCE_DIR "/tests/custom/commands/eager.py"));
  EXPECT_LE(std::ranges::count(example, '\n'), 60);
}

struct DecidedMisdeed {
  const char* act;
  const char* kind;
  const char* message;
};

class Misdeciding : public RunTime {
protected:
  // At its first decision, at a later one, and in a realization; what has started can be decided on only later.
  void expect_failures(const std::string& code, const std::vector<DecidedMisdeed>& misdeeds,
                       const char* engine = "fluid") {
    std::string acts = "\"nothing\"";
    for (const DecidedMisdeed& misdeed : misdeeds) acts += fmt::format(", \"{}\"", misdeed.act);
    const std::string mine = "[[strategy]]\nname = \"MISDECIDING\"\n" + code + "\n";
    folder_.write("s.toml", std::string(k_uncertain_clusters) + mine + "act = [" + acts +
                                "]\nmoment = [\"first\", \"later\", \"realization\"]\n" + mine +
                                "act = \"started\"\nmoment = [\"later\", \"realization\"]\n" +
                                "[[strategy]]\nname = \"HCPA\"\n");
    const test::Finished ran = palio(
        {"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0", "--sample", "1", "--timeout", "1"});
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 4);
    for (const auto& [act, kind, message] : misdeeds) {
      const std::string where = fmt::format("FROM results WHERE act = '{}'", act);
      EXPECT_EQ(count(fmt::format("SELECT count(*) {} AND failure_kind = '{}' AND failure_message LIKE '%{}%'", where,
                                  kind, message)),
                3)
          << csv("SELECT act, moment, outcome, failure_kind, failure_message " + where);
    }
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE failure_message LIKE '%comes when the task has started'"), 2)
        << csv("SELECT moment, outcome, failure_message FROM results WHERE act = 'started'");
  }
};

const std::vector<DecidedMisdeed> k_of_libraries{
    {"segfault", "crashed", "signal 11"},
    {"throw", "exception", "no such luck"},
    {"no-plan", "no_schedule", "nothing fits"},
    {"exit", "exited", "exit status 3"},
    {"loop", "timeout", "CPU time"},
    {"slow", "timeout", "CPU time"},
    {"not-ready", "invalid_schedule", "comes when the task is not ready"},
    {"twice", "invalid_schedule", "placed twice"},
    {"no-such-task", "invalid_schedule", "task 1000000"},
    {"no-such-processor", "invalid_schedule", "processor 1000000"},
    {"no-processor", "invalid_schedule", "no processor"},
    {"two-clusters", "invalid_schedule", "distinct processors of one cluster"},
    {"dates", "invalid_schedule", "a decision has dates"},
    {"never", "invalid_schedule", "is never decided on"}};

TEST_F(Misdeciding, InALibraryIsTheNamedFailureOfItsScenarioAlone) {
  expect_failures("plugin = \"bad.so\"", k_of_libraries);
}

TEST_F(Misdeciding, OnSimGridIsTheSameFailure) { expect_failures("plugin = \"bad.so\"", k_of_libraries, "simgrid"); }

TEST_F(Misdeciding, InACommandIsTheNamedFailureOfItsScenarioAlone) {
  expect_failures("command = \"python3 misbehaving.py\"",
                  {{"segfault", "crashed", "signal 11"},
                   {"raise", "exited", "exit status 1"},
                   {"exit", "exited", "exit status 3"},
                   {"loop", "timeout", "longer than"},
                   {"slow", "timeout", "computed longer than the limit of 1 s"},
                   {"no-plan", "no_schedule", "nothing fits"},
                   {"error", "exception", "no such luck"},
                   {"nonsense", "protocol", "no list of decisions"},
                   {"plan", "protocol", "no list of decisions"},
                   {"not-ready", "invalid_schedule", "comes when the task is not ready"},
                   {"twice", "invalid_schedule", "placed twice"},
                   {"no-such-task", "invalid_schedule", "task 1000000"},
                   {"no-such-processor", "invalid_schedule", "processor 1000000"},
                   {"two-clusters", "invalid_schedule", "distinct processors of one cluster"},
                   {"dates", "invalid_schedule", "a decision has dates"},
                   {"never", "invalid_schedule", "is never decided on"}});
}

TEST_F(RunTime, APolicyThatItCannotFollowIsRefusedWhenTheStudyIsRead) {
  const test::Finished ran = run(k_uncertain_clusters,
                                 "[[strategy]]\nname = \"PY-EAGER\"\ncommand = \"python3 eager.py\"\n"
                                 "replan = \"completion\"\n",
                                 "fluid");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("replan"));
}

}  // namespace
}  // namespace palio
