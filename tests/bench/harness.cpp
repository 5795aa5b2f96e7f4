// What a scenario costs without scheduling and without SimGrid: all CPU of a campaign whose scenarios do nothing, less
// SimGrid's platforms, which are built for each instance all the same.
#include <fmt/format.h>

#include <vector>

#include "tests/bench/campaign_costs.h"
#include "tests/bench/workbench.h"

namespace palio::bench {

void bench_harness(Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  const std::string sample = fmt::format("{}", bench.choose(1000, 100));
  std::vector<double> milliseconds;
  std::string command;
  for (int round = 0; round < rounds; ++round) {
    const std::string database = bench.file(fmt::format("harness{}.db", round));
    Command palio = bench.palio({"run", "mixed-parallel", "--sample", sample, "--db", database, "-j", "1", "-q"});
    const std::string worker = "PALIO_WORKER=" + bench.beside("bench_idle_worker", {}).arguments.front();
    palio.arguments.insert(palio.arguments.begin(), {"env", worker});
    const double cpu = run(palio).cpu;
    const CampaignCosts costs = campaign_costs(database);
    milliseconds.push_back(1e3 * (cpu - costs.simulation) / costs.scenarios);
    if (command.empty()) command = bench.typed(palio);
  }
  bench.tell({.what = "harness per scenario: CPU of a campaign whose scenarios do nothing",
              .unit = "ms",
              .measured = spread(std::move(milliseconds)),
              .rounds = rounds,
              .target = Target{Bound::at_most, 0.6},
              .against = "",
              .sides = "",
              .commands = {command}});
}

}  // namespace palio::bench
