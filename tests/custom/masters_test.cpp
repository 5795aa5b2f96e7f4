// Libraries with strategies for bags of tasks and for tasks that share files, in real campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "tests/custom/custom_campaign.h"

namespace palio {
namespace {

using test::Misdeed;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* k_bags = R"([study]
name = "bags"
seed = 5

[[platform]]
family     = "random-star"
workers    = 4
port_model = "one-port"
samples    = 3

[[workload]]
family       = "bags-of-tasks"
applications = 3
max_tasks    = 20
load         = [0.5, 4]
samples      = 2

)";

constexpr const char* k_files = R"([study]
name = "files"
seed = 5

[[platform]]
family  = "star"
workers = [1, 3, 8]
latency = 0.01

[[workload]]
family       = "shared-files"
tasks        = [1, 40]
files        = [1, 5]
exclude      = "tasks = 1 AND files = 5"
flop         = 3e9
file_bytes   = 1e6
output_bytes = [0, 1e5]

)";

std::string strategies(const std::string& mine, const std::string& palios) {
  return fmt::format("[[strategy]]\nname = \"{}\"\nplugin = \"masters.so\"\n[[strategy]]\nname = \"{}\"\n", mine,
                     palios);
}

class MastersTest : public test::CustomCampaign, public testing::WithParamInterface<const char*> {
protected:
  void SetUp() override { put(MASTERS_PATH, "masters.so"); }

  test::Finished run(const std::string& study, const std::vector<std::string>& more = {}) {
    folder_.write("s.toml", study);
    std::vector<std::string> words{"run", "s.toml", "--db", "c.db", "-q", "--engine", GetParam(), "--audit", "0"};
    words.insert(words.end(), more.begin(), more.end());
    return palio(words);
  }
};

TEST_P(MastersTest, ALibrarysRowsForBagsAreThoseOfPaliosOwn) {
  const test::Finished ran = run(k_bags + strategies("MY-FIFO-MCT", "FIFO-MCT"));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload) "
                  "WHERE a.strategy_name = 'MY-FIFO-MCT' AND b.strategy_name = 'FIFO-MCT' "
                  "AND a.makespan = b.makespan AND a.max_stretch = b.max_stretch "
                  "AND a.optimal_max_stretch = b.optimal_max_stretch AND a.processors_used = b.processors_used"),
            12);
}

TEST_P(MastersTest, ALibrarysRowsForSharedFilesAreThoseOfPaliosOwn) {
  const test::Finished ran = run(k_files + strategies("MY-WQ", "WQ"));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload) "
                  "WHERE a.strategy_name = 'MY-WQ' AND b.strategy_name = 'WQ' "
                  "AND a.makespan = b.makespan AND a.efficiency = b.efficiency AND a.supervisors = b.supervisors"),
            18);
  // Custom strategies have no closed model.
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE strategy_name = 'MY-WQ' AND predicted_makespan IS NOT NULL"), 0);
}

TEST_P(MastersTest, AnOpenNumberOfTasksIsRefused) {
  std::string study(k_files);
  study.resize(study.find("[[workload]]"));
  study += "[[workload]]\nfamily = \"isoefficiency-tasks\"\ntarget = 0.5\nflop = 3e9\nfile_bytes = 1e6\n";
  EXPECT_THAT(run(study + strategies("MY-WQ", "WQ")).err, AllOf(HasSubstr("MY-WQ"), HasSubstr("no model")));
}

TEST_P(MastersTest, EachTakesItsKindOfWorkloadsOnly) {
  EXPECT_THAT(run(k_bags + strategies("MY-WQ", "FIFO-MCT")).err, HasSubstr("MY-WQ"));
  std::string ports(k_bags);
  ports.replace(ports.find("one-port"), 8, "multi-port");
  EXPECT_THAT(run(ports + strategies("MY-FIFO-MCT", "CBS3M-EDF")).err, HasSubstr("a star is multi-port"));
}

INSTANTIATE_TEST_SUITE_P(All, MastersTest, testing::Values("simgrid", "fluid"));

constexpr const char* k_bad_bags = "BAD-BAGS";
constexpr const char* k_bad_files = "BAD-FILES";

class MisbehavingMasters : public test::CustomCampaign,
                           public testing::WithParamInterface<std::tuple<Misdeed, const char*>> {};

TEST_P(MisbehavingMasters, IsTheNamedFailureOfItsScenarioAlone) {
  const auto& [misdeed, engine] = GetParam();
  const bool bags = misdeed.code == k_bad_bags;
  put(MASTERS_PATH, "masters.so");
  folder_.write("s.toml", fmt::format("{}[[strategy]]\nname = \"{}\"\n"
                                      "[[strategy]]\nname = \"{}\"\nplugin = \"masters.so\"\n"
                                      "act = [\"{}\", \"nothing\"]\n[[strategy]]\nname = \"{}\"\n",
                                      bags ? k_bags : k_files, bags ? "FIFO-RR" : "WQ", misdeed.code, misdeed.act,
                                      bags ? "FIFO-DD" : "WQ+G"));
  const test::Finished ran = palio(
      {"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0", "--sample", "1", "--timeout", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(csv(fmt::format("SELECT DISTINCT failure_kind FROM results WHERE act = '{}'", misdeed.act)),
            fmt::format("failure_kind\n{}\n", misdeed.kind));
  EXPECT_THAT(csv("SELECT failure_message FROM results WHERE outcome <> 'completed'"), HasSubstr(misdeed.message));
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 3);
}

INSTANTIATE_TEST_SUITE_P(
    All, MisbehavingMasters,
    testing::Combine(
        testing::Values(Misdeed{k_bad_bags, "segfault", "crashed", "signal 11"},
                        Misdeed{k_bad_bags, "throw", "exception", "no such luck"},
                        Misdeed{k_bad_bags, "no-plan", "no_schedule", "nothing fits"},
                        Misdeed{k_bad_bags, "exit", "exited", "exit status 3"},
                        Misdeed{k_bad_bags, "loop", "timeout", "CPU time"},
                        Misdeed{k_bad_bags, "at-begin", "exception", "no such start"},
                        Misdeed{k_bad_bags, "never", "deadlock", "never sent"},
                        Misdeed{k_bad_bags, "no-such-bag", "invalid_schedule", "application 1000000 cannot be sent"},
                        Misdeed{k_bad_bags, "no-such-worker", "invalid_schedule", "to worker -7"},
                        Misdeed{k_bad_bags, "not-held", "invalid_schedule", "application -5, but holds none"},
                        Misdeed{k_bad_bags, "past", "invalid_schedule", "asked at -1 s"},
                        Misdeed{k_bad_bags, "for-ever", "invalid_schedule", "asked at inf s"},
                        Misdeed{k_bad_files, "segfault", "crashed", "signal 11"},
                        Misdeed{k_bad_files, "throw", "exception", "no such luck"},
                        Misdeed{k_bad_files, "no-plan", "no_schedule", "nothing fits"},
                        Misdeed{k_bad_files, "exit", "exited", "exit status 3"},
                        Misdeed{k_bad_files, "loop", "timeout", "CPU time"},
                        Misdeed{k_bad_files, "at-begin", "exception", "no such start"},
                        Misdeed{k_bad_files, "never", "deadlock", "never done"},
                        Misdeed{k_bad_files, "no-such-file", "invalid_schedule", "file 1000000"},
                        Misdeed{k_bad_files, "no-such-task", "invalid_schedule", "task 1000000"},
                        Misdeed{k_bad_files, "without-file", "invalid_schedule", "without its file"},
                        Misdeed{k_bad_files, "odd-tree", "invalid_schedule", "feeding tree"}),
        testing::Values("simgrid", "fluid")),
    [](const auto& tested) {
      const Misdeed& misdeed = std::get<0>(tested.param);
      return test::name_of(misdeed.code, misdeed, std::get<1>(tested.param));
    });

}  // namespace
}  // namespace palio
