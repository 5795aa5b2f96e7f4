// What a scenario costs without scheduling and without SimGrid: all CPU of a campaign whose scenarios do nothing, less
// SimGrid's platforms, which are built for each instance all the same.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/bench/campaign_costs.h"
#include "tests/bench/workbench.h"

namespace palio::bench {

namespace {

// How the engine isolates, with an idle worker of its name.
struct Harness {
  const char* isolation;
  std::string worker;  // "PALIO_WORKER=..."
  std::vector<std::string> words;
  double target;  // ms
};

void tell(const Workbench& bench, const Harness& harness) {
  const int rounds = bench.choose(5, 2);
  const std::string sample = fmt::format("{}", bench.choose(1000, 100));
  static int campaigns = 0;
  std::vector<double> milliseconds;
  std::string command;
  for (int round = 0; round < rounds; ++round) {
    const std::string database = bench.file(fmt::format("harness{}.db", ++campaigns));
    Command palio = bench.palio({"run", "mixed-parallel", "--sample", sample, "--db", database, "-j", "1", "-q"});
    palio.arguments.insert(palio.arguments.end(), harness.words.begin(), harness.words.end());
    palio.arguments.insert(palio.arguments.begin(), {"env", harness.worker});
    const double cpu = run(palio).cpu;
    const CampaignCosts costs = campaign_costs(database);
    milliseconds.push_back(1e3 * (cpu - costs.simulation) / costs.scenarios);
    if (command.empty()) command = bench.typed(palio);
  }
  bench.tell(
      {.what = fmt::format("harness per scenario, {}: CPU of a campaign whose scenarios do nothing", harness.isolation),
       .unit = "ms",
       .measured = spread(std::move(milliseconds)),
       .rounds = rounds,
       .target = Target{Bound::at_most, harness.target},
       .against = "",
       .sides = "",
       .commands = {command}});
}

}  // namespace

void bench_harness(Workbench& bench) {
  const std::string idle = bench.beside("bench_idle_worker", {}).arguments.front();
  const std::string fluid = bench.file("idle-fluid");
  std::filesystem::create_symlink(idle, fluid);
  tell(bench, {"a process each", "PALIO_WORKER=" + idle, {}, 0.6});
  tell(bench, {"in groups", "PALIO_WORKER_FLUID=" + fluid, {"--engine", "fluid", "--audit", "0"}, 0.15});
}

}  // namespace palio::bench
