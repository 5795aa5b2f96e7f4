#include "strategies/ptg/critical_path.h"

#include <utility>

namespace palio {

CriticalPath::CriticalPath(const TaskGraph& graph, std::vector<double> task_time)
    : graph_(graph),
      task_time_(std::move(task_time)),
      level_(task_time_.size()),
      next_(task_time_.size(), -1),
      outdated_(task_time_.size()) {
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) entries_.push_back(task);
  const std::span<const int> order = graph.topological_order();
  for (std::size_t i = order.size(); i-- > 0;) update_level(order[i]);
  find_first();
}

// Upwards in topological order, so that each level is computed once, from levels that are final.
void CriticalPath::set_task_time(int task, double time) {
  task_time_[static_cast<std::size_t>(task)] = time;
  auto position = static_cast<std::size_t>(graph_.topological_position(task));
  outdated_[position] = 1;
  for (int left = 1; left > 0; --position) {
    if (outdated_[position] == 0) continue;
    outdated_[position] = 0;
    --left;
    const int id = graph_.topological_order()[position];
    if (!update_level(id)) continue;
    for (const Edge& edge : graph_.in_edges(id)) {
      char& parent = outdated_[static_cast<std::size_t>(graph_.topological_position(edge.from))];
      left += 1 - parent;
      parent = 1;
    }
  }
  find_first();
}

// Whether the level changed.
bool CriticalPath::update_level(int task) {
  const auto level = [&](int id) { return level_[static_cast<std::size_t>(id)]; };
  int largest = -1;
  for (const Edge& edge : graph_.out_edges(task))
    if (largest < 0 || level(edge.to) > level(largest)) largest = edge.to;
  next_[static_cast<std::size_t>(task)] = largest;
  const double updated = task_time(task) + (largest < 0 ? 0 : level(largest));
  return std::exchange(level_[static_cast<std::size_t>(task)], updated) != updated;
}

void CriticalPath::find_first() {
  first_ = entries_.front();
  for (const int entry : entries_)
    if (level_[static_cast<std::size_t>(entry)] > level_[static_cast<std::size_t>(first_)]) first_ = entry;
}

}  // namespace palio
