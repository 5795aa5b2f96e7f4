// How long the plan of a shard takes, how fast scenarios are enumerated, and whether the memory for it stays the same.
// `palio plan --shard 1/2` counts by arithmetic; with a condition it looks at every instance of the shard.
#include <fmt/format.h>

#include <fstream>

#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

struct Shape {
  int platforms, workloads, strategies;
  std::string name;
};

// Grown evenly: memory follows the lengths of the axes, so a study that grows along one of them only would look worse,
// and one that already has the longest axis when it is small would look better.
const Shape k_small{50, 50, 40, "1e5"};
const Shape k_medium{200, 250, 200, "1e7"};
const Shape k_large{1000, 1000, 1000, "1e9"};

double scenarios(const Shape& shape) {
  return static_cast<double>(shape.platforms) * shape.workloads * shape.strategies;
}

std::string study_text(const Shape& shape) {
  std::string thresholds;
  for (int i = 1; i <= shape.strategies; ++i) thresholds += fmt::format("{}{}", i == 1 ? "" : ", ", 1e-3 * i);
  return fmt::format(R"([study]
name = "scale-{}"
seed = 1

[[platform]]
family        = "random-multi-cluster"
clusters      = 2
min_speed     = 1e9
heterogeneity = 1
samples       = {}

[[workload]]
family     = "random-ptg"
tasks      = 10
width      = 0.5
regularity = 0.8
density    = 0.2
jump       = 1
complexity = "mixed"
samples    = {}

[[strategy]]
name      = "M-HEFT-IMP"
threshold = [{}]
)",
                     shape.name, shape.platforms, shape.workloads, thresholds);
}

Command plan_command(const Workbench& bench, const Shape& shape) {
  const std::string study = bench.file(fmt::format("scale-{}.toml", shape.name));
  std::ofstream(study) << study_text(shape);
  return bench.palio({"plan", study, "--shard", "1/2", "--probes", "0"});
}

void tell_shard(const Workbench& bench, int rounds) {
  const Command command = plan_command(bench, k_large);
  std::vector<double> times;
  in_turn(rounds, {[&] { times.push_back(run(command).wall); }});
  bench.tell({.what = "plan of a shard of 10^9 scenarios",
              .unit = "s",
              .measured = spread(times),
              .rounds = rounds,
              .target = Target{Bound::at_most, 1},
              .against = "",
              .sides = "half of 1,000 platforms x 1,000 workloads x 1,000 strategies",
              .commands = {bench.typed(command)}});
}

void tell_speed(const Workbench& bench, int rounds) {
  Command command = plan_command(bench, k_large);
  command.arguments.insert(command.arguments.end(), {"--where", "platform_sample + workload_sample >= 0"});
  std::vector<double> rates;
  in_turn(rounds, {[&] { rates.push_back(scenarios(k_large) / 2 / run(command).wall); }});
  bench.tell({.what = "plan: scenarios enumerated per second",
              .unit = "/s",
              .measured = spread(rates),
              .rounds = rounds,
              .target = Target{Bound::at_least, 5e6},
              .against = "",
              .sides = "half of 10^9 scenarios with a condition on each instance, from the start of palio to its end",
              .commands = {bench.typed(command)}});
}

// The same with each scenario written down: what the identities cost.
void tell_listing_speed(const Workbench& bench, int rounds) {
  Command command = plan_command(bench, k_small);
  command.arguments = bench.palio({"run", command.arguments[2], "--dry-run"}).arguments;
  std::vector<double> rates;
  in_turn(rounds, {[&] { rates.push_back(scenarios(k_small) / run(command).wall); }});
  bench.tell({.what = "dry run: scenarios written with their full identities per second",
              .unit = "/s",
              .measured = spread(rates),
              .rounds = rounds,
              .target = {},
              .against = "",
              .sides = "10^5 scenarios",
              .commands = {bench.typed(command)}});
}

void tell_memory(const Workbench& bench, int rounds) {
  std::vector<double> small, medium, large, growth;
  std::vector<std::string> commands;
  const auto measure = [&](const Shape& shape, std::vector<double>& peaks) {
    const Command command = plan_command(bench, shape);
    if (commands.size() < 3) commands.push_back(bench.typed(command));
    return [command, &peaks] { peaks.push_back(run(command).peak_memory); };
  };
  in_turn(rounds, {measure(k_small, small), measure(k_medium, medium), measure(k_large, large)});
  for (std::size_t i = 0; i < small.size(); ++i) growth.push_back((large[i] - small[i]) / 1e6);
  bench.tell({.what = "plan: peak memory at 10^9 scenarios beyond that at 10^5",
              .unit = "MB",
              .measured = spread(growth),
              .rounds = rounds,
              .target = Target{Bound::at_most, 6},
              .against = "",
              .sides = fmt::format("{:.1f} MB against {:.1f} MB; 10^7: {:.1f} MB", spread(large).median / 1e6,
                                   spread(small).median / 1e6, spread(medium).median / 1e6),
              .commands = commands});
}

}  // namespace

void bench_planning(Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  tell_shard(bench, rounds);
  tell_speed(bench, rounds);
  tell_listing_speed(bench, rounds);
  tell_memory(bench, rounds);
}

}  // namespace palio::bench
