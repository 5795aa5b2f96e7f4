// CPU of scheduling batches, without simulation: the allocations of a graph for every number of processors, which a
// moldable profile needs, against a single one; and whole strategies.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/family.h"
#include "strategies/ptg/cluster_batch/cafm/cafm.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/bench/figure.h"
#include "tests/bench/scheduling/scheduling.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

constexpr AllocationRule k_rule{AllocationRule::Method::cpa, AreaDivisor::improved};
constexpr const char* k_batch_command = "./dev bench batches";

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// What the graphs or batches gave, by round.
using Rounds = std::vector<std::vector<double>>;

Spread spread_over(const Rounds& rounds, double (*of_round)(const std::vector<double>&)) {
  std::vector<double> values;
  for (const std::vector<double>& round : rounds) values.push_back(of_round(round));
  return spread(std::move(values));
}

// --- allocations ----------------------------------------------------------------------------------------------------

constexpr int k_types = 432;

// The next digit of a number whose digits choose from lists, in turn.
const char* chosen_from(std::initializer_list<const char*> values, int& rest) {
  const char* value = values.begin()[rest % static_cast<int>(values.size())];
  rest /= static_cast<int>(values.size());
  return value;
}

// A graph of a type of the ptg-batch study.
TaskGraph graph_of_type(int type) {
  const char* complexity = chosen_from({"stencil", "sort", "matmul", "mixed"}, type);
  const char* tasks = chosen_from({"10", "20", "30"}, type);
  const char* width = chosen_from({"0.2", "0.5", "0.8"}, type);
  const char* regularity = chosen_from({"0.2", "0.8"}, type);
  const char* density = chosen_from({"0.2", "0.8"}, type);
  const char* jump = chosen_from({"1", "2", "4"}, type);
  return workload_of(fmt::format("random-ptg:tasks={},width={},regularity={},density={},jump={},complexity={},"
                                 "sample=0,seed=7224",
                                 tasks, width, regularity, density, jump, complexity))
      .applications.front()
      .graph;
}

// The different ones for 1, 2, ... processors, as a moldable profile keeps them.
std::vector<int> allocate_every(const TaskGraph& graph, const Cluster& cluster) {
  CpaSweep sweep(graph, cluster.processors, cluster.speed, k_rule.area_divisor);
  std::vector<int> allocations;  // one after the other, by task
  for (int p = 1; p <= cluster.processors; ++p) {
    const std::vector<int>& next = sweep.next().processors();
    if (!sweep.repeats()) allocations.insert(allocations.end(), next.begin(), next.end());
  }
  return allocations;
}

// The last one.
std::vector<int> last_of(const TaskGraph& graph, const std::vector<int>& allocations) {
  return {allocations.end() - graph.task_count(), allocations.end()};
}

std::vector<int> allocate_alone(const TaskGraph& graph, const Cluster& cluster) {
  return cluster_allocation(graph, cluster.processors, cluster.speed, k_rule);
}

struct BatchComparison {
  Rounds every, single;  // s of CPU, by graph
  Rounds ratios;
};

// The two sides of each graph take turns, so that both meet the same machine.
BatchComparison compare(const std::vector<TaskGraph>& graphs, const Cluster& cluster, int rounds) {
  const Rounds none(static_cast<std::size_t>(rounds));
  BatchComparison all{none, none, none};
  for (const TaskGraph& graph : graphs) {
    if (last_of(graph, allocate_every(graph, cluster)) != allocate_alone(graph, cluster))
      throw std::runtime_error("the two sides of a benchmark did not allocate the same");
    std::size_t every_round = 0, single_round = 0;
    in_turn(rounds, {[&] { all.every[every_round++].push_back(cpu_of([&] { allocate_every(graph, cluster); })); },
                     [&] { all.single[single_round++].push_back(cpu_of([&] { allocate_alone(graph, cluster); })); }});
    for (std::size_t r = 0; r < none.size(); ++r) all.ratios[r].push_back(all.every[r].back() / all.single[r].back());
  }
  return all;
}

void tell_allocations(const Workbench& bench, const std::vector<TaskGraph>& graphs, const Cluster& cluster) {
  const int rounds = bench.choose(5, 2);
  const BatchComparison comparison = compare(graphs, cluster, rounds);
  const auto microseconds = [](const Rounds& seconds) { return 1e6 * spread_over(seconds, mean).median; };
  bench.tell({.what = fmt::format("CPU of a graph's CPA allocations for 1 to {} processors", cluster.processors),
              .unit = "x",
              .measured = spread_over(comparison.ratios, mean),
              .rounds = rounds,
              .target = Target{Bound::at_most, 2},
              .against = fmt::format("the one for {}", cluster.processors),
              .sides = fmt::format("{:.0f} us against {:.0f} us, means of {} graphs", microseconds(comparison.every),
                                   microseconds(comparison.single), graphs.size()),
              .commands = {k_batch_command}});
}

// --- strategies -----------------------------------------------------------------------------------------------------

struct BatchCase {
  std::string name;  // of the strategy
  std::string platform;
  std::string where;  // for people
  std::string batch;  // recipe of the batches, but for its sample
  int tasks;          // of each of the 10 graphs
  std::optional<Target> target;
};

// ms of CPU of each batch, by round.
Rounds scheduling_times(const BatchCase& chosen, int batches, int rounds) {
  const Strategy& row = strategy(chosen.name);
  const Parameters parameters = parse_recipe(chosen.name, row.parameters).parameters;
  const Platform platform = platform_of(chosen.platform);
  Rounds times(static_cast<std::size_t>(rounds));
  for (int sample = 0; sample < batches; ++sample) {
    const Workload batch =
        workload_of(fmt::format("{},batch=10,task_counts={},sample={}", chosen.batch, chosen.tasks, sample));
    for (std::vector<double>& round : times)
      round.push_back(1e3 * cpu_of([&] { method_if<GraphMethod>(row)->schedule(platform, batch, parameters); }));
  }
  return times;
}

void tell_scheduling(const Workbench& bench, const BatchCase& chosen) {
  const int rounds = bench.choose(5, 2);
  const int batches = bench.choose(50, 5);
  const Rounds times = scheduling_times(chosen, batches, rounds);
  const Spread largest = spread_over(times, [](const std::vector<double>& round) { return std::ranges::max(round); });
  const std::string what =
      fmt::format("CPU of scheduling 10 graphs of {} tasks on {}, {}", chosen.tasks, chosen.where, chosen.name);
  Figure figure{.what = what + ", mean",
                .unit = "ms",
                .measured = spread_over(times, mean),
                .rounds = rounds,
                .target = chosen.target,
                .against = "",
                .sides = fmt::format("{} batches; the largest takes {:.2f} ms", batches, largest.median),
                .commands = {k_batch_command}};
  bench.tell(figure);
  if (!chosen.target) return;
  figure.what = what + ", the largest";
  figure.measured = largest;
  figure.sides = fmt::format("{} batches", batches);
  bench.tell(figure);
}

}  // namespace

void bench_batches(Workbench& bench) {
  std::vector<TaskGraph> graphs;
  for (int type = 0; type < k_types; type += bench.choose(1, 17)) graphs.push_back(graph_of_type(type));
  const auto cluster = [](std::string_view name) {
    return platform_of(fmt::format("grid5000-cluster:cluster={}", name)).clusters.front();
  };
  for (const char* name : {"gdx", "grelon", "grillon", "chti"}) tell_allocations(bench, graphs, cluster(name));

  const std::string gdx = "grid5000-cluster:cluster=gdx", batch = "random-batch:data_factor=0,seed=7224";
  tell_scheduling(bench, {"MAGS", gdx, "216 processors", batch, 30, Target{Bound::at_most, 100}});
  tell_scheduling(bench, {"CAFM_LPTF", gdx, "216 processors", batch, 30, {}});
  tell_scheduling(bench, {"SELFISH", gdx, "216 processors", batch, 30, {}});
  tell_scheduling(bench, {"WPS-width", "grid5000-site:site=rennes", "Rennes", "random-batch:seed=6774", 50, {}});
}

}  // namespace palio::bench
