// What a scenario costs without scheduling and without SimGrid: all CPU of a campaign whose scenarios do nothing, less
// SimGrid's platforms, which are built for each instance all the same.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {

namespace {

// How the engine isolates, with an idle worker of its name.
struct Harness {
  const char* isolation;
  std::string worker;  // "PALIO_WORKER=..."
  std::vector<std::string> words;
  double target;  // ms
};

class HarnessCampaigns {
public:
  HarnessCampaigns(const Workbench& bench, Harness harness) : bench_(bench), harness_(std::move(harness)) {}

  // All CPU but that of SimGrid's platforms, ms.
  double per_scenario() {
    const std::string database = bench_.file(fmt::format("harness-{}{}.db", harness_.isolation, ++campaigns_));
    Command palio = bench_.palio({"run", "mixed-parallel", "--sample", fmt::format("{}", bench_.choose(1000, 100)),
                                  "--db", database, "-j", "1", "-q"});
    palio.arguments.insert(palio.arguments.end(), harness_.words.begin(), harness_.words.end());
    palio.arguments.insert(palio.arguments.begin(), {"env", harness_.worker});
    const double cpu = run(palio).cpu;
    const CampaignCosts costs = campaign_costs(database);
    if (command_.empty()) command_ = bench_.typed(palio);
    return 1e3 * (cpu - costs.simulation) / costs.scenarios;
  }

  void tell(std::vector<double> milliseconds) const {
    const int rounds = static_cast<int>(milliseconds.size());
    bench_.tell({.what = fmt::format("harness per scenario, {}: CPU of a campaign whose scenarios do nothing",
                                     harness_.isolation),
                 .unit = "ms",
                 .measured = spread(std::move(milliseconds)),
                 .rounds = rounds,
                 .target = Target{Bound::at_most, harness_.target},
                 .against = "",
                 .sides = "",
                 .commands = {command_}});
  }

private:
  const Workbench& bench_;
  Harness harness_;
  std::string command_;
  int campaigns_ = 0;
};

// Beside a bare fork of the worker, which is what a process each costs at least.
void bench_processes(const Workbench& bench, const std::string& idle) {
  const Command forks{.arguments = {idle, "forks"}};
  HarnessCampaigns campaigns(bench, {"a process each", "PALIO_WORKER=" + idle, {}, 0.6});
  std::vector<double> harness, bare, ratios;
  in_turn(bench.choose(5, 2), {[&] { harness.push_back(campaigns.per_scenario()); },
                               [&] { bare.push_back(1e3 * std::stod(output_of(forks.arguments))); }});
  for (std::size_t i = 0; i < bare.size(); ++i) ratios.push_back(harness[i] / bare[i]);
  campaigns.tell(harness);
  bench.tell({.what = "harness per scenario, a process each",
              .unit = "x",
              .measured = spread(ratios),
              .rounds = static_cast<int>(ratios.size()),
              .target = Target{Bound::at_most, 1.5},
              .against = "a bare fork and wait of a process with the same mappings",
              .sides = fmt::format("{:.3f} ms against {:.3f} ms", spread(harness).median, spread(bare).median),
              .commands = {bench.typed(forks)}});
}

void bench_groups(const Workbench& bench, const std::string& idle) {
  const std::string fluid = bench.file("idle-fluid");
  std::filesystem::create_symlink(idle, fluid);
  HarnessCampaigns campaigns(bench,
                             {"in groups", "PALIO_WORKER_FLUID=" + fluid, {"--engine", "fluid", "--audit", "0"}, 0.15});
  std::vector<double> milliseconds(static_cast<std::size_t>(bench.choose(5, 2)));
  std::ranges::generate(milliseconds, [&] { return campaigns.per_scenario(); });
  campaigns.tell(std::move(milliseconds));
}

}  // namespace

void bench_harness(Workbench& bench) {
  const std::string idle = bench.beside("bench_idle_worker", {}).arguments.front();
  bench_processes(bench, idle);
  bench_groups(bench, idle);
}

}  // namespace palio::bench
