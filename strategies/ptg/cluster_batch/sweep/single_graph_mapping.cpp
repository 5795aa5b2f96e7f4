#include "strategies/ptg/cluster_batch/sweep/single_graph_mapping.h"

#include <algorithm>
#include <numeric>

#include "strategies/ptg/cluster_batch/processor_groups.h"

namespace palio {

SingleGraphMapping::SingleGraphMapping(const TaskGraph& graph, const PositionedEdges& edges)
    : edges_(edges),
      order_(static_cast<std::size_t>(graph.task_count())),
      finish_(static_cast<std::size_t>(graph.task_count())) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

double SingleGraphMapping::makespan(const CpaGrowth& allocation, int processors) {
  sort(allocation);
  ProcessorGroups free(processors, 0);
  never_waited_ = true;
  double last = 0;
  for (const std::size_t task : order_) {
    double ready = 0;
    for (std::size_t i = edges_.first_parent[task]; i < edges_.first_parent[task + 1]; ++i)
      ready = std::max(ready, finish_[edges_.parents[i]]);
    const int n = allocation.processors_at(task);
    const double start = free.start(n, ready);
    never_waited_ = never_waited_ && start == ready;
    finish_[task] = start + allocation.time_at(task);
    last = std::max(last, finish_[task]);
    free.occupy(n, ready, finish_[task]);
  }
  return last;
}

// By insertion: few tasks are not in their place.
void SingleGraphMapping::sort(const CpaGrowth& allocation) {
  const std::vector<double>& level = allocation.levels();
  const auto before = [&](std::size_t a, std::size_t b) { return level[a] != level[b] ? level[a] > level[b] : a < b; };
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const std::size_t task = order_[i];
    std::size_t place = i;
    for (; place > 0 && before(task, order_[place - 1]); --place) order_[place] = order_[place - 1];
    order_[place] = task;
  }
}

}  // namespace palio
