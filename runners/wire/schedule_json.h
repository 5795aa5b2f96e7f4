#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <typeindex>

#include "runners/wire/simulated_scenario.h"

namespace palio {

/// How the schedules of one kind of application are written: a row of the table.
struct ScheduleForm {
  std::type_index type;   // of the schedule
  std::string_view mark;  // key that the JSON of no other kind has
  // Inside a protocol line, dates in s.
  nlohmann::json (*write)(const ScheduleDetail& detail);
  ScheduleDetail (*read)(const nlohmann::json& object);
  // Into the document of a scenario (simulation_json.h).
  void (*describe)(nlohmann::ordered_json& document, const SimulatedScenario& scenario);
};

/// The row from functions that know the type of the schedule.
template <class Schedule, auto write, auto read, auto describe>
ScheduleForm schedule_form(std::string_view mark) {
  return {typeid(Schedule), mark, [](const ScheduleDetail& detail) { return write(as<Schedule>(detail)); },
          [](const nlohmann::json& object) -> ScheduleDetail { return read(object); },
          [](nlohmann::ordered_json& document, const SimulatedScenario& scenario) {
            describe(document, scenario, as<Schedule>(scenario.detail));
          }};
}

//   {"tasks": [[{"cluster":0,"processors":[0,1],"predicted":[start,finish],"simulated":[start,finish]}, ...], ...],
//    "transfers": [[application,from,to,start,finish], ...]}                          tasks[application][task]
ScheduleForm graph_form();
//   {"bags": [[application,worker,send_start,send_finish,start,finish], ...]}         in the order of the sends
ScheduleForm bag_form();
//   {"runs": [[worker,start,finish], ...], "copies": [[task,worker,start,finish], ...],
//    "messages": [[from,to,file,start,finish], ...], "makespan": s, "sent": files, "supervisors": nodes}
ScheduleForm file_form();

std::span<const ScheduleForm> schedule_forms();

nlohmann::json detail_json(const ScheduleDetail& detail, std::span<const ScheduleForm> forms);
/// Throws ProtocolError for a schedule of no kind.
ScheduleDetail read_detail(const nlohmann::json& object, std::span<const ScheduleForm> forms);

}  // namespace palio
