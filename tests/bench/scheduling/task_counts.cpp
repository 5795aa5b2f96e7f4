// How the time of strategies grows with the number of tasks: one graph of 100 to 10,000 tasks, scheduled alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/text/count_text.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/bench/figure.h"
#include "tests/bench/scheduling/scheduling.h"

namespace palio::bench {
namespace {

constexpr const char* k_count_command = "./dev bench tasks";

// A chain, independent tasks, and layers of 6 and of 100 of 10,000 tasks.
constexpr std::array<std::string_view, 4> k_shapes{
    "width=0,regularity=1,density=0.5,jump=1", "width=1,regularity=1,density=0.5,jump=1",
    "width=0.2,regularity=0.2,density=0.8,jump=2", "width=0.5,regularity=0.8,density=0.2,jump=1"};
constexpr std::array<std::string_view, 4> k_shape_names{"a chain", "independent tasks", "layers of 6", "layers of 100"};

struct Slowest {
  double seconds = 0;
  std::string_view strategy, shape;
};

// Of the strategies on the shapes.
Slowest slowest(std::span<const Strategy> strategies, const Platform& platform, int tasks) {
  Slowest found;
  for (std::size_t shape = 0; shape < k_shapes.size(); ++shape) {
    const Workload workload =
        workload_of(fmt::format("random-ptg:tasks={},{},complexity=mixed,sample=0,seed=1", tasks, k_shapes[shape]));
    for (const Strategy& row : strategies) {
      const auto* method = method_if<GraphMethod>(row);
      if (method->terms.clusters == ClusterNeed::one_cluster && platform.clusters.size() > 1) continue;
      const Parameters parameters = resolve(row.name, row.parameters, {});
      const double seconds = cpu_of([&] { method->schedule(platform, workload, parameters); });
      if (seconds > found.seconds) found = {seconds, row.name, k_shape_names[shape]};
    }
  }
  return found;
}

// From the least to the most: time grows with tasks^exponent.
double exponent(double first, double last, double tasks_ratio) {
  return std::log(last / first) / std::log(tasks_ratio);
}

struct Family {
  std::string_view name;
  std::span<const Strategy> strategies;
  int most_tasks;
  std::optional<Target> target;
};

void tell_family(const Workbench& bench, const Family& family, int clusters, int heterogeneity) {
  const Platform platform = platform_of(fmt::format(
      "random-multi-cluster:clusters={},min_speed=1e9,heterogeneity={},sample=0,seed=1", clusters, heterogeneity));
  const int rounds = bench.choose(2, 1);
  const int most = bench.scale() == Scale::full ? family.most_tasks : family.most_tasks / 10;
  const Slowest least = slowest(family.strategies, platform, 100);
  std::vector<double> seconds;
  Slowest last;
  for (int i = 0; i < rounds; ++i) {
    last = slowest(family.strategies, platform, most);
    seconds.push_back(last.seconds);
  }
  const double growth = exponent(least.seconds, spread(seconds).median, most / 100.0);
  bench.tell(
      {.what = fmt::format("CPU of scheduling {} tasks on {} cluster{}, {}, the slowest of {} strategies",
                           count_text(most), clusters, clusters > 1 ? "s" : "", family.name, family.strategies.size()),
       .unit = "s",
       .measured = spread(seconds),
       .rounds = rounds,
       .target = family.target,
       .against = "",
       .sides = fmt::format("{} on {}; {:.2g} ms for 100 tasks, growth with tasks^{:.2f}", last.strategy, last.shape,
                            1e3 * least.seconds, growth),
       .commands = {k_count_command}});
}

// --- wide clusters --------------------------------------------------------------------------------------------------

// Layers of 100 tasks, each after two of the layer above.
Workload layers_of_100(int tasks) {
  std::vector<Task> work;
  for (int task = 0; task < tasks; ++task)
    work.push_back({.flop = 1e9 + task % 17 * 5e8, .alpha = task % 26 / 100.0, .name = "", .times = {}});
  std::vector<Edge> edges;
  for (int task = 100; task < tasks; ++task) {
    edges.push_back({task - 100, task, 1e6});
    edges.push_back({task - task % 100 - 100 + (task + 1) % 100, task, 1e6});
  }
  return {{{"", TaskGraph(std::move(work), std::move(edges)), 0}}};
}

}  // namespace

void bench_task_counts(Workbench& bench) {
  const Target second{Bound::at_most, 1};
  for (const auto& [clusters, heterogeneity] : {std::pair(1, 1), std::pair(4, 2)}) {
    tell_family(bench, {"one application", mixed_parallel_strategies(), 10'000, second}, clusters, heterogeneity);
    tell_family(bench, {"constrained", constrained_strategies(), 10'000, second}, clusters, heterogeneity);
  }
  tell_family(bench, {"batches on one cluster", cluster_batch_strategies(), 10'000, second}, 1, 1);
  tell_family(bench, {"MAGS", mags_strategies(), 10'000, {}}, 1, 1);
  tell_family(bench, {"CAFM", cafm_strategies(), 1'000, {}}, 1, 1);
}

// As many processors as make all ways through the graph critical in turn.
void bench_wide_cluster(Workbench& bench) {
  const Platform platform = platform_of("one-cluster:cluster_processors=512,speed=1e9");
  const std::span<const Strategy> strategies = mixed_parallel_strategies();
  const auto hcpa = std::ranges::find(strategies, "HCPA", &Strategy::name);
  const Parameters parameters = resolve(hcpa->name, hcpa->parameters, {});
  const auto cpu = [&](int tasks) {
    const Workload workload = layers_of_100(tasks);
    return cpu_of([&] { method_if<GraphMethod>(*hcpa)->schedule(platform, workload, parameters); });
  };
  double fewer = cpu(1'000);
  for (const auto& [tasks, rounds] : {std::pair(10'000, bench.choose(5, 1)), std::pair(100'000, bench.choose(1, 0))}) {
    std::vector<double> seconds;
    for (int i = 0; i < rounds; ++i) seconds.push_back(cpu(tasks));
    if (seconds.empty()) continue;
    const double growth = exponent(fewer, spread(seconds).median, 10);
    fewer = spread(seconds).median;
    bench.tell(
        {.what = fmt::format("CPU of scheduling {} tasks in layers of 100 on 512 processors, HCPA", count_text(tasks)),
         .unit = "s",
         .measured = spread(seconds),
         .rounds = rounds,
         .target = {},
         .against = "",
         .sides = fmt::format("growth from a tenth of them: tasks^{:.2f}", growth),
         .commands = {"./dev bench wide"}});
  }
}

}  // namespace palio::bench
