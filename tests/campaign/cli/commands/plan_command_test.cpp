#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "campaign/cli/commands.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

class PlanCommandTest : public testing::Test {
protected:
  std::string out(const std::vector<std::string>& arguments) const {
    std::vector<const char*> argv{"palio"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    testing::internal::CaptureStdout();
    EXPECT_EQ(run_command_line(static_cast<int>(argv.size()), argv.data(), all_commands()), k_success);
    std::fflush(stdout);
    return testing::internal::GetCapturedStdout();
  }
  static std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::restricted_text());
  std::string workload_ = folder_.write("w.json", test::k_one_task);
};

TEST_F(PlanCommandTest, CountsTheScenariosOfRestrictedStrategies) {
  const std::string plan = out({"plan", study_, "--probes", "0"});
  for (const char* part : {"28 instances", "M-HEFT-MAX (on 4 workloads), M-HEFT (on 2 workloads)",
                           "52 scenarios  (not every strategy takes every workload)"})
    EXPECT_THAT(plan, HasSubstr(part));
  EXPECT_THAT(plan, Not(HasSubstr("HCPA (")));
  EXPECT_THAT(out({"plan", study_, "--probes", "0", "--format", "csv"}), HasSubstr("\nsmall,4,7,28,3,52,52,0,"));
}

TEST_F(PlanCommandTest, SaysNothingOfRestrictionsWhereThereAreNone) {
  const std::string plan = out({"plan", folder_.write("all.toml", test::k_small_study), "--probes", "0"});
  EXPECT_THAT(plan, HasSubstr("48 scenarios\n"));
  EXPECT_THAT(plan, Not(HasSubstr("(on ")));
}

TEST_F(PlanCommandTest, ListsTheScenariosThatThereAre) {
  // A header and 52 scenarios. The first platform has 13: 0 and 1 two each, 2 and 3 one each, 4 two, 5 three, 6 two.
  const std::string list = out({"plan", study_, "--list", "100", "--format", "csv"});
  EXPECT_EQ(lines(list), 53);
  std::vector<std::string> strategies;
  for (std::size_t begin = list.find('\n') + 1; strategies.size() < 13; begin = list.find('\n', begin) + 1) {
    const std::size_t end = list.find('\n', begin), comma = list.rfind(',', end);
    strategies.push_back(list.substr(comma + 1, end - comma - 1));
  }
  const std::string a = "HCPA", b = "M-HEFT-MAX:threshold=0.5", c = "M-HEFT";
  EXPECT_EQ(strategies, (std::vector<std::string>{a, b, a, b, a, a, a, b, a, b, c, a, c}));
  // A limit within an instance.
  EXPECT_EQ(lines(out({"plan", study_, "--list", "3", "--format", "csv"})), 4);
}

TEST_F(PlanCommandTest, ExplainsTheScenariosThatThereAre) {
  EXPECT_EQ(out({"plan", study_, "--explain", "--format", "csv"}), "scenarios,decision,reason\n52,run,never run\n");
  EXPECT_EQ(lines(out({"plan", study_, "--explain", "--list", "100", "--format", "csv"})), 53);
  EXPECT_EQ(lines(out({"plan", study_, "--explain", "--list", "100", "--sample", "3", "--format", "csv"})), 53);
  EXPECT_EQ(lines(out({"plan", study_, "--explain", "--list", "4", "--format", "csv"})), 5);
}

TEST_F(PlanCommandTest, ADryRunPrintsTheScenariosThatThereAre) {
  const std::string all = out({"run", study_, "--dry-run"});
  EXPECT_EQ(lines(all), 52);
  EXPECT_EQ(lines(out({"run", study_, "--dry-run", "--shard", "1/2"})) +
                lines(out({"run", study_, "--dry-run", "--shard", "2/2"})),
            52);
}

}  // namespace
}  // namespace palio
