// A palio-worker whose scenarios do nothing: builds each instance, forks a process for each strategy, which answers at
// once. What a campaign with it costs is the price of isolation, transport and storage alone. Where it is called
// something with fluid, its engine is that one, and its processes carry out many scenarios.
// With the argument forks: prints the seconds of CPU that a bare fork of this process takes which ends at once, with
// the wait for it.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string_view>

#include "platforms/family.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/scenario.h"
#include "runners/worker/worker_loop.h"
#include "workloads/family.h"

namespace {

using namespace palio;

constexpr int k_forks = 5000;

ScenarioReply idle(const BuiltInstance& /*instance*/, const Recipe& /*strategy*/, Detail /*detail*/) {
  Completed completed;
  for (const MetricInfo& info : metric_table())
    completed.metrics[info] = info.type == MetricType::integer ? 1 : 1.0 / 3;
  return ScenarioReply{std::move(completed), 0, 0, std::nullopt};
}

double cpu_time(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Of an instance of the study, so that the process maps what a worker maps.
BuiltInstance some_instance() {
  const auto made = [](const auto& family, const std::string& text) {
    return family.build(parse_recipe(text, family.parameters), {});
  };
  return build_instance(
      made(platform_family("random-multi-cluster"),
           "random-multi-cluster:clusters=4,min_processors=16,max_processors=128,min_speed=1e9,heterogeneity=2,sample="
           "0,seed=2007"),
      made(workload_family("random-ptg"),
           "random-ptg:tasks=30,width=0.5,regularity=0.8,density=0.8,jump=1,complexity=matmul,sample=0,seed=2007"),
      with_simgrid().kinds);
}

int measure_forks() {
  const BuiltInstance instance = some_instance();
  const double start = cpu_time(RUSAGE_SELF) + cpu_time(RUSAGE_CHILDREN);
  for (int i = 0; i < k_forks; ++i) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  }
  const double cpu = cpu_time(RUSAGE_SELF) + cpu_time(RUSAGE_CHILDREN) - start;
  fmt::print("{}\n", cpu / k_forks);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "forks") return measure_forks();
  const bool fluid = std::string_view(argv[0]).ends_with("fluid");
  return serve_standard_streams(fluid ? with_fluid() : with_simgrid(), idle);
}
