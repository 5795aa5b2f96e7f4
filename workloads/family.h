#pragma once

#include "core/registry.h"
#include "workloads/workload.h"

namespace palio {

using WorkloadFamily = Family<Workload>;

std::span<const WorkloadFamily> workload_families();

/// The family of that name; throws UserError with the nearest valid name.
const WorkloadFamily& workload_family(std::string_view name);

}  // namespace palio
