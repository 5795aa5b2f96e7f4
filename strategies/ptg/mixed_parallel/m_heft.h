#pragma once

#include <functional>

#include "strategies/ptg/graph_method.h"

namespace palio {

/// M-HEFT (Casanova, Desprez, Suter, Euro-Par 2004; ISPDC 2007 section 3.2): tasks by decreasing bottom level of mean
/// times; each on the cluster and the number of processors that finish it first, from 1 to a cap.
SchedulingResult schedule_m_heft(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: processors are added while each improves the execution time by more than `threshold` (section 4.2), or with
/// imp_base = completion the date at which the task finishes.
SchedulingResult schedule_m_heft_imp(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: processors are added while the parallel efficiency stays at `threshold` or above (section 4.2).
SchedulingResult schedule_m_heft_eff(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: the fraction `threshold` of the cluster, at least one processor (section 4.2).
SchedulingResult schedule_m_heft_max(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Largest allocation of a task on a cluster.
using AllocationCap = std::function<int(const Task& task, const Cluster& cluster)>;

AllocationCap improvement_cap(double threshold, std::string_view base);
AllocationCap efficiency_cap(double threshold, std::string_view base, double reference_speed);
AllocationCap fraction_cap(double threshold);

/// M-HEFT's priority (s): mean time on one processor plus mean communication, along the longest path to an exit.
std::vector<double> mean_bottom_levels(const Platform& platform, const TaskGraph& graph);

}  // namespace palio
