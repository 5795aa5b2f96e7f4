#include "runners/external/graph_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/error.h"
#include "core/text/json_document.h"
#include "runners/external/command_keeper.h"
#include "runners/wire/wire_json.h"

namespace palio {
namespace {

using nlohmann::json;

constexpr JsonLimits k_limits{.deepest = 8};  // a line has a largest size
constexpr std::array<const char*, 5> k_interconnects{"backbone", "uplinks", "shared_switch", "mesh",
                                                     "loaded"};  // as the enum

json link_json(const Link& link) { return {{"bandwidth", link.bandwidth}, {"latency", link.latency}}; }

// As estimates know it; what bounds nothing is null.
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
