#include "runners/wire/simulated_scenario.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runners/wire/wire_json.h"

namespace palio {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

//   {"tasks": [[{"cluster":0,"processors":[0,1],"predicted":[start,finish],"simulated":[start,finish]}, ...], ...],
//    "transfers": [[application,from,to,start,finish], ...]}                          tasks[application][task]
// A task that a later plan moved also has "moved": [cluster,processors], where it ran.
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
      if (simulated.cluster != planned.cluster || simulated.processors != planned.processors)
        tasks.back()["moved"] = {simulated.cluster, simulated.processors};
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
      if (!task.contains("moved")) continue;
      simulated.back().cluster = whole_number<int>(task.at("moved").at(0));
      simulated.back().processors = read_processors(task.at("moved").at(1));
    }
  }
  for (const json& t : object.at("transfers"))
    detail.execution.transfers.push_back(
        {whole_number<int>(t.at(0)), whole_number<int>(t.at(1)), whole_number<int>(t.at(2)), t.at(3), t.at(4)});
  return detail;
}

Json task_json(const Platform& platform, const TaskGraph& graph, int task, const Placement& planned,
               const Placement& simulated) {
  const Cluster& cluster = platform.clusters[simulated.cluster];
  return {{"task", task},
          {"name", task_title(graph, task)},
          {"cluster", cluster.name},
          {"processors", simulated.processors},
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

//   {"bags": [[application,worker,send_start,send_finish,start,finish], ...]}         in the order of the sends
json bags_to_json(const BagSchedule& schedule) {
  json tasks = json::array();
  for (const BagTask& t : schedule.tasks)
    tasks.push_back({t.application, t.worker, t.send_start, t.send_finish, t.start, t.finish});
  return {{"bags", std::move(tasks)}};
}

BagSchedule read_bags(const json& object) {
  BagSchedule schedule;
  for (const json& t : object.at("bags"))
    schedule.tasks.push_back(
        {whole_number<int>(t.at(0)), whole_number<int>(t.at(1)), t.at(2), t.at(3), t.at(4), t.at(5)});
  return schedule;
}

void add_bag_schedule(Json& document, const SimulatedScenario& scenario, const BagSchedule& schedule) {
  Json& applications = document["applications"] = Json::array();
  for (const BagOfTasks& bag : as<BagBatch>(scenario.workload).applications)
    applications.push_back({{"name", bag.name}, {"release_date", bag.release_date}, {"tasks", Json::array()}});
  for (const BagTask& t : schedule.tasks)
    applications[t.application]["tasks"].push_back({{"worker", t.worker},
                                                    {"send_start", t.send_start},
                                                    {"send_finish", t.send_finish},
                                                    {"start", t.start},
                                                    {"finish", t.finish}});
}

//   {"runs": [[worker,start,finish], ...], "copies": [[task,worker,start,finish], ...],
//    "messages": [[from,to,file,start,finish], ...], "makespan": s, "sent": files, "supervisors": nodes}
json files_to_json(const FileSchedule& schedule) {
  json runs = json::array();
  for (const FileTaskRun& run : schedule.tasks) runs.push_back({run.worker, run.start, run.finish});
  json copies = json::array();
  for (const FileTaskCopy& copy : schedule.copies)
    copies.push_back({copy.task, copy.run.worker, copy.run.start, copy.run.finish});
  json messages = json::array();
  for (const FileTransfer& m : schedule.messages) messages.push_back({m.from, m.to, m.file, m.start, m.finish});
  return {{"runs", std::move(runs)},       {"copies", std::move(copies)}, {"messages", std::move(messages)},
          {"makespan", schedule.makespan}, {"sent", schedule.transfers},  {"supervisors", schedule.supervisors}};
}

FileSchedule read_files(const json& object) {
  FileSchedule schedule;
  for (const json& run : object.at("runs"))
    schedule.tasks.push_back({whole_number<int>(run.at(0)), run.at(1), run.at(2)});
  for (const json& copy : object.at("copies"))
    schedule.copies.push_back({whole_number<int>(copy.at(0)), {whole_number<int>(copy.at(1)), copy.at(2), copy.at(3)}});
  for (const json& m : object.at("messages"))
    schedule.messages.push_back(
        {whole_number<int>(m.at(0)), whole_number<int>(m.at(1)), whole_number<int>(m.at(2)), m.at(3), m.at(4)});
  schedule.makespan = object.at("makespan");
  schedule.transfers = whole_number<int>(object.at("sent"));
  schedule.supervisors = whole_number<int>(object.at("supervisors"));
  return schedule;
}

Json run_json(int task, const SharedFileTasks& tasks, const FileTaskRun& run) {
  return {{"task", task},
          {"file", tasks.file_of_task[task]},
          {"worker", run.worker},
          {"start", run.start},
          {"finish", run.finish}};
}

void add_file_schedule(Json& document, const SimulatedScenario& scenario, const FileSchedule& schedule) {
  const auto& tasks = as<SharedFileTasks>(scenario.workload);
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

Json all_metrics_json(const MetricValues& values) {
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

}  // namespace

std::string task_title(const TaskGraph& graph, int task) {
  const std::string& name = graph.task(task).name;
  return name.empty() ? fmt::format("task {}", task) : name;
}

std::string application_title(const std::string& name, std::size_t application) {
  return name.empty() ? fmt::format("application {}", application) : name;
}

std::string node_title(int node, int supervisors) {
  if (node == 0) return "master";
  if (node <= supervisors) return fmt::format("supervisor {}", node - 1);
  return fmt::format("worker {}", node - supervisors - 1);
}

std::span<const ScheduleForm> schedule_forms() {
  static const auto forms =
      Schedules::table(schedule_form<GraphSchedule, graphs_to_json, read_graphs, add_graph_schedule>("tasks"),
                       schedule_form<BagSchedule, bags_to_json, read_bags, add_bag_schedule>("bags"),
                       schedule_form<FileSchedule, files_to_json, read_files, add_file_schedule>("runs"));
  return forms;
}

const RealizationMetrics* shown_realization(const SimulatedScenario& scenario) {
  if (!scenario.realization) return nullptr;
  return &std::get<Completed>(scenario.result.outcome).realizations.at(static_cast<std::size_t>(*scenario.realization));
}

std::string simulation_json(const SimulatedScenario& scenario, std::span<const ScheduleForm> forms) {
  const Cost& cost = scenario.result.cost;
  Json document{{"strategy", scenario.strategy},
                {"engine", scenario.engine.name},
                {"engine_version", scenario.engine.version},
                {"metrics", all_metrics_json(std::get<Completed>(scenario.result.outcome).metrics)},
                {"cost",
                 {{"schedule_time", cost.schedule_time},
                  {"simulation_time", cost.simulation_time},
                  {"total_time", cost.total_time},
                  {"peak_memory", cost.peak_memory}}}};
  if (const RealizationMetrics* shown = shown_realization(scenario))
    document["realization"] = {
        {"r", *scenario.realization}, {"makespan", shown->makespan}, {"replans", shown->replans}};
  row_for(forms, scenario.detail).describe(document, scenario);
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace palio
