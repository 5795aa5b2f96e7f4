#include <nlohmann/json.hpp>

#include "runners/wire/schedule_json.h"
#include "runners/wire/whole_number.h"
#include "strategies/files/file_schedule.h"

namespace palio {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

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
          {"file", tasks.file_of_task[static_cast<std::size_t>(task)]},
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

}  // namespace

ScheduleForm file_form() { return schedule_form<FileSchedule, files_to_json, read_files, add_file_schedule>("runs"); }

}  // namespace palio
