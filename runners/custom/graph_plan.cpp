#include "runners/custom/graph_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "platforms/model/comm_estimate.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

palio_text plain_text(const std::string& text) { return {text.data(), text.size()}; }
palio_link plain_link(const Link& link) { return {link.bandwidth, link.latency}; }

// Fills in where each task's edges begin, and where those of the last one end.
template <class EdgesOf>
void add_edges(const TaskGraph& graph, EdgesOf TaskGraph::*edges_of, std::vector<palio_edge>& edges,
               std::vector<std::size_t>& first) {
  edges.reserve(graph.edges().size());
  first.reserve(static_cast<std::size_t>(graph.task_count()) + 1);
  for (int task = 0; task < graph.task_count(); ++task) {
    first.push_back(edges.size());
    for (const Edge& edge : (graph.*edges_of)(task)) edges.push_back({edge.from, edge.to, edge.bytes});
  }
  first.push_back(edges.size());
}

}  // namespace

bool has_other_law(const TaskGraph& graph) {
  return std::ranges::any_of(graph.tasks(), [](const Task& task) { return task.speedup.law != SpeedupLaw::amdahl; });
}

PlainInstance::PlainInstance(const Platform& platform, const Workload& workload) {
  int first = 0;
  for (const Cluster& cluster : platform.clusters) {
    clusters_.push_back({plain_text(cluster.name), cluster.processors, first, cluster.speed,
                         plain_link(cluster.processor_link), plain_link(cluster.cluster_switch),
                         plain_link(cluster.uplink), cluster.cores});
    first += cluster.processors;
  }
  parts_.reserve(workload.applications.size());
  for (const Application& application : workload.applications) add(application);
  whole_.platform = &platform;
  whole_.instance = {.platform = {.clusters = clusters_.data(),
                                  .cluster_count = clusters_.size(),
                                  .interconnect = static_cast<std::int32_t>(platform.interconnect),
                                  .backbone = plain_link(platform.backbone),
                                  .shared_switch = plain_link(platform.shared_switch),
                                  .tcp_gamma = platform.tcp_gamma},
                     .graphs = graphs_.data(),
                     .graph_count = graphs_.size(),
                     .communication = &PlainInstance::communication,
                     .route = &PlainInstance::route,
                     .times = times_.data(),
                     .speedups = speedups_.data(),
                     .free_from = nullptr,
                     .inflows = nullptr,
                     .inflow_count = 0,
                     .arrivals = nullptr};
  if (workload.background) add(*workload.background);
}

void PlainInstance::add(const Background& background) {
  for (const Inflow& data : background.inflows) {
    inflows_.push_back({data.application, data.task, data.bytes, data.cluster, data.processors.data(),
                        data.processors.size(), data.sent});
    arrivals_.push_back({data.there.empty() ? nullptr : data.there.data(), data.there.size(), data.arrival});
  }
  whole_.instance.free_from = background.free_from.data();
  whole_.instance.inflows = inflows_.data();
  whole_.instance.inflow_count = inflows_.size();
  whole_.instance.arrivals = arrivals_.data();
}

void PlainInstance::add(const Application& application) {
  const TaskGraph& graph = application.graph;
  GraphParts& parts = parts_.emplace_back();
  parts.tasks.reserve(graph.tasks().size());
  for (const Task& task : graph.tasks()) {
    parts.tasks.push_back({plain_text(task.name), task.flop, task.alpha});
    parts.times.insert(parts.times.end(), task.times.begin(), task.times.end());
  }
  times_.push_back(parts.times.empty() ? nullptr : parts.times.data());
  if (has_other_law(graph))
    for (const Task& task : graph.tasks())
      parts.speedups.push_back({static_cast<std::int32_t>(task.speedup.law), task.speedup.max_processors,
                                task.speedup.overhead, task.speedup.exponent});
  speedups_.push_back(parts.speedups.empty() ? nullptr : parts.speedups.data());
  add_edges(graph, &TaskGraph::out_edges, parts.edges, parts.first_out);
  add_edges(graph, &TaskGraph::in_edges, parts.in_edges, parts.first_in);
  graphs_.push_back({.name = plain_text(application.name),
                     .release_date = application.release_date,
                     .tasks = parts.tasks.data(),
                     .task_count = parts.tasks.size(),
                     .edges = parts.edges.data(),
                     .edge_count = parts.edges.size(),
                     .in_edges = parts.in_edges.data(),
                     .order = graph.topological_order().data(),
                     .first_out = parts.first_out.data(),
                     .first_in = parts.first_in.data()});
}

palio_communication PlainInstance::communication(const palio_graph_instance* instance, double bytes,
                                                 std::int32_t source, std::int32_t m, std::int32_t target) {
  const Platform& platform = *reinterpret_cast<const Whole*>(instance)->platform;
  const auto count = static_cast<std::int32_t>(platform.clusters.size());
  if (source < 0 || source >= count || target < 0 || target >= count || m < 1) return {k_never, k_never, k_never, 1};
  const CommEstimate estimate(platform, bytes, source, m, target);
  return {estimate.latency(), estimate.network_time(), estimate.receiver_time(), estimate.cores()};
}

palio_link PlainInstance::route(const palio_graph_instance* instance, std::int32_t source, std::int32_t target) {
  const Platform& platform = *reinterpret_cast<const Whole*>(instance)->platform;
  const auto count = static_cast<std::int32_t>(platform.clusters.size());
  if (source < 0 || source >= count || target < 0 || target >= count) return {0, 0};
  return {route_bandwidth(platform, source, target), route_latency(platform, source, target)};
}

PlainSituation::PlainSituation(const Situation& situation) {
  const auto& executed = situation.executed.placements;
  for (std::size_t graph = 0; graph < executed.size(); ++graph) {
    std::vector<palio_task_state>& states = states_.emplace_back();
    for (int task = 0; task < static_cast<int>(executed[graph].size()); ++task)
      states.push_back(state(situation, graph, task));
    by_graph_.push_back(states.data());
  }
  plain_ = {.now = situation.now, .tasks = by_graph_.data()};
}

palio_task_state PlainSituation::state(const Situation& situation, std::size_t graph, int task) {
  constexpr double k_not_yet = std::numeric_limits<double>::quiet_NaN();
  const Placement& placed = situation.executed.placements[graph][task];
  palio_task_state state{PALIO_BLOCKED, placed.processors.data(), placed.processors.size(), k_not_yet, k_not_yet};
  if (situation.is_open(graph, task)) {
    if (placed.cluster >= 0)
      state.stage = PALIO_WAITING;
    else if (situation.is_ready(graph, task))
      state.stage = PALIO_READY;
    return state;
  }
  state.stage = PALIO_RUNNING;
  state.start = placed.start;
  if (!situation.has_ended(graph, task)) return state;
  state.stage = PALIO_ENDED;
  state.finish = placed.finish;
  return state;
}

GraphPlan::GraphPlan(const Platform& platform, const Workload& workload) : platform_(platform), workload_(workload) {
  for (const Application& application : workload.applications) {
    check_times(platform, application);
    schedule_.placements.emplace_back(application.graph.task_count());
  }
  for (std::size_t k = 0; k < platform.clusters.size(); ++k)
    cluster_of_.insert(cluster_of_.end(), platform.clusters[k].processors, static_cast<int>(k));
  plain_.self = this;
  plain_.place = [](palio_plan* plan, std::int32_t graph, std::int32_t task, const std::int32_t* processors,
                    std::size_t count, double start, double finish) {
    GraphPlan& taker = self_of(plan);
    if (count > taker.cluster_of_.size())
      return taker.refuse(fmt::format("task {} of application {} is on {} processors, and the platform has {}", task,
                                      graph, count, taker.cluster_of_.size()));
    taker.place(graph, task, std::vector<int>(processors, processors + count), start, finish);
  };
  plain_.trouble = &trouble_.plain();
}

GraphPlan& GraphPlan::self_of(palio_plan* plan) { return *static_cast<Plain*>(plan)->self; }

// Keeps the first problem.
void GraphPlan::refuse(std::string problem) {
  if (!invalid_) invalid_ = std::move(problem);
}

void GraphPlan::place(std::int64_t graph, std::int64_t task, std::vector<int> processors, double start, double finish) {
  const auto graphs = static_cast<std::int64_t>(schedule_.placements.size());
  if (graph < 0 || graph >= graphs)
    return refuse(fmt::format("a task of application {} is placed, and the workload has {}", graph, graphs));
  std::vector<Placement>& placements = schedule_.placements[graph];
  const auto tasks = static_cast<std::int64_t>(placements.size());
  if (task < 0 || task >= tasks)
    return refuse(fmt::format("task {} of application {} is placed, which has {} tasks", task, graph, tasks));
  Placement& placement = placements[task];
  if (placement.cluster >= 0) return refuse(fmt::format("task {} of application {} is placed twice", task, graph));
  if (processors.empty()) return refuse(fmt::format("task {} of application {} has no processor", task, graph));
  if (!std::ranges::is_sorted(processors)) std::ranges::sort(processors);
  const auto count = static_cast<int>(cluster_of_.size());
  if (processors.front() < 0 || processors.back() >= count)
    return refuse(fmt::format("task {} of application {} is on processor {}, and those of the platform are 0 to {}",
                              task, graph, processors.front() < 0 ? processors.front() : processors.back(), count - 1));
  placement = {cluster_of_[processors.front()], std::move(processors), start, finish};
  order_.push_back({graph, task});
  with_dates_ += std::isnan(start) && std::isnan(finish) ? 0 : 1;
}

void GraphPlan::check() const {
  trouble_.check();
  if (invalid_) throw InvalidAnswer(*invalid_);
}

std::vector<Decision> GraphPlan::decisions() const {
  check();
  if (with_dates_ > 0) throw InvalidAnswer("a decision has dates, and at run time tasks start as soon as they can");
  std::vector<Decision> decisions;
  for (const auto& [graph, task] : order_) {
    const Placement& placed = schedule_.placements[graph][task];
    decisions.push_back({static_cast<int>(graph), static_cast<int>(task), placed.cluster, placed.processors});
  }
  return decisions;
}

Schedule GraphPlan::schedule() {
  check();
  for (std::size_t graph = 0; graph < schedule_.placements.size(); ++graph)
    for (std::size_t task = 0; task < schedule_.placements[graph].size(); ++task)
      if (schedule_.placements[graph][task].cluster < 0)
        throw InvalidAnswer(fmt::format("task {} of application {} is not placed", task, graph));
  if (with_dates_ == 0) make_dates(schedule_);
  return std::move(schedule_);
}

// In the order in which tasks were placed: as soon as the estimated data is there and the processors are free.
void GraphPlan::make_dates(Schedule& schedule) const {
  const Background* background = workload_.background.get();
  std::vector<double> free(cluster_of_.size(), 0);  // s, by processor
  if (background != nullptr) free = background->free_from;
  for (const auto& [graph, task] : order_) {
    const Application& application = workload_.applications[graph];
    std::vector<Placement>& placements = schedule.placements[graph];
    Placement& placement = placements[task];
    const int n = static_cast<int>(placement.processors.size());
    double start = application.release_date;
    const auto receive = [&](double bytes, int cluster, std::span<const int> senders, double sent) {
      const CommEstimate estimate(platform_, bytes, cluster, static_cast<int>(senders.size()), placement.cluster);
      start = std::max(start,
                       sent + (bytes > 0 && !std::ranges::equal(senders, placement.processors) ? estimate.time(n) : 0));
    };
    if (background != nullptr)
      for (const Inflow& data : background->inflows) {
        if (data.application != graph || data.task != task) continue;
        if (std::ranges::equal(data.there, placement.processors))
          start = std::max(start, data.arrival);
        else
          receive(data.bytes, data.cluster, data.processors, data.sent);
      }
    for (const Edge& edge : application.graph.in_edges(static_cast<int>(task))) {
      const Placement& parent = placements[edge.from];
      if (std::isnan(parent.finish))
        throw InvalidAnswer(fmt::format(
            "task {} of application {} is placed before task {}, which it waits for, and without dates tasks run in "
            "this order",
            task, graph, edge.from));
      receive(edge.bytes, parent.cluster, parent.processors, parent.finish);
    }
    for (const int processor : placement.processors) start = std::max(start, free[processor]);
    const double speed = platform_.clusters[placement.cluster].speed;
    placement.start = start;
    placement.finish =
        start + execution_time(application.graph.task(static_cast<int>(task)), n, placement.cluster, speed);
    for (const int processor : placement.processors) free[processor] = placement.finish;
  }
}

}  // namespace palio
