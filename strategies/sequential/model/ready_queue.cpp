#include "strategies/sequential/model/ready_queue.h"

#include <algorithm>
#include <functional>

namespace palio {

MissingParents::MissingParents(const TaskGraph& graph) : graph_(&graph) {
  missing_.reserve(graph.tasks().size());
  for (int task = 0; task < graph.task_count(); ++task)
    missing_.push_back(static_cast<int>(graph.in_edges(task).size()));
}

TaskHeap::TaskHeap(std::vector<int> order) : order_(std::move(order)), position_of_(order_.size()) {
  for (std::size_t i = 0; i < order_.size(); ++i)
    position_of_[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
}

int TaskHeap::pop() {
  const int task = top();
  std::ranges::pop_heap(positions_, std::greater{});
  positions_.pop_back();
  return task;
}

void TaskHeap::push(int task) {
  positions_.push_back(position_of_[static_cast<std::size_t>(task)]);
  std::ranges::push_heap(positions_, std::greater{});
}

ReadyQueue::ReadyQueue(const TaskGraph& graph, std::vector<int> order) : TaskHeap(std::move(order)), missing_(graph) {
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) push(task);
}

}  // namespace palio
