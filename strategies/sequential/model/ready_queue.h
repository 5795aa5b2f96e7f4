#pragma once

#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// How many parents of each task are not placed yet.
class MissingParents {
public:
  explicit MissingParents(const TaskGraph& graph);

  /// Calls `ready` with each child that waited for this task alone.
  template <class Ready>
  void placed(int task, Ready ready) {
    for (const Edge& edge : graph_->out_edges(task))
      if (--missing_[static_cast<std::size_t>(edge.to)] == 0) ready(edge.to);
  }

private:
  const TaskGraph* graph_;
  std::vector<int> missing_;
};

/// Some tasks, the first of a given order on top.
class TaskHeap {
public:
  /// `order`: every task once.
  explicit TaskHeap(std::vector<int> order);

  bool empty() const { return positions_.empty(); }
  int size() const { return static_cast<int>(positions_.size()); }
  int top() const { return order_[static_cast<std::size_t>(positions_.front())]; }
  int pop();
  void push(int task);

private:
  std::vector<int> order_, position_of_;
  std::vector<int> positions_;  // of its tasks, the least on top
};

/// The ready tasks, the first of a given order on top. Refers to the graph.
class ReadyQueue : public TaskHeap {
public:
  ReadyQueue(const TaskGraph& graph, std::vector<int> order);

  /// Lets its children in.
  void placed(int task) {
    missing_.placed(task, [&](int child) { push(child); });
  }

private:
  MissingParents missing_;
};

}  // namespace palio
