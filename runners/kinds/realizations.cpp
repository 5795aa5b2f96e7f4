#include "runners/kinds/realizations.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

constexpr std::size_t k_most_factors = 50'000'000;  // 400 MB

std::size_t task_count(const Workload& workload) {
  return std::accumulate(workload.applications.begin(), workload.applications.end(), std::size_t{0},
                         [](std::size_t sum, const Application& each) { return sum + each.graph.tasks().size(); });
}

std::size_t edge_count(const Workload& workload) {
  return std::accumulate(workload.applications.begin(), workload.applications.end(), std::size_t{0},
                         [](std::size_t sum, const Application& each) { return sum + each.graph.edges().size(); });
}

// The first `count` factors, which are dropped.
std::span<const double> taken(std::span<const double>& factors, std::size_t count) {
  if (factors.empty()) return {};
  const auto first = factors.first(count);
  factors = factors.subspan(count);
  return first;
}

// By type 7 of Hyndman, Fan, The American Statistician 50(4), 1996. `sorted`: not empty.
double quantile(std::span<const double> sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 == sorted.size()) return sorted[below];
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

}  // namespace

Realizations::Factors Realizations::drawn(const FactorLaw& law, std::size_t number, const Uncertainty& uncertainty,
                                          const char* stream) {
  if (law.is_certain()) return {};
  Factors factors{number, std::vector<double>(number * static_cast<std::size_t>(uncertainty.realizations))};
  RandomStream draws(hash64(stream, uncertainty.seed));
  for (double& factor : factors.values) factor = law.quantile(draws.uniform_real(0, 1));
  return factors;
}

Realizations::Realizations(const Platform& platform, const Workload& workload)
    : count_(workload.uncertainty.realizations) {
  const Uncertainty& uncertainty = workload.uncertainty;
  const auto processors = static_cast<std::size_t>(processor_count(platform));
  const std::size_t most = task_count(workload) + edge_count(workload) + processors;
  if (most * static_cast<std::size_t>(count_) > k_most_factors)
    throw UserError(
        "{} realizations of {} tasks, {} edges and {} processors need {} factors, more than {}; lower "
        "realizations",
        count_, task_count(workload), edge_count(workload), processors, most * static_cast<std::size_t>(count_),
        k_most_factors);
  durations_ = drawn(uncertainty.durations, task_count(workload), uncertainty, "durations");
  data_ = drawn(uncertainty.data, edge_count(workload), uncertainty, "data");
  speeds_ = drawn(uncertainty.speeds, processors, uncertainty, "speeds");
  for (const Cluster& cluster : platform.clusters) speeds_of_clusters_.push_back(cluster.speed);
}

void Realizations::realize(int r, const Workload& estimated, const Schedule& placed, Workload& realized) const {
  auto durations = durations_.of(r), data = data_.of(r);
  const auto speeds = speeds_.of(r);
  std::vector<double> slowed;  // factors of one application's tasks
  for (std::size_t app = 0; app < estimated.applications.size(); ++app) {
    const TaskGraph& graph = estimated.applications[app].graph;
    std::span<const double> of_tasks = taken(durations, graph.tasks().size());
    if (!speeds.empty()) {
      slowed.assign(graph.tasks().size(), 1);
      std::ranges::copy(of_tasks, slowed.begin());
      for (std::size_t task = 0; task < slowed.size(); ++task) {
        const auto& processors = placed.placements[app][task].processors;
        slowed[task] /= speeds[std::ranges::min(processors, {}, [&](int p) { return speeds[p]; })];
      }
      of_tasks = slowed;
    }
    realized.applications[app].graph.scale(graph, of_tasks, taken(data, graph.edges().size()));
  }
}

void Realizations::tell(int r, const Workload& estimated, Platform& platform, Workload& told) const {
  auto durations = durations_.of(r), data = data_.of(r);
  for (std::size_t app = 0; app < estimated.applications.size(); ++app) {
    const TaskGraph& graph = estimated.applications[app].graph;
    const std::span<const double> of_tasks = taken(durations, graph.tasks().size());
    told.applications[app].graph.scale(graph, of_tasks, taken(data, graph.edges().size()));
  }
  if (speeds_.per_realization == 0) return;
  for (std::size_t cluster = 0; cluster < platform.clusters.size(); ++cluster) {
    if (platform.clusters[cluster].processors > 1)
      throw UserError(
          "knowledge exact with speed_deviation needs clusters of one processor: the processors of cluster {} "
          "have different speeds, which no plan can tell apart",
          cluster);
    platform.clusters[cluster].speed = speeds_of_clusters_[cluster] * speeds_.of(r)[cluster];
  }
}

void add_realized_metrics(std::span<const double> makespans, double predicted, MetricValues& metrics) {
  std::vector<double> sorted(makespans.begin(), makespans.end());
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(sorted.size());
  // From the least on, so that equal makespans have their own bits as a mean and no deviation.
  const double least = sorted.front();
  double excess = 0, squares = 0;
  for (const double makespan : sorted) excess += makespan - least;
  const double mean = least + excess / count;
  for (const double makespan : sorted) squares += (makespan - mean) * (makespan - mean);
  metrics["mean_makespan"] = mean;
  if (sorted.size() > 1) metrics["deviation_makespan"] = std::sqrt(squares / (count - 1));
  metrics["p95_makespan"] = quantile(sorted, 0.95);
  metrics["worst_makespan"] = sorted.back();
  metrics["late_share"] =
      static_cast<double>(std::ranges::count_if(sorted, [&](double each) { return is_before(predicted, each); })) /
      count;
  metrics["expected_ratio"] = mean / predicted;
}

double mean_slack(const Platform& platform, const Workload& workload, const Schedule& planned) {
  struct Planned {
    const Placement* placement;
    std::size_t application;
    int task;
  };
  std::vector<Planned> tasks;
  double last = 0;  // s
  for (std::size_t app = 0; app < planned.placements.size(); ++app)
    for (std::size_t task = 0; task < planned.placements[app].size(); ++task) {
      const Placement& placed = planned.placements[app][task];
      tasks.push_back({&placed, app, static_cast<int>(task)});
      last = std::max(last, placed.finish);
    }
  std::ranges::sort(tasks, [](const Planned& a, const Planned& b) {
    return std::tie(a.placement->start, a.application, a.task) > std::tie(b.placement->start, b.application, b.task);
  });
  std::vector<double> free_from(static_cast<std::size_t>(processor_count(platform)), last);  // latest end, by processor
  std::vector<std::vector<double>> latest_start;                                             // by application and task
  for (const auto& placements : planned.placements) latest_start.emplace_back(placements.size(), last);
  double total = 0;
  for (const auto& [placed, app, task] : tasks) {
    double latest = last;
    for (const int processor : placed->processors) latest = std::min(latest, free_from[processor]);
    for (const Edge& edge : workload.applications[app].graph.out_edges(task)) {
      const Placement& target = planned.placements[app][edge.to];
      double moving = 0;
      if (needs_transfer(edge, *placed, target))
        moving = CommEstimate(platform, edge.bytes, placed->cluster, static_cast<int>(placed->processors.size()),
                              target.cluster)
                     .time(static_cast<int>(target.processors.size()));
      latest = std::min(latest, latest_start[app][edge.to] - moving);
    }
    total += latest - placed->finish;
    const double start = latest - (placed->finish - placed->start);
    latest_start[app][task] = start;
    for (const int processor : placed->processors) free_from[processor] = start;
  }
  return total / static_cast<double>(tasks.size());
}

}  // namespace palio
