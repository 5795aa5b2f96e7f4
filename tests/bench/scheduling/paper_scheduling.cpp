// CPU of scheduling, without simulation: every strategy of the mixed-parallel study on a sample of its instances.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "campaign/plan/plan.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/bench/figure.h"
#include "tests/bench/scheduling/scheduling.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

constexpr const char* k_paper_command = "./dev bench schedule";

struct Side {
  const GraphMethod* method;
  Recipe recipe;
  std::vector<double> spent;  // s of CPU of a graph, the mean of each round
};

// All strategies meet an instance one after the other, in the other order every second time.
void add_round(const Study& study, int sample, std::vector<Side>& sides) {
  for (Side& side : sides) side.spent.push_back(0);
  InstanceStream stream(study, {.sample = static_cast<std::uint64_t>(sample), .shard = {}});
  while (const std::optional<Instance> instance = stream.next()) {
    const Spec& p = study.platforms[instance->platform];
    const Spec& w = study.workloads[instance->workload];
    const auto platform = as<Platform>(platform_family(p.recipe.name).build(p.recipe, p.definition));
    const auto workload = as<Workload>(workload_family(w.recipe.name).build(w.recipe, w.definition));
    for (Side& side : sides)
      side.spent.back() += cpu_of([&] { side.method->schedule(platform, workload, side.recipe.parameters); }) / sample;
    std::ranges::reverse(sides);
  }
}

const Side& side_of(const std::vector<Side>& sides, std::string_view name) {
  return *std::ranges::find(sides, name, [](const Side& side) { return side.recipe.name; });
}

double microseconds(const Side& side) { return 1e6 * spread(side.spent).median; }

}  // namespace

void bench_paper_scheduling(Workbench& bench) {
  const Study study = load_study(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml");
  const int sample = bench.choose(400, 50);
  const int rounds = bench.choose(5, 2);
  std::vector<Side> sides;
  for (const Recipe& recipe : study.strategies)
    sides.push_back({method_if<GraphMethod>(strategy(recipe.name)), recipe, {}});
  for (int round = 0; round < rounds; ++round) add_round(study, sample, sides);

  const Side& hcpa = side_of(sides, "HCPA");
  const Side& m_heft = side_of(sides, "M-HEFT");
  std::vector<double> ratios, means(static_cast<std::size_t>(rounds), 0);
  for (std::size_t i = 0; i < means.size(); ++i) {
    ratios.push_back(hcpa.spent[i] / m_heft.spent[i]);
    for (const Side& side : sides) means[i] += 1e3 * side.spent[i] / static_cast<double>(sides.size());
  }
  bench.tell({.what = "CPU of scheduling a graph of the paper mix, HCPA",
              .unit = "x",
              .measured = spread(ratios),
              .rounds = rounds,
              .target = {},
              .against = "M-HEFT",
              .sides = fmt::format("{:.0f} us against {:.0f} us, means of {} graphs", microseconds(hcpa),
                                   microseconds(m_heft), sample),
              .commands = {k_paper_command}});
  std::ranges::sort(sides, {}, microseconds);
  std::string each;
  for (const Side& side : sides)
    each += fmt::format("{}{} {:.0f} us", each.empty() ? "" : ", ", side.recipe.name, microseconds(side));
  bench.tell({.what = fmt::format("CPU of scheduling a graph of the paper mix, mean of {} strategies", sides.size()),
              .unit = "ms",
              .measured = spread(means),
              .rounds = rounds,
              .target = Target{Bound::at_most, 0.1},
              .against = "",
              .sides = each,
              .commands = {k_paper_command}});
}

}  // namespace palio::bench
