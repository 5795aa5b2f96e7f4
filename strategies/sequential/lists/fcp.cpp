// FCP, fast critical path (Radulescu, van Gemund, ICS 1999; for hosts of different speeds HCW 2000): ready tasks wait
// in a list by upward rank that holds as many as there are hosts, and before it in a queue, first come first served.
// The first task goes to one of two hosts, the one that is free first and the one from which its last message comes:
// where it finishes first, behind all others.
#include <deque>

#include "strategies/sequential/model/enabling_host.h"
#include "strategies/sequential/model/ready_queue.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

class BoundedList {
public:
  BoundedList(const TaskGraph& graph, std::vector<int> order, int bound)
      : list_(std::move(order)), missing_(graph), bound_(bound) {
    for (int task = 0; task < graph.task_count(); ++task)
      if (graph.in_edges(task).empty()) push(task);
  }

  bool empty() const { return list_.empty(); }

  int pop() {
    const int task = list_.pop();
    if (!queue_.empty()) {
      list_.push(queue_.front());
      queue_.pop_front();
    }
    return task;
  }

  void placed(int task) {
    missing_.placed(task, [&](int child) { push(child); });
  }

private:
  void push(int task) {
    if (list_.size() < bound_)
      list_.push(task);
    else
      queue_.push_back(task);
  }

  TaskHeap list_;
  std::deque<int> queue_;
  MissingParents missing_;
  int bound_;
};

}  // namespace

HostSchedule schedule_fcp(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  const MeanCosts costs = mean_costs(instance, parameters);
  BoundedList ready(graph, by_upward_rank(graph, upward_ranks(graph, costs)), instance.host_count());
  HostSchedule schedule(instance);
  while (!ready.empty()) {
    const int task = ready.pop();
    HostSlot best = schedule.slot_on(schedule.first_free_host(), task, Placing::append);
    if (const int enabling = enabling_host(schedule, costs, task); enabling >= 0) {
      const HostSlot there = schedule.slot_on(enabling, task, Placing::append);
      if (there.finish < best.finish || (there.finish == best.finish && there.host < best.host)) best = there;
    }
    schedule.place(task, best);
    ready.placed(task);
  }
  return schedule;
}

}  // namespace palio
