#pragma once

#include <functional>
#include <span>
#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// Execution times by task, s, on the allocated processors, all of one speed (flop/s).
std::vector<double> execution_times(const TaskGraph& graph, std::span<const int> allocation, double speed);

/// Bottom level of every task (s): its time plus the largest (edge time + bottom level) among its children.
std::vector<double> bottom_levels(const TaskGraph& graph, std::span<const double> task_time);
std::vector<double> bottom_levels(const TaskGraph& graph, std::span<const double> task_time,
                                  const std::function<double(const Edge&)>& edge_time);

/// Tasks by decreasing bottom level; ties by topological position, which makes it a list-scheduling order.
std::vector<int> priority_order(const TaskGraph& graph, std::span<const double> bottom_level);

}  // namespace palio
