#pragma once

#include <string>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio::bench {

/// One instance of the mixed-parallel study and the schedules that its strategies make.
struct ScheduledInstance {
  Platform platform;
  Workload workload;
  std::vector<Schedule> schedules;
};

/// The instances of a sample, as `palio run mixed-parallel --sample N` meets them.
std::vector<ScheduledInstance> scheduled_sample(std::uint64_t sample);

}  // namespace palio::bench
