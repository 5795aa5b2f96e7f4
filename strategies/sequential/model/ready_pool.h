#pragma once

#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// How many parents of each task are not placed yet.
class MissingParents {
public:
  explicit MissingParents(const TaskGraph& graph) : graph_(&graph) {
    for (int task = 0; task < graph.task_count(); ++task)
      missing_.push_back(static_cast<int>(graph.in_edges(task).size()));
  }

  /// Calls `ready` with each child that waited for this task alone.
  template <class Ready>
  void placed(int task, Ready ready) {
    for (const Edge& edge : graph_->out_edges(task))
      if (--missing_[edge.to] == 0) ready(edge.to);
  }

private:
  const TaskGraph* graph_;
  std::vector<int> missing_;
};

/// The ready tasks, the first of a given order on top. Refers to the graph.
class ReadyQueue {
public:
  /// `order`: every task once. Only `bound` tasks compete; further ones wait, first come first served.
  ReadyQueue(const TaskGraph& graph, std::vector<int> order,
             std::size_t bound = std::numeric_limits<std::size_t>::max());

  bool empty() const { return positions_.empty(); }
  int pop();
  void push(int task);
  /// Lets the children of the task in.
  void placed(int task) {
    missing_.placed(task, [&](int child) { push(child); });
  }

private:
  std::vector<int> order_, position_of_;
  std::vector<int> positions_;  // of the tasks that compete: a heap, the least on top
  std::deque<int> waiting_;
  std::size_t bound_;
  MissingParents missing_;
};

/// When tasks that have become ready join the others: at once, or when none of the others is left.
enum class ReadySet { each, batch };

/// The ready tasks of a schedule and when their data can be on each host, for schedulers that choose a task and a host
/// together and append it there. Refers to the schedule.
class ReadyPool {
public:
  ReadyPool(HostSchedule& schedule, ReadySet set);

  /// Ascending.
  std::span<const int> tasks() const { return tasks_; }
  /// Those that came in last: at the beginning, or with the last task placed.
  std::span<const int> entered() const { return entered_; }

  double data_ready(int task, int host) const {  // s
    return dates_[row_[task] * hosts_ + static_cast<std::size_t>(host)];
  }
  /// The end of the host's tasks.
  HostSlot slot(int task, int host) const {
    return schedule_->slot(task, host, data_ready(task, host), Placing::append);
  }
  void place(int task, int host);

private:
  void enter();

  HostSchedule* schedule_;
  ReadySet set_;
  MissingParents missing_;
  std::vector<int> tasks_, entered_;
  std::vector<int> waiting_;  // ready, not in the pool yet
  std::size_t hosts_;
  std::vector<double> dates_;             // rows by host
  std::vector<std::size_t> row_;          // by task
  std::vector<std::size_t> unused_rows_;  // of tasks that were placed
};

}  // namespace palio
