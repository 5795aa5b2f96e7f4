#include "runners/wire/simulation_json.h"

#include <nlohmann/json.hpp>

namespace palio {
namespace {

using Json = nlohmann::ordered_json;

Json metrics_json(const MetricValues& values) {
  Json object;
  for (const MetricInfo& info : metric_table()) {
    const double value = values[info];
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

void add_schedule(Json& document, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  const auto& platform = std::get<Platform>(scenario.platform);
  const auto& workload = std::get<Workload>(scenario.workload);
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

void add_schedule(Json& document, const SimulatedScenario& scenario, const BagSchedule& schedule) {
  Json& applications = document["applications"] = Json::array();
  for (const BagOfTasks& bag : std::get<BagBatch>(scenario.workload).applications)
    applications.push_back({{"name", bag.name}, {"release_date", bag.release_date}, {"tasks", Json::array()}});
  for (const BagTask& t : schedule.tasks)
    applications[static_cast<std::size_t>(t.application)]["tasks"].push_back({{"worker", t.worker},
                                                                              {"send_start", t.send_start},
                                                                              {"send_finish", t.send_finish},
                                                                              {"start", t.start},
                                                                              {"finish", t.finish}});
}

Json run_json(int task, const SharedFileTasks& tasks, const FileTaskRun& run) {
  return {{"task", task},
          {"file", tasks.file_of_task[static_cast<std::size_t>(task)]},
          {"worker", run.worker},
          {"start", run.start},
          {"finish", run.finish}};
}

void add_schedule(Json& document, const SimulatedScenario& scenario, const FileSchedule& schedule) {
  const auto& tasks = std::get<SharedFileTasks>(scenario.workload);
  Json& runs = document["tasks"] = Json::array();
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
    runs.push_back(run_json(static_cast<int>(task), tasks, schedule.tasks[task]));
  Json& copies = document["copies"] = Json::array();
  for (const FileTaskCopy& copy : schedule.copies) copies.push_back(run_json(copy.task, tasks, copy.run));
  Json& messages = document["messages"] = Json::array();
  for (const FileTransfer& m : schedule.messages)
    messages.push_back({{"from", node_title(m.from, schedule.supervisors)},
                        {"to", node_title(m.to, schedule.supervisors)},
                        {"file", m.file < 0 ? Json() : Json(m.file)},
                        {"start", m.start},
                        {"finish", m.finish}});
}

}  // namespace

std::string simulation_json(const SimulatedScenario& scenario) {
  const Cost& cost = scenario.result.cost;
  Json document{{"strategy", scenario.strategy},
                {"engine", scenario.engine.name},
                {"engine_version", scenario.engine.version},
                {"metrics", metrics_json(std::get<Completed>(scenario.result.outcome).metrics)},
                {"cost",
                 {{"schedule_time", cost.schedule_time},
                  {"simulation_time", cost.simulation_time},
                  {"total_time", cost.total_time},
                  {"peak_memory", cost.peak_memory}}}};
  std::visit([&](const auto& schedule) { add_schedule(document, scenario, schedule); }, scenario.detail);
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace palio
