#pragma once

#include "core/any_of.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"
#include "workloads/model/workload.h"

namespace palio {

/// The workload that a family makes, of any kind of application.
using AnyWorkload = AnyOf<WorkloadRole>;
using Workloads = TypeList<Workload, BagBatch, SharedFileTasks>;

}  // namespace palio
