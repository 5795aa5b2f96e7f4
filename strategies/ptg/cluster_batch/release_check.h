#pragma once

#include <string_view>

#include "workloads/model/workload.h"

namespace palio {

/// For algorithms whose batches start together: throws NoSchedule, naming them as `who`, if an application is released
/// after 0.
void check_released_together(const Workload& workload, std::string_view who);

}  // namespace palio
