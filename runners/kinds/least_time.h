#pragma once

#include "platforms/model/platform.h"
#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"
#include "workloads/model/workload.h"

namespace palio {

/// s; a rate of one in less, times what is left, may be no number any more: SimGrid then never ends.
inline constexpr double k_least_time = 1e-295;

// Throw UserError for work, data or a release date that takes less, but some time, on the fastest processor or link.
void check_times(const Platform& platform, const Workload& workload);
void check_times(const Star& star, const BagBatch& batch);
void check_times(const Star& star, const SharedFileTasks& tasks);

}  // namespace palio
