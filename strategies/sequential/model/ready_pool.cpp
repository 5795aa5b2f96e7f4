#include "strategies/sequential/model/ready_pool.h"

#include <algorithm>

namespace palio {

ReadyPool::ReadyPool(HostSchedule& schedule, ReadySet set)
    : schedule_(&schedule),
      set_(set),
      missing_(schedule.instance().graph()),
      hosts_(static_cast<std::size_t>(schedule.instance().host_count())),
      row_(schedule.instance().graph().tasks().size(), 0) {
  const TaskGraph& graph = schedule.instance().graph();
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) waiting_.push_back(task);
  enter();
}

void ReadyPool::place(int task, int host) {
  schedule_->place(task, slot(task, host));
  tasks_.erase(std::ranges::lower_bound(tasks_, task));
  unused_rows_.push_back(row_[static_cast<std::size_t>(task)]);
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
    row_[static_cast<std::size_t>(task)] = row;
    schedule_->find_data_ready(task, std::span(dates_).subspan(row * hosts_, hosts_));
    tasks_.insert(std::ranges::lower_bound(tasks_, task), task);
  }
  entered_.swap(waiting_);
  waiting_.clear();
}

}  // namespace palio
