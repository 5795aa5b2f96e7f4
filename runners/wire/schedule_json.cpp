#include "runners/wire/schedule_json.h"

#include <nlohmann/json.hpp>

#include "runners/wire/whole_number.h"

namespace palio {

using nlohmann::json;

namespace {

json to_json(const GraphSchedule& detail) {
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

json to_json(const BagSchedule& schedule) {
  json tasks = json::array();
  for (const BagTask& t : schedule.tasks)
    tasks.push_back({t.application, t.worker, t.send_start, t.send_finish, t.start, t.finish});
  return {{"bags", std::move(tasks)}};
}

json to_json(const FileSchedule& schedule) {
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

BagSchedule read_bags(const json& object) {
  BagSchedule schedule;
  for (const json& t : object.at("bags"))
    schedule.tasks.push_back(
        {whole_number<int>(t.at(0)), whole_number<int>(t.at(1)), t.at(2), t.at(3), t.at(4), t.at(5)});
  return schedule;
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

}  // namespace

json detail_json(const ScheduleDetail& detail) {
  return std::visit([](const auto& schedule) { return to_json(schedule); }, detail);
}

ScheduleDetail read_detail(const json& object) {
  if (object.contains("bags")) return read_bags(object);
  if (object.contains("runs")) return read_files(object);
  return read_graphs(object);
}

}  // namespace palio
