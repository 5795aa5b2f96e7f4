#pragma once

#include "core/identity/registry.h"
#include "workloads/model/any_workload.h"

namespace palio {

using WorkloadFamily = Family<AnyWorkload>;

std::span<const WorkloadFamily> workload_families();

/// The family of this name; throws UserError with the nearest valid name.
const WorkloadFamily& workload_family(std::string_view name);

}  // namespace palio
