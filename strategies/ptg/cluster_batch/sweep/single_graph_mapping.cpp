#include "strategies/ptg/cluster_batch/sweep/single_graph_mapping.h"

#include <algorithm>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/list_plan.h"

namespace palio {

SingleGraphMapping::SingleGraphMapping(const TaskGraph& graph)
    : graph_(graph),
      order_(graph.topological_order().begin(), graph.topological_order().end()),
      time_(order_.size()),
      finish_(order_.size()) {}

double SingleGraphMapping::makespan(const CriticalPathGrowth& allocation, int processors) {
  for (int task = 0; task < graph_.task_count(); ++task)
    time_[static_cast<std::size_t>(task)] = allocation.task_time(task);
  sort();
  ProcessorGroups free(processors, 0);
  never_waited_ = true;
  double last = 0;
  for (const int task : order_) {
    const auto index = static_cast<std::size_t>(task);
    double ready = 0;
    for (const Edge& edge : graph_.in_edges(task))
      ready = std::max(ready, finish_[static_cast<std::size_t>(edge.from)]);
    const int n = allocation.processors()[index];
    const double start = free.start(n, ready);
    never_waited_ = never_waited_ && start == ready;
    finish_[index] = start + time_[index];
    last = std::max(last, finish_[index]);
    free.occupy(n, ready, finish_[index]);
  }
  return last;
}

// By insertion: few tasks are not in their place.
void SingleGraphMapping::sort() {
  const std::vector<double> levels = bottom_levels(graph_, time_);
  const auto level = [&](int task) { return levels[static_cast<std::size_t>(task)]; };
  const auto before = [&](int a, int b) {
    return level(a) != level(b) ? level(a) > level(b) : graph_.topological_position(a) < graph_.topological_position(b);
  };
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const int task = order_[i];
    std::size_t place = i;
    for (; place > 0 && before(task, order_[place - 1]); --place) order_[place] = order_[place - 1];
    order_[place] = task;
  }
}

}  // namespace palio
