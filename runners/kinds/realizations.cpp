#include "runners/kinds/realizations.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "strategies/ptg/sent_data.h"

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

void refuse_too_many(int realizations, std::initializer_list<std::pair<std::size_t, const char*>> things) {
  std::size_t factors = 0;
  std::string named;
  for (const auto& [number, name] : things) {
    factors += number * static_cast<std::size_t>(realizations);
    named += fmt::format("{}{} {}", named.empty() ? "" : ", ", number, name);
  }
  if (factors > k_most_factors)
    throw UserError("{} realizations of {} need {} factors, more than {}; lower realizations", realizations, named,
                    factors, k_most_factors);
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

Factors::Factors(const FactorLaw& law, std::size_t things, const Uncertainty& uncertainty, const char* stream) {
  if (law.is_certain()) return;
  things_ = things;
  values_.resize(things * static_cast<std::size_t>(uncertainty.realizations));
  RandomStream draws(hash64(stream, uncertainty.seed));
  for (double& factor : values_) factor = law.quantile(draws.uniform_real(0, 1));
}

Realizations::Realizations(const Platform& platform, const Workload& workload)
    : count_(workload.uncertainty.realizations) {
  const std::size_t tasks = task_count(workload), edges = edge_count(workload);
  const auto processors = static_cast<std::size_t>(processor_count(platform));
  refuse_too_many(count_, {{tasks, "tasks"}, {edges, "edges"}, {processors, "processors"}});
  durations_ = Factors(workload.uncertainty.durations, tasks, workload.uncertainty, "durations");
  data_ = Factors(workload.uncertainty.data, edges, workload.uncertainty, "data");
  speeds_ = Factors(workload.uncertainty.speeds, processors, workload.uncertainty, "speeds");
  for (const Cluster& cluster : platform.clusters) speeds_of_clusters_.push_back(cluster.speed);
}

StarRealizations::StarRealizations(const Star& star, std::size_t tasks, const Uncertainty& uncertainty)
    : count_(uncertainty.realizations) {
  refuse_too_many(count_, {{tasks, "tasks"}, {star.workers.size(), "workers"}});
  durations_ = Factors(uncertainty.durations, tasks, uncertainty, "durations");
  speeds_ = Factors(uncertainty.speeds, star.workers.size(), uncertainty, "speeds");
}

Star StarRealizations::realized(int r, const Star& estimated) const {
  Star star = estimated;
  if (!speeds_.is_certain())
    for (std::size_t worker = 0; worker < star.workers.size(); ++worker)
      star.workers[worker].speed *= speeds_.of(r)[worker];
  return star;
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
        if (processors.empty()) continue;  // not decided yet: it does not run
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
    if (!speeds_.is_certain() && graph.time_count() > 0)
      throw UserError(
          "knowledge = \"exact\" and hindsight = \"on\" need tasks with work in flop where speed_deviation is given: "
          "leave out one of them");
    const std::span<const double> of_tasks = taken(durations, graph.tasks().size());
    told.applications[app].graph.scale(graph, of_tasks, taken(data, graph.edges().size()));
  }
  if (speeds_.is_certain()) return;
  for (std::size_t cluster = 0; cluster < platform.clusters.size(); ++cluster) {
    if (platform.clusters[cluster].processors > 1)
      throw UserError(
          "knowledge = \"exact\" and hindsight = \"on\" need clusters of one processor where speed_deviation is given: "
          "the processors of cluster {} have different speeds, which no plan can tell apart; leave out one of them",
          cluster);
    platform.clusters[cluster].speed = speeds_of_clusters_[cluster] * speeds_.of(r)[cluster];
  }
}

void require_realization(int wanted, int count) {
  if (wanted >= count)
    throw UserError("there is no realization {}: the workload has {}, counted from 0", wanted, count);
}

std::vector<RealizationMetrics> without_replans(std::span<const double> makespans) {
  std::vector<RealizationMetrics> all;
  for (const double makespan : makespans) all.push_back({makespan, 0});
  return all;
}

std::vector<double> values_of(std::span<const MetricValues> realized, std::string_view metric) {
  std::vector<double> values;
  for (const MetricValues& one : realized) values.push_back(one[metric]);
  return values;
}

// From the least on, so that equal values have their own bits as a mean.
double mean_of(std::span<const double> values) {
  const double least = std::ranges::min(values);
  double excess = 0;
  for (const double value : values) excess += value - least;
  return least + excess / static_cast<double>(values.size());
}

void add_realized_metrics(std::span<const double> makespans, double predicted, MetricValues& metrics) {
  std::vector<double> sorted(makespans.begin(), makespans.end());
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(sorted.size());
  const double mean = mean_of(sorted);
  double squares = 0;
  for (const double makespan : sorted) squares += (makespan - mean) * (makespan - mean);
  metrics["mean_makespan"] = mean;
  if (sorted.size() > 1) metrics["deviation_makespan"] = std::sqrt(squares / (count - 1));
  metrics["p95_makespan"] = quantile(sorted, 0.95);
  metrics["worst_makespan"] = sorted.back();
  const auto late = std::ranges::upper_bound(sorted, mean);
  metrics["lateness"] = late == sorted.end() ? 0 : mean_of(std::span(late, sorted.end())) - mean;
  metrics["late_share"] =
      static_cast<double>(std::ranges::count_if(sorted, [&](double each) { return is_before(predicted, each); })) /
      count;
  metrics["expected_ratio"] = mean / predicted;
}

double mean_slack(const Platform& platform, const Workload& workload, const Schedule& planned) {
  struct PlacedTask {
    const Placement* placement;
    std::size_t application;
    int task;
  };
  std::vector<PlacedTask> tasks;
  double last = 0;  // s
  for (std::size_t app = 0; app < planned.placements.size(); ++app)
    for (std::size_t task = 0; task < planned.placements[app].size(); ++task) {
      const Placement& placed = planned.placements[app][task];
      tasks.push_back({&placed, app, static_cast<int>(task)});
      last = std::max(last, placed.finish);
    }
  std::ranges::sort(tasks, [](const PlacedTask& a, const PlacedTask& b) {
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
      latest = std::min(latest, latest_start[app][edge.to] - moving_time(platform, edge, *placed, target));
    }
    total += latest - placed->finish;
    const double start = latest - (placed->finish - placed->start);
    latest_start[app][task] = start;
    for (const int processor : placed->processors) free_from[processor] = start;
  }
  return total / static_cast<double>(tasks.size());
}

}  // namespace palio
