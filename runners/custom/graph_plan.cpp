#include "runners/custom/graph_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <ranges>

#include "core/error.h"
#include "core/text/json_document.h"
#include "platforms/model/comm_estimate.h"
#include "runners/custom/command_keeper.h"
#include "runners/wire/wire_json.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
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

// Whether a task has another law than Amdahl's.
bool has_other_law(const TaskGraph& graph) {
  return std::ranges::any_of(graph.tasks(), [](const Task& task) { return task.speedup.law != SpeedupLaw::amdahl; });
}

}  // namespace

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
                     .speedups = speedups_.data()};
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

Schedule GraphPlan::schedule() {
  trouble_.check();
  if (invalid_) throw InvalidAnswer(*invalid_);
  for (std::size_t graph = 0; graph < schedule_.placements.size(); ++graph)
    for (std::size_t task = 0; task < schedule_.placements[graph].size(); ++task)
      if (schedule_.placements[graph][task].cluster < 0)
        throw InvalidAnswer(fmt::format("task {} of application {} is not placed", task, graph));
  if (with_dates_ == 0) make_dates(schedule_);
  return std::move(schedule_);
}

// In the order in which tasks were placed: as soon as the estimated data is there and the processors are free.
void GraphPlan::make_dates(Schedule& schedule) const {
  std::vector<double> free(cluster_of_.size(), 0);  // s, by processor
  for (const auto& [graph, task] : order_) {
    const Application& application = workload_.applications[graph];
    std::vector<Placement>& placements = schedule.placements[graph];
    Placement& placement = placements[task];
    const int n = static_cast<int>(placement.processors.size());
    double start = application.release_date;
    for (const Edge& edge : application.graph.in_edges(static_cast<int>(task))) {
      const Placement& parent = placements[edge.from];
      if (std::isnan(parent.finish))
        throw InvalidAnswer(fmt::format(
            "task {} of application {} is placed before task {}, which it waits for, and without dates tasks run in "
            "this order",
            task, graph, edge.from));
      const int m = static_cast<int>(parent.processors.size());
      const CommEstimate estimate(platform_, edge.bytes, parent.cluster, m, placement.cluster);
      start = std::max(start, parent.finish + (needs_transfer(edge, parent, placement) ? estimate.time(n) : 0));
    }
    for (const int processor : placement.processors) start = std::max(start, free[processor]);
    const double speed = platform_.clusters[placement.cluster].speed;
    placement.start = start;
    placement.finish =
        start + execution_time(application.graph.task(static_cast<int>(task)), n, placement.cluster, speed);
    for (const int processor : placement.processors) free[processor] = placement.finish;
  }
}

namespace {

using nlohmann::json;

constexpr JsonLimits k_limits{.deepest = 8};  // a line has a size limit
constexpr std::array<const char*, 5> k_interconnects{"backbone", "uplinks", "shared_switch", "mesh",
                                                     "loaded"};  // as the enum

json link_json(const Link& link) { return {{"bandwidth", link.bandwidth}, {"latency", link.latency}}; }

// As communication estimates see it; null: no bound.
json route_json(const Platform& platform, int source, int target) {
  Route route;
  if (platform.interconnect == Interconnect::loaded)
    route = loaded_route(platform, source, target);
  else if (source != target)
    route = {.latency = route_latency(platform, source, target), .shared = route_bandwidth(platform, source, target)};
  json text{route.latency};
  for (const double bandwidth : {route.sender, route.receiver, route.shared})
    text.push_back(bandwidth == Route::k_unbounded ? json() : json(bandwidth));
  return text;
}

json routes_json(const Platform& platform) {
  json routes = json::array();
  const auto count = static_cast<int>(platform.clusters.size());
  for (int source = 0; source < count; ++source)
    for (int target = 0; target < count; ++target) routes.push_back(route_json(platform, source, target));
  return routes;
}

bool has_routes(const Platform& platform) {
  return platform.interconnect == Interconnect::mesh || platform.interconnect == Interconnect::loaded;
}

json platform_json(const Platform& platform) {
  json clusters = json::array();
  int first = 0;
  for (const Cluster& cluster : platform.clusters) {
    clusters.push_back({{"name", cluster.name},
                        {"processors", cluster.processors},
                        {"first_processor", first},
                        {"speed", cluster.speed},
                        {"cores", cluster.cores},
                        {"processor_link", link_json(cluster.processor_link)},
                        {"switch", link_json(cluster.cluster_switch)},
                        {"uplink", link_json(cluster.uplink)}});
    first += cluster.processors;
  }
  json object{{"clusters", std::move(clusters)},
              {"interconnect", k_interconnects.at(static_cast<std::size_t>(platform.interconnect))},
              {"backbone", link_json(platform.backbone)},
              {"shared_switch", link_json(platform.shared_switch)},
              {"tcp_gamma", platform.tcp_gamma}};
  if (has_routes(platform)) object["routes"] = routes_json(platform);
  return object;
}

json graph_json(const Application& application) {
  json tasks = json::array(), edges = json::array();
  for (const Task& task : application.graph.tasks()) tasks.push_back({task.flop, task.alpha});
  for (const Edge& edge : application.graph.edges()) edges.push_back({edge.from, edge.to, edge.bytes});
  json graph{{"name", application.name},
             {"release_date", application.release_date},
             {"tasks", std::move(tasks)},
             {"edges", std::move(edges)},
             {"order", application.graph.topological_order()}};
  if (application.graph.time_count() > 0)
    for (const Task& task : application.graph.tasks()) graph["times"].push_back(task.times);
  if (has_other_law(application.graph))
    for (const Task& task : application.graph.tasks()) {
      const auto& [law, max_processors, overhead, exponent] = task.speedup;
      graph["speedups"].push_back(
          json::array({k_speedup_laws.at(static_cast<std::size_t>(law)), max_processors, overhead, exponent}));
    }
  return graph;
}

void read_placement(const json& row, GraphPlan& plan) {
  constexpr std::size_t k_without_dates = 3, k_with_dates = 5;
  if (row.size() != k_without_dates && row.size() != k_with_dates)
    throw ProtocolError("a placement is [graph, task, processors] or [graph, task, processors, start, finish]");
  std::vector<int> processors;
  for (const json& processor : row.at(2)) processors.push_back(whole_number<int>(processor));
  const bool dated = row.size() == k_with_dates;
  const auto date = [&](std::size_t place) {
    return dated ? row.at(place).get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  plan.place(whole_number<std::int64_t>(row.at(0)), whole_number<std::int64_t>(row.at(1)), std::move(processors),
             date(3), date(4));
}

}  // namespace

std::string instance_text(const Platform& platform, const Workload& workload) {
  json graphs = json::array();
  for (const Application& application : workload.applications) graphs.push_back(graph_json(application));
  return dumped({{"type", "instance"}, {"platform", platform_json(platform)}, {"graphs", std::move(graphs)}});
}

std::string question_text(std::string_view strategy, const Parameters& parameters) {
  json values = json::object();
  for (const auto& [name, value] : parameters)
    if (name != role_name(ParameterRole::digest))
      std::visit([&json_value = values[name]](const auto& typed) { json_value = typed; }, value);
  return dumped({{"type", "schedule"}, {"strategy", strategy}, {"parameters", std::move(values)}});
}

void read_plan(const std::string& command, const std::string& line, GraphPlan& plan) {
  const auto refuse = [&](const std::string& why) {
    throw FailedElsewhere(
        {FailureKind::protocol,
         0,
         fmt::format("the command \"{}\" answered what is no schedule ({}): {:.200}", command, why, line),
         {}});
  };
  try {
    const json answer = json_document(line, k_limits);
    if (const auto reason = answer.find("no_schedule"); reason != answer.end())
      return plan.trouble().no_schedule(reason->get<std::string>());
    if (const auto message = answer.find("error"); message != answer.end())
      return plan.trouble().failed(message->get<std::string>());
    for (const json& row : answer.at("placements")) read_placement(row, plan);
  } catch (const json::parse_error&) {
    refuse("it is no JSON");
  } catch (const json::exception& error) {  // "[json.exception.type_error.302] type must be number, but is string"
    const std::string what = error.what();
    refuse(what.substr(std::min(what.find("] ") + 2, what.size())));
  } catch (const UserError& error) {
    refuse(error.what());
  } catch (const ProtocolError& error) {
    refuse(error.what());
  }
}

}  // namespace palio
