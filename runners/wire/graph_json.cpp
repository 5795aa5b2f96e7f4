#include <nlohmann/json.hpp>

#include "runners/wire/schedule_json.h"
#include "runners/wire/whole_number.h"

namespace palio {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

json graphs_to_json(const GraphSchedule& detail) {
  json applications = json::array();
  for (std::size_t app = 0; app < detail.planned.placements.size(); ++app) {
    json tasks = json::array();
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task) {
      const Placement& planned = detail.planned.placements[app][task];
      const Placement& simulated = detail.execution.schedule.placements[app][task];
      tasks.push_back({{"cluster", planned.cluster},
                       {"processors", planned.processors},
                       {"predicted", {planned.start, planned.finish}},
                       {"simulated", {simulated.start, simulated.finish}}});
    }
    applications.push_back(std::move(tasks));
  }
  json transfers = json::array();
  for (const Transfer& t : detail.execution.transfers)
    transfers.push_back({t.application, t.from, t.to, t.start, t.finish});
  return {{"tasks", std::move(applications)}, {"transfers", std::move(transfers)}};
}

std::vector<int> read_processors(const json& list) {
  std::vector<int> processors;
  for (const json& processor : list) processors.push_back(whole_number<int>(processor));
  return processors;
}

GraphSchedule read_graphs(const json& object) {
  GraphSchedule detail;
  for (const json& application : object.at("tasks")) {
    std::vector<Placement>& planned = detail.planned.placements.emplace_back();
    std::vector<Placement>& simulated = detail.execution.schedule.placements.emplace_back();
    for (const json& task : application) {
      const auto processors = read_processors(task.at("processors"));
      const int cluster = whole_number<int>(task.at("cluster"));
      const json& predicted_dates = task.at("predicted");
      const json& simulated_dates = task.at("simulated");
      planned.push_back({cluster, processors, predicted_dates.at(0), predicted_dates.at(1)});
      simulated.push_back({cluster, processors, simulated_dates.at(0), simulated_dates.at(1)});
    }
  }
  for (const json& t : object.at("transfers"))
    detail.execution.transfers.push_back(
        {whole_number<int>(t.at(0)), whole_number<int>(t.at(1)), whole_number<int>(t.at(2)), t.at(3), t.at(4)});
  return detail;
}

Json task_json(const Platform& platform, const TaskGraph& graph, int task, const Placement& planned,
               const Placement& simulated) {
  const Cluster& cluster = platform.clusters[static_cast<std::size_t>(planned.cluster)];
  return {{"task", task},
          {"name", task_title(graph, task)},
          {"cluster", cluster.name},
          {"processors", planned.processors},
          {"predicted_start", planned.start},
          {"predicted_finish", planned.finish},
          {"start", simulated.start},
          {"finish", simulated.finish}};
}

void add_graph_schedule(Json& document, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  const auto& platform = as<Platform>(scenario.platform);
  const auto& workload = as<Workload>(scenario.workload);
  document["tcp_gamma"] = platform.tcp_gamma;
  Json& applications = document["applications"] = Json::array();
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    Json tasks = Json::array();
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task)
      tasks.push_back(task_json(platform, workload.applications[app].graph, static_cast<int>(task),
                                detail.planned.placements[app][task], detail.execution.schedule.placements[app][task]));
    applications.push_back({{"name", workload.applications[app].name},
                            {"release_date", workload.applications[app].release_date},
                            {"tasks", std::move(tasks)}});
  }
  Json& transfers = document["redistributions"] = Json::array();
  for (const Transfer& t : detail.execution.transfers)
    transfers.push_back(
        {{"application", t.application}, {"from", t.from}, {"to", t.to}, {"start", t.start}, {"finish", t.finish}});
}

}  // namespace

ScheduleForm graph_form() {
  return schedule_form<GraphSchedule, graphs_to_json, read_graphs, add_graph_schedule>("tasks");
}

}  // namespace palio
