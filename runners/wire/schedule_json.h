#pragma once

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
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
  // Into the document of a scenario, simulation_json().
  void (*describe)(nlohmann::ordered_json& document, const SimulatedScenario& scenario);
};

/// The row from functions that know the type of the schedule.
template <class Schedule, auto write, auto read, auto describe>
RowFor<Schedule, ScheduleForm> schedule_form(std::string_view mark) {
  return {{typeid(Schedule), mark, [](const ScheduleDetail& detail) { return write(as<Schedule>(detail)); },
           [](const nlohmann::json& object) -> ScheduleDetail { return read(object); },
           [](nlohmann::ordered_json& document, const SimulatedScenario& scenario) {
             describe(document, scenario, as<Schedule>(scenario.detail));
           }}};
}

/// The rows of all kinds.
std::span<const ScheduleForm> schedule_forms();

/// One completed scenario as an indented JSON document: engine, strategy, metrics (null where they do not apply), cost,
/// and the schedule. Task graphs: every task with its cluster, processors, predicted and simulated dates, and the
/// redistributions. Bags: every task by application, in the order of the sends. Shared files: tasks, copies that were
/// not the first to be done, messages.
std::string simulation_json(const SimulatedScenario& scenario, std::span<const ScheduleForm> forms = schedule_forms());

}  // namespace palio
