#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runners/wire/protocol.h"

namespace palio {

// The schedule of a scenario inside a protocol line, dates in s.
//   task graphs: {"tasks": [[{"cluster":0,"processors":[0,1],"predicted":[start,finish],"simulated":[start,finish]},
//                ...], ...], "transfers": [[application,from,to,start,finish], ...]}      tasks[application][task]
//   bags: {"bags": [[application,worker,send_start,send_finish,start,finish], ...]}       in the order of the sends
//   shared files: {"runs": [[worker,start,finish], ...], "copies": [[task,worker,start,finish], ...],
//                 "messages": [[from,to,file,start,finish], ...], "makespan": s, "sent": files, "supervisors": nodes}
nlohmann::json detail_json(const ScheduleDetail& detail);
ScheduleDetail read_detail(const nlohmann::json& object);

}  // namespace palio
