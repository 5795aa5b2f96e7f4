#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_of.h"
#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// What is wanted of a scenario: its metrics alone, those of each realization as well, or also its schedule.
enum class Detail { metrics, realizations, schedule };

/// A simulated schedule: the same placements with the simulated dates, and the redistributions.
struct Execution {
  Schedule schedule;
  std::vector<Transfer> transfers;
};

/// The schedule of task graphs.
struct GraphSchedule {
  using Role = struct ScheduleRole;
  static constexpr std::string_view k_called = "task graphs";

  Schedule planned;
  Execution execution;
};

/// The schedule itself, on request, by kind of application: GraphSchedule, BagSchedule, FileSchedule.
using ScheduleDetail = AnyOf<ScheduleRole>;

/// Thrown when a simulation ended with activities that never finished. The message names the first one.
class Deadlock : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Thrown for an execution or a plan in which the validator found something.
class InvalidExecution : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Name and version of the engine, stored with every session of work.
struct EngineInfo {
  std::string name;
  std::string version;
};

}  // namespace palio
