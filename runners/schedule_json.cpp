#include "runners/schedule_json.h"

#include <nlohmann/json.hpp>

#include "runners/whole_number.h"

namespace palio {

using nlohmann::json;

json detail_json(const ScheduleDetail& detail) {
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

namespace {

std::vector<int> read_processors(const json& list) {
  std::vector<int> processors;
  for (const json& processor : list) processors.push_back(whole_number<int>(processor));
  return processors;
}

}  // namespace

ScheduleDetail read_detail(const json& object) {
  ScheduleDetail detail;
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

}  // namespace palio
