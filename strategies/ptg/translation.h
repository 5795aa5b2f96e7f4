#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// The homogeneous cluster that HCPA allocates on (ISPDC 2007, section 3.1): processors of the slowest speed, as many
/// as have the platform's power, rounded down.
struct ReferenceCluster {
  int processors = 0;
  double speed = 0;  // flop/s
};

/// The same number of processors before rounding: the power of the platform over its slowest speed.
double reference_processors(const Platform& platform);

ReferenceCluster reference_cluster(const Platform& platform);

/// The smallest number of processors of speed `speed` on which the task is no slower than on n reference processors
/// of speed `reference_speed` <= `speed`. At least 1.
int translated_allocation(const Task& task, int n, double reference_speed, double speed);

/// Whether some cluster has enough processors for the translation of n reference processors.
bool some_cluster_holds(const Platform& platform, const Task& task, int n, double reference_speed);

/// By task, the most reference processors whose translation some cluster has.
std::vector<int> largest_allocations(const Platform& platform, const TaskGraph& graph,
                                     const ReferenceCluster& reference);

}  // namespace palio
