#pragma once

#include <span>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"
#include "strategies/sequential/model/ready_queue.h"

namespace palio {

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
    return dates_[row_[static_cast<std::size_t>(task)] * hosts_ + static_cast<std::size_t>(host)];
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
