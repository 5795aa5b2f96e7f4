#include "campaign/study/study.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

std::string instance_error(const std::string& platform, const std::string& workload, const std::string& strategy) {
  const std::string text = "[study]\nname = \"s\"\nseed = 1\n[[platform]]\n" + platform + "[[workload]]\n" + workload +
                           "[[strategy]]\nname = \"" + strategy + "\"\n";
  return test::error_of([&] { parse_study(text, "s.toml", [](const std::string&) { return std::string(); }); });
}

const std::string k_star = "family = \"random-star\"\nworkers = 2\nsamples = 1\n";
const std::string k_bags = "family = \"bags-of-tasks\"\nsamples = 1\n";

TEST(InstanceChecks, ParametersThatContradictEachOtherAreNoMatterOfTheStrategy) {
  EXPECT_EQ(instance_error(k_star, k_bags + "min_bytes = 5e9\n", "FIFO-MCT"),
            "s.toml:8: min_bytes of bags-of-tasks is 5000000000, above max_bytes, 2000000000 "
            "(bags-of-tasks:min_bytes=5000000000,sample=0,seed=1)");
  EXPECT_EQ(
      instance_error("family = \"star\"\nworkers = 2\nspeed = 1e9\nbandwidth = 1e6\n",
                     "family = \"shared-files\"\ntasks = 10\nflop = 1\nfile_bytes = 7\nfiles = 11\n", "WQ"),
      "s.toml:9: shared-files has 11 files for 10 tasks, but every file is needed by a task: give at most as many "
      "files as tasks (shared-files:file_bytes=7,files=11,flop=1,tasks=10)");
}

// The second of the two is at fault, of the same family and as many graphs.
TEST(InstanceChecks, EveryWayToArriveIsChecked) {
  const std::string grillon = "family = \"grid5000-cluster\"\ncluster = \"grillon\"\n";
  const std::string batch = "family = \"fft-batch\"\nbatch = 3\narrivals = \"listed\"\n";
  EXPECT_EQ(instance_error(grillon, batch + "release_dates = [\"0 5 9\", \"0 5\"]\n", "SELFISH"),
            "s.toml:7: release_dates of fft-batch lists 2 dates for a batch of 3 graphs "
            "(fft-batch:arrivals=listed,batch=3,release_dates=\"0 5\",sample=0,seed=1)");
  EXPECT_EQ(
      instance_error(grillon, batch + "release_dates = [0, 5, 9]\n", "SELFISH"),
      "s.toml:11: parameter \"release_dates\" of fft-batch is a list itself, so brackets are an axis of lists: write "
      "[[1, 2]] for one list of two values, [[1], [2]] for two lists");
}

TEST(InstanceChecks, TasksHaveATimeForEachHostOfEveryPlatform) {
  const std::string graphs =
      "family = \"heft-random\"\ntasks = 5\nshape = 1\nout_degree = 2\nmachines = [3, 4]\nsamples = 2\n";
  const auto on_hosts = [&](const std::string& hosts) {
    return instance_error("family = \"mesh\"\nhosts = " + hosts + "\nsamples = 1\n", graphs, "HEFT");
  };
  EXPECT_EQ(on_hosts("3"),
            "s.toml:8: the tasks of heft-random:machines=4,out_degree=2,sample=0,seed=1,shape=1,tasks=5 have 4 times "
            "each, but mesh:hosts=3,sample=0,seed=1 has 3 hosts or clusters: give both as many, or pair them by where "
            "in [study]");
  EXPECT_NE(on_hosts("[3, 4]"), "");
}

TEST(InstanceChecks, StrategiesAreHeldAgainstEverySpeedupLaw) {
  const std::string cluster = "family = \"one-cluster\"\ncluster_processors = 4\nspeed = 1\n";
  const auto with = [&](const std::string& laws, const std::string& strategy) {
    return instance_error(cluster, "family = \"daggen\"\ntasks = 3\nlaw = " + laws + "\nsamples = 2\n", strategy);
  };
  EXPECT_EQ(with("\"amdahl\"", "CPA"), "no error");
  EXPECT_EQ(with("[\"amdahl\", \"roofline\"]", "Fair"), "no error");
  EXPECT_NE(with("[\"amdahl\", \"roofline\"]", "CPA").find("strategy CPA computes with Amdahl's law"),
            std::string::npos);
}

// Each block says why three of the strategies refuse it, and names the others: no strategy takes a star that is
// multi-port, WQ and WQ+G want files instead of bags, the last three graphs.
TEST(InstanceChecks, AllRefusalsComeTogether) {
  const std::string told = instance_error(k_star + "port_model = \"multi-port\"\n", k_bags,
                                          "FIFO-MCT\"\n[[strategy]]\nname = [\"WQ\", \"WQ+G\", \"HCPA\", \"CPA\", "
                                          "\"HEFT\"]\n#");
  std::vector<std::string> heads;  // of the lines, until what is refused
  std::istringstream lines(told);
  for (std::string line; std::getline(lines, line);) heads.push_back(line.substr(0, line.find_first_of(",(")));
  EXPECT_EQ(heads, (std::vector<std::string>{
                       "s.toml:4: strategy FIFO-MCT sends one message at a time",
                       "s.toml:4: strategy WQ sends one message at a time",
                       "s.toml:4: strategy WQ+G sends one message at a time", "s.toml:4: also refused here: HCPA",
                       "s.toml:9: strategy WQ schedules tasks that share files",
                       "s.toml:9: strategy WQ+G schedules tasks that share files",
                       "s.toml:9: strategy HCPA schedules task graphs", "s.toml:9: also refused here: CPA"}));
}

TEST(InstanceChecks, StrategiesAreHeldAgainstWorkloadsAndPlatforms) {
  EXPECT_EQ(instance_error(k_star, k_bags, "WQ"),
            "s.toml:8: strategy WQ schedules tasks that share files, but a workload has bags of tasks "
            "(bags-of-tasks:sample=0,seed=1): name the workloads that it takes, or leave one of them out");
  EXPECT_EQ(instance_error(k_star + "port_model = \"multi-port\"\n", k_bags, "FIFO-MCT"),
            "s.toml:4: strategy FIFO-MCT sends one message at a time, but a star is multi-port "
            "(random-star:port_model=multi-port,sample=0,seed=1,workers=2): leave one of them out");
}

}  // namespace
}  // namespace palio
