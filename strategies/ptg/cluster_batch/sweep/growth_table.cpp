#include "strategies/ptg/cluster_batch/sweep/growth_table.h"

#include <algorithm>

#include "workloads/model/speedup.h"

namespace palio {
namespace {

constexpr int k_first_entries = 4;

}  // namespace

GrowthTable::GrowthTable(const TaskGraph& graph, int processors, double speed)
    : graph_(graph),
      processors_(processors),
      speed_(speed),
      row_(static_cast<std::size_t>(processors) + 1),
      entries_(static_cast<std::size_t>(graph.task_count()) * row_),
      known_(static_cast<std::size_t>(graph.task_count()), 0) {}

void GrowthTable::fill(std::size_t position, int n) {
  const Task& task = graph_.task(graph_.topological_order()[position]);
  const int last = std::min(processors_, std::max(2 * known_[position], n + k_first_entries));
  double time = execution_time(task, known_[position] + 1, speed_);
  for (int i = known_[position] + 1; i <= last; ++i) {
    const double next = execution_time(task, i + 1, speed_);
    entries_[position * row_ + static_cast<std::size_t>(i)] = {time, time / i - next / (i + 1)};
    time = next;
  }
  known_[position] = last;
}

}  // namespace palio
