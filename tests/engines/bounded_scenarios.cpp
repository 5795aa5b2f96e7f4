#include "tests/engines/bounded_scenarios.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "runners/engines/fluid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "strategies/bounds/instance_bounds.h"
#include "strategies/registry.h"
#include "tests/engines/random_scenario.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

using Texts = std::vector<std::string>;

template <class Value>
const Value& drawn_of(RandomStream& random, const std::vector<Value>& values) {
  return values[static_cast<std::size_t>(random.uniform_integer(0, std::ssize(values) - 1))];
}

// The instance of recipes without sample and seed.
BuiltInstance built(const std::string& platform, const std::string& workload, std::uint64_t sample) {
  const auto build = [&](const auto& family, const std::string& text) {
    const bool draws = std::ranges::any_of(family.parameters, [](const auto& spec) { return spec.name == "seed"; });
    const std::string draw = fmt::format("{}sample={},seed=1", text.find(':') == std::string::npos ? ":" : ",", sample);
    return family.build(parse_recipe(draws ? text + draw : text, family.parameters), "");
  };
  return build_instance(build(platform_family(recipe_name(platform)), platform),
                        build(workload_family(recipe_name(workload)), workload), with_fluid().kinds);
}

// Nothing if the strategy does not take the instance.
void visit_strategy(const BuiltInstance& instance, const Strategy& row, const Parameters& given,
                    BoundedScenario scenario, const VisitBounded& visit) {
  const ScenarioReply reply = run_strategy(instance, row, resolve(row.name, row.parameters, given), Detail::metrics);
  const auto* result = std::get_if<Completed>(&reply.outcome);
  if (result == nullptr) return;
  scenario.strategy = row.name;
  scenario.ratio = result->metrics["bound_ratio"];
  visit(scenario);
}

void visit_all(const BuiltInstance& instance, const std::string& name, const VisitBounded& visit) {
  for (const Strategy& row : strategies())
    if (row.name != "Exact")  // takes only small graphs, and long
      visit_strategy(instance, row, {}, {.instance = name, .strategy = {}}, visit);
}

void visit_drawn(std::uint64_t seed, const Texts& platforms, const Texts& workloads, const VisitBounded& visit) {
  RandomStream random(seed);
  const std::string &platform = drawn_of(random, platforms), &workload = drawn_of(random, workloads);
  visit_all(built(platform, workload, seed), fmt::format("{}, {}, draw {}", platform, workload, seed), visit);
}

const Texts k_clusters{
    "one-cluster:cluster_processors=20,speed=1e9",
    "random-multi-cluster:clusters=2,min_speed=1e9,heterogeneity=5,min_processors=1,max_processors=4",
    "random-multi-cluster:clusters=4,min_speed=250000000,heterogeneity=2,min_processors=4,max_processors=32",
    "listed-clusters:cluster_sizes=1 3 9,cluster_speeds=4000000000 1000000000 2000000000",
    "grid5000-site:site=lille",
    "grid5000-cluster:cluster=azur",
    "mesh:hosts=3,heterogeneity=5,min_bandwidth=1e6",
    "normal-mesh",
    "iot-network:edge_hosts=4"};

void visit_graphs(std::uint64_t seed, const VisitBounded& visit) {
  static const Texts graphs{
      "random-ptg:tasks=20,width=0.5,regularity=0.8,density=0.5,jump=2,complexity=mixed",
      "random-ptg:tasks=30,width=0.8,regularity=0.2,density=0.2,jump=1,complexity=matmul,alpha_max=1",
      "in-trees",
      "out-trees",
      "chains",
      "iot:application=etl",
      "scientific:recipe=blast,scale=0.2"};
  visit_drawn(seed, k_clusters, graphs, visit);
}

void visit_batches(std::uint64_t seed, const VisitBounded& visit) {
  static const Texts batches{"random-batch:batch=3", "random-batch:batch=4,arrivals=poisson,mean_gap=20",
                             "fft-batch:batch=2", "strassen-batch:batch=2",
                             "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.5,jump=2,complexity=sort,batch=3"};
  visit_drawn(seed, k_clusters, batches, visit);
}

void visit_unrelated_machines(std::uint64_t seed, const VisitBounded& visit) {
  static const Texts machines{"mesh:hosts=4,min_bandwidth=1e7",
                              "mesh:hosts=4,heterogeneity=2,max_latency=1,min_bandwidth=1e6",
                              "cpu-gpu:cpus=3,contention=on"};
  static const Texts graphs{"heft-random:tasks=20,shape=1,out_degree=3,machines=4",
                            "heft-random:tasks=40,shape=2,out_degree=1,machines=4,ccr=0",
                            "heft-random:tasks=10,shape=0.5,out_degree=5,machines=4,ccr=5",
                            "cpu-gpu-graph:tasks=20,generator=layrpred,node_cpus=3,ccr=10",
                            "cholesky:tiles=4,node_cpus=3"};
  visit_drawn(seed, machines, graphs, visit);
}

void visit_bags(std::uint64_t seed, const VisitBounded& visit) {
  const RandomBags drawn = random_bags(seed);
  const BuiltInstance instance = build_instance(drawn.star, drawn.batch, with_fluid().kinds);
  instance.content->add_references({}, {}, [](const std::function<Reference()>& find) { return find(); });
  visit_all(instance, fmt::format("bags {}", seed), visit);
}

void visit_files(std::uint64_t seed, const VisitBounded& visit) {
  const RandomFiles drawn = random_files(seed);
  visit_all(build_instance(drawn.star, drawn.tasks, with_fluid().kinds), fmt::format("files {}", seed), visit);
}

// Schedules that no strategy would make: dates of decisions, releases, every interconnect.
void visit_schedules(std::uint64_t seed, const VisitBounded& visit) {
  for (const RandomScenario& drawn : {random_scenario(seed), random_mesh_scenario(seed)}) {
    const Execution execution = fluid_simulator(drawn.platform)->run(drawn.workload, drawn.schedule);
    visit({.instance = fmt::format("schedule {}", seed),
           .strategy = "a drawn schedule",
           .ratio = makespan_of(execution.schedule) / bounds_of(drawn.platform, drawn.workload).lower_bound});
  }
}

// Printed in the papers that k_allocations cite (docs/reproduction-moldable.md), by law: roofline, communication,
// amdahl, general.
struct ProvenRatios {
  std::string_view strategy;
  std::array<double, 4> by_law;
};
constexpr auto k_proven = std::to_array<ProvenRatios>(
    {{"ICPP22", {2.62, 3.61, 4.74, 5.72}}, {"TOPC24", {2.62, 3.40, 4.55, 4.63}}, {"Fair", {2.62, 3.41, 4.56, 4.60}}});

// On-line lists in every order, on few processors and on many, where a proof's roundings matter and where they do not.
void visit_moldable(std::uint64_t seed, const VisitBounded& visit) {
  static const std::vector<int> processors{1, 2, 3, 5, 8, 13, 32, 100, 512};
  static const std::vector<int> tasks{1, 2, 5, 10, 30, 100};
  static const std::vector<double> shares{0, 0.2, 0.5, 0.8, 1};
  static const Texts laws{"roofline", "communication", "amdahl", "general"},
      orders{"fifo", "processors", "area", "length"};
  RandomStream random(seed);
  const std::string& law = drawn_of(random, laws);
  const std::string platform = fmt::format("one-cluster:cluster_processors={},speed=1e9", drawn_of(random, processors));
  const std::string graph = fmt::format("daggen:tasks={},fat={},density={},regular={},jump={},law={},data_factor=0",
                                        drawn_of(random, tasks), drawn_of(random, shares), drawn_of(random, shares),
                                        drawn_of(random, shares), random.uniform_integer(1, 5), law);
  const BuiltInstance instance = built(platform, graph, seed);
  const auto number = static_cast<std::size_t>(std::ranges::find(laws, law) - laws.begin());
  for (const auto& [name, by_law] : k_proven)
    for (const std::string& order : orders)
      visit_strategy(instance, strategy(name), {{"priority", order}},
                     {.instance = fmt::format("{}, {}, draw {}, {}", platform, graph, seed, order),
                      .strategy = {},
                      .proven = by_law.at(number)},
                     visit);
}

// Graphs whose optimum is known, the ratios to it. The schedule that reaches it is valid and is executed as long.
void visit_constructed(std::uint64_t seed, const VisitBounded& visit) {
  static const std::vector<int> tasks{10, 20, 50, 100}, machines{1, 2, 3, 8};
  static const Texts speed_ratios{"1", "3"}, edges{"0", "1.5", "4"}, ccrs{"0", "0.1", "1", "10"},
      durations{"uniform", "exponential", "log-normal", "equal"}, laws{"sequential", "amdahl", "roofline"};
  RandomStream random(seed);
  const int hosts = drawn_of(random, machines);
  const std::string &law = drawn_of(random, laws), &ratio = drawn_of(random, speed_ratios),
                    &ccr = drawn_of(random, ccrs);
  const bool is_mesh = law == laws[0];
  const std::string platform = is_mesh ? fmt::format("mesh:hosts={},heterogeneity={},speeds=spaced", hosts, ratio)
                                       : fmt::format("one-cluster:cluster_processors={},speed=1e9", hosts);
  const std::string graph =
      fmt::format("constructed:tasks={},machines={},speed_ratio={},ccr={},edges_per_task={},durations={},law={}",
                  drawn_of(random, tasks), hosts, is_mesh ? ratio : "1", is_mesh ? ccr : "0", drawn_of(random, edges),
                  drawn_of(random, durations), law);
  const BuiltInstance instance = built(platform, graph, seed);
  for (const Strategy& row : strategies()) {
    if (row.name == "Exact") continue;
    const ScenarioReply reply = run_strategy(instance, row, resolve(row.name, row.parameters, {}), Detail::metrics);
    BoundedScenario scenario{.instance = fmt::format("{}, {}, draw {}", platform, graph, seed), .strategy = row.name};
    if (row.name == "Assignment") scenario.proven = 1 + 1e-9;
    if (const auto* failure = std::get_if<Failure>(&reply.outcome)) {
      const bool is_broken = row.name == "Assignment" || failure->message.find("reference") != std::string::npos;
      if (!is_broken) continue;  // it does not take the instance
      scenario.instance += ": " + failure->message;
    } else {
      scenario.ratio = std::get<Completed>(reply.outcome).metrics["gap"];
    }
    visit(scenario);
  }
}

}  // namespace

std::span<const BoundedKind> bounded_kinds() {
  static constexpr auto kinds = std::to_array<BoundedKind>({{"graphs", visit_graphs},
                                                            {"batches", visit_batches},
                                                            {"unrelated machines", visit_unrelated_machines},
                                                            {"bags of tasks", visit_bags},
                                                            {"shared files", visit_files},
                                                            {"drawn schedules", visit_schedules},
                                                            {"moldable tasks on line", visit_moldable},
                                                            {"constructed optima", visit_constructed}});
  return kinds;
}

}  // namespace palio::test
