#include "runners/simulation_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace palio {
namespace {

using Json = nlohmann::ordered_json;

Json metrics_json(const MetricValues& values) {
  Json object;
  for (const MetricInfo& info : metric_table()) {
    const double value = values[info.metric];
    if (value != value)
      object[std::string(info.name)] = nullptr;
    else if (info.type == MetricType::integer)
      object[std::string(info.name)] = static_cast<std::int64_t>(value);
    else
      object[std::string(info.name)] = value;
  }
  return object;
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

}  // namespace

std::string task_title(const TaskGraph& graph, int task) {
  const std::string& name = graph.task(task).name;
  return name.empty() ? fmt::format("task {}", task) : name;
}

std::string simulation_json(const Platform& platform, const Workload& workload, std::string_view strategy,
                            const EngineInfo& engine, const ScenarioResult& result, const ScheduleDetail& detail) {
  Json applications = Json::array();
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    Json tasks = Json::array();
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task)
      tasks.push_back(task_json(platform, workload.applications[app].graph, static_cast<int>(task),
                                detail.planned.placements[app][task], detail.execution.schedule.placements[app][task]));
    applications.push_back({{"name", workload.applications[app].name},
                            {"release_date", workload.applications[app].release_date},
                            {"tasks", std::move(tasks)}});
  }
  Json transfers = Json::array();
  for (const Transfer& t : detail.execution.transfers)
    transfers.push_back(
        {{"application", t.application}, {"from", t.from}, {"to", t.to}, {"start", t.start}, {"finish", t.finish}});
  const Json document{{"strategy", strategy},
                      {"engine", engine.name},
                      {"engine_version", engine.version},
                      {"tcp_gamma", platform.tcp_gamma},
                      {"metrics", metrics_json(std::get<Completed>(result.outcome).metrics)},
                      {"cost",
                       {{"schedule_time", result.cost.schedule_time},
                        {"simulation_time", result.cost.simulation_time},
                        {"total_time", result.cost.total_time},
                        {"peak_memory", result.cost.peak_memory}}},
                      {"applications", std::move(applications)},
                      {"redistributions", std::move(transfers)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace palio
