#pragma once

#include <limits>
#include <span>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"
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
      if (--missing_[edge.to] == 0) ready(edge.to);
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
  int top() const { return order_[positions_.front()]; }
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

/// Of one ready task: its least value over the hosts, and the second least; both the same if there is one host.
struct Offer {
  int task = -1;
  int host = -1, second_host = -1;  // the first of several
  double value = 0, second_value = 0;
};

/// `value`: (task, HostSlot) -> double.
template <class Value>
Offer offer_of(const HostSchedule& schedule, const ReadyPool& pool, int task, Value value) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  Offer offer{task, -1, -1, k_infinity, k_infinity};
  for (int host = 0; host < schedule.instance().host_count(); ++host) {
    const double of_host = value(task, pool.slot(task, host));
    if (offer.host < 0 || of_host < offer.value) {
      offer.second_host = offer.host;
      offer.second_value = offer.value;
      offer.host = host;
      offer.value = of_host;
    } else if (offer.second_host < 0 || of_host < offer.second_value) {
      offer.second_host = host;
      offer.second_value = of_host;
    }
  }
  if (offer.second_host < 0) offer.second_value = offer.value;
  return offer;
}

/// Appends ready tasks one by one to the host of their offer: always the task whose offer is preferred to the offers of
/// all tasks before it (`prefer`: whether the first of two offers is better). Values must not fall while a host fills
/// up, so that an offer stays what it is until one of its hosts is taken.
template <class Value, class Prefer>
HostSchedule place_by_offers(const SequentialInstance& instance, ReadySet set, Value value, Prefer prefer) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, set);
  std::vector<Offer> offers(instance.graph().tasks().size());
  const auto at = [&](int task) -> Offer& { return offers[task]; };
  while (!pool.tasks().empty()) {
    for (const int task : pool.entered()) at(task) = offer_of(schedule, pool, task, value);
    const Offer* chosen = nullptr;
    for (const int task : pool.tasks())
      if (chosen == nullptr || prefer(at(task), *chosen)) chosen = &at(task);
    const int host = chosen->host;
    pool.place(chosen->task, host);
    for (const int task : pool.tasks())
      if (at(task).host == host || at(task).second_host == host) at(task) = offer_of(schedule, pool, task, value);
  }
  return schedule;
}

}  // namespace palio
