#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runners/protocol.h"

namespace palio {

// The schedule of a scenario inside a protocol line:
//   {"tasks": [[{"cluster":0,"processors":[0,1],"predicted":[start,finish],"simulated":[start,finish]}, ...], ...],
//    "transfers": [[application,from,to,start,finish], ...]}          tasks[application][task], dates in s
nlohmann::json detail_json(const ScheduleDetail& detail);
ScheduleDetail read_detail(const nlohmann::json& object);

}  // namespace palio
