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

constexpr std::string_view k_simulated_platform = R"({"format":"palio-platform","version":1,"clusters":[
  {"name":"north","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})";
constexpr std::string_view k_workload = R"({"format":"palio-workload","version":1,"applications":[{"name":"app",
  "tasks":[{"name":"first","flop":8e9,"alpha":0},{"name":"second","flop":4e9,"alpha":0}],
  "edges":[{"from":"first","to":"second","bytes":1e6}]}]})";

class SimulateCommand : public test::CommandTest {
protected:
  test::Finished simulate(const std::string& strategy, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"simulate", "--platform", platform_, "--workload",
                                       workload_,  "--strategy", strategy};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments);
  }

  std::string platform_ = folder_.write("p.json", k_simulated_platform);
  std::string workload_ = folder_.write("w.json", k_workload);
};

TEST_F(SimulateCommand, ShowsTheSchedule) {
  // M-HEFT: both tasks on all four processors: 2 s and 1 s; the data stays where it is.
  const test::Finished table = simulate("M-HEFT");
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("north"));
  EXPECT_THAT(table.out, HasSubstr("0-3"));
  const test::Finished json = simulate("M-HEFT", {"--format", "json"});
  for (const char* part : {"\"name\": \"first\"", "\"cluster\": \"north\"", "\"predicted_start\": 0.0",
                           "\"engine\": \"SimGrid\"", "\"processors_used\": 4"})
    EXPECT_THAT(json.out, HasSubstr(part));
}

TEST_F(SimulateCommand, CarriesOutTasksThatShareFiles) {
  // WQ+G: the file is with worker 0 at 1 s and with worker 1 at 2 s; 3 tasks of 2 s: 1 to 3, 2 to 4, 3 to 5 s.
  const test::Finished simulated =
      palio({"simulate", "--platform", "star:workers=2,speed=1,bandwidth=1", "--workload",
             "shared-files:tasks=3,flop=2,file_bytes=1,files=1", "--strategy", "WQ+G", "--format", "csv"});
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_THAT(simulated.out, HasSubstr("task,file,worker,copy,start,finish\n0,0,0,0,1,3\n1,0,1,0,2,4\n2,0,0,0,3,5\n"));
}

TEST_F(SimulateCommand, TakesWhatADryRunPrints) {
  const std::string dry = palio({"run", study_, "--sample", "1", "--dry-run"}).out;
  const std::size_t workload = dry.find('\t') + 1;
  const std::size_t strategy = dry.find('\t', workload) + 1;
  const test::Finished one = palio({"simulate", "--platform", dry.substr(0, workload - 1), "--workload",
                                    dry.substr(workload, strategy - workload - 1), "--strategy",
                                    dry.substr(strategy, dry.find('\n') - strategy), "--format", "json"});
  EXPECT_EQ(one.status, 0) << one.err;
  // The campaign meets the same scenario and finds the same makespan, bit by bit.
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "1", "-q"}).status, 0);
  const std::string row =
      palio({"query", folder_.file("c.db"),
             "SELECT makespan FROM results WHERE strategy = '" + dry.substr(strategy, dry.find('\n') - strategy) + "'",
             "--format", "csv"})
          .out;
  const std::string makespan = row.substr(row.find('\n') + 1, row.rfind('\n') - row.find('\n') - 1);
  EXPECT_THAT(one.out, HasSubstr("\"makespan\": " + makespan));
}

TEST_F(SimulateCommand, RefusesBadInputBeforeAnythingRuns) {
  EXPECT_THAT(simulate("M-HEFT:treshold=1").err, HasSubstr("M-HEFT has no parameter \"treshold\""));
  EXPECT_THAT(simulate("M-HEFT-IMP:treshold=1").err, HasSubstr("did you mean \"threshold\"?"));
  EXPECT_THAT(simulate("M-HEFT-IMP:threshold=2").err, HasSubstr("outside [0, 1]"));
  EXPECT_THAT(simulate("MHEFT").err, HasSubstr("did you mean \"M-HEFT\"?"));
  folder_.write("w.json", "{\"format\": ");
  EXPECT_THAT(simulate("M-HEFT").err, HasSubstr("w.json"));
  std::filesystem::remove(platform_);
  EXPECT_THAT(simulate("M-HEFT").err, HasSubstr("p.json: no such file"));
  EXPECT_EQ(simulate("M-HEFT").status, 1);
}

TEST_F(SimulateCommand, RefusesARecipeThatIsNotComplete) {
  const auto platform = [&](const std::string& typed) {
    return palio({"simulate", "--platform", typed, "--workload", workload_, "--strategy", "M-HEFT"}).err;
  };
  EXPECT_THAT(platform("random-multi-cluster:clusters=2"), HasSubstr("are missing: \"min_speed\": "));
  EXPECT_THAT(platform("random-multi-cluster:cluster=2"), HasSubstr("did you mean \"clusters\"?"));
  EXPECT_THAT(platform("random-multicluster"), HasSubstr("did you mean \"random-multi-cluster\"?"));
  EXPECT_THAT(platform("file:path=" + platform_ + ",digest=0"), HasSubstr("p.json has changed"));
}

// Through a pipe, as another program would write it.
TEST_F(SimulateCommand, ADashIsStandardInput) {
  const std::string told = folder_.file("told");
  const auto status = [&](const std::string& input, const std::string& command) {
    const std::string line =
        fmt::format("cat {} | PALIO_WORKER={} {} {} >{} 2>&1", input, PALIO_WORKER_PATH, PALIO_PATH, command, told);
    return WEXITSTATUS(std::system(line.c_str()));
  };
  const auto text = [&] {
    std::ifstream file(told);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(status(study_, "plan - --probes 0 --format csv"), 0) << text();
  EXPECT_THAT(text(), HasSubstr("\nsmall,"));
  EXPECT_EQ(status(folder_.write("wrong.toml", "[study]\nnam = 1\n"), "plan -"), 1);
  EXPECT_THAT(text(), HasSubstr("palio: standard input:2: unknown key \"nam\""));
  EXPECT_EQ(status(platform_, "simulate --strategy M-HEFT --platform - --workload " + workload_), 0) << text();
  EXPECT_THAT(text(), HasSubstr("makespan             3 s"));
  EXPECT_EQ(status(platform_, "simulate --strategy M-HEFT --platform - --workload -"), 1);
  EXPECT_THAT(text(), HasSubstr("standard input can be read once"));
}

}  // namespace
}  // namespace palio
