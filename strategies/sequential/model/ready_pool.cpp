#include "strategies/sequential/model/ready_pool.h"

#include <algorithm>
#include <functional>

namespace palio {

MissingParents::MissingParents(const TaskGraph& graph) : graph_(&graph) {
  missing_.reserve(graph.tasks().size());
  for (int task = 0; task < graph.task_count(); ++task)
    missing_.push_back(static_cast<int>(graph.in_edges(task).size()));
}

TaskHeap::TaskHeap(std::vector<int> order) : order_(std::move(order)), position_of_(order_.size()) {
  for (std::size_t i = 0; i < order_.size(); ++i) position_of_[order_[i]] = static_cast<int>(i);
}

int TaskHeap::pop() {
  const int task = top();
  std::ranges::pop_heap(positions_, std::greater{});
  positions_.pop_back();
  return task;
}

void TaskHeap::push(int task) {
  positions_.push_back(position_of_[task]);
  std::ranges::push_heap(positions_, std::greater{});
}

ReadyQueue::ReadyQueue(const TaskGraph& graph, std::vector<int> order) : TaskHeap(std::move(order)), missing_(graph) {
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) push(task);
}

ReadyPool::ReadyPool(HostSchedule& schedule, ReadySet set)
    : schedule_(&schedule),
      set_(set),
      missing_(schedule.instance().graph()),
      hosts_(schedule.instance().host_count()),
      row_(schedule.instance().graph().tasks().size(), 0) {
  const TaskGraph& graph = schedule.instance().graph();
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) waiting_.push_back(task);
  enter();
}

void ReadyPool::place(int task, int host) {
  schedule_->place(task, slot(task, host));
  tasks_.erase(std::ranges::lower_bound(tasks_, task));
  unused_rows_.push_back(row_[task]);
  missing_.placed(task, [&](int child) { waiting_.push_back(child); });
  entered_.clear();
  if (set_ == ReadySet::each || tasks_.empty()) enter();
}

void ReadyPool::enter() {
  for (const int task : waiting_) {
    if (unused_rows_.empty()) {
      unused_rows_.push_back(dates_.size() / hosts_);
      dates_.resize(dates_.size() + hosts_);
    }
    const std::size_t row = unused_rows_.back();
    unused_rows_.pop_back();
    row_[task] = row;
    schedule_->find_data_ready(task, std::span(dates_).subspan(row * hosts_, hosts_));
    tasks_.insert(std::ranges::lower_bound(tasks_, task), task);
  }
  entered_.swap(waiting_);
  waiting_.clear();
}

}  // namespace palio
