#include <nlohmann/json.hpp>

#include "runners/wire/schedule_json.h"
#include "runners/wire/whole_number.h"
#include "strategies/bags/bag_schedule.h"

namespace palio {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

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
    applications[static_cast<std::size_t>(t.application)]["tasks"].push_back({{"worker", t.worker},
                                                                              {"send_start", t.send_start},
                                                                              {"send_finish", t.send_finish},
                                                                              {"start", t.start},
                                                                              {"finish", t.finish}});
}

}  // namespace

ScheduleForm bag_form() { return schedule_form<BagSchedule, bags_to_json, read_bags, add_bag_schedule>("bags"); }

}  // namespace palio
