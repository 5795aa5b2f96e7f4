// FCP and FLB, which consider two hosts for a task: the one that is free first, and the one that sends its last
// message.
#include <tuple>

#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// The host that sends the last message for a task, if each message takes its mean time; -1: it waits for none.
// (Radulescu, van Gemund, ICS 1999: the enabling processor.)
int enabling_host(const HostSchedule& schedule, const MeanCosts& costs, int task) {
  int host = -1;
  double last = 0;
  const auto compare = [&](int sender, double arrival) {
    if (host >= 0 && arrival <= last) return;
    host = sender;
    last = arrival;
  };
  for (const Inflow& data : schedule.instance().inflows(task))
    compare(data.processors.front(), data.sent + costs.transfer(data.bytes));
  for (const Edge& edge : schedule.instance().graph().in_edges(task))
    compare(schedule.host_of(edge.from), schedule.finish(edge.from) + costs.transfer(edge));
  return host;
}

}  // namespace

// FCP, fast critical path (Radulescu, van Gemund, ICS 1999; for hosts of different speeds HCW 2000): as many ready
// tasks as there are hosts compete by upward rank; the others wait, first come first served. The first task goes to the
// host that is free first or to the one that sends its last message: where it finishes first, after all others.
HostSchedule schedule_fcp(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  const MeanCosts costs = mean_costs(instance, parameters);
  ReadyQueue ready(graph, by_upward_rank(graph, upward_ranks(graph, costs)), instance.host_count());
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

// FLB, fast load balancing (Radulescu, van Gemund, ICPP 1999; HCW 2000): of two kinds of pairs, a ready task on the
// host that sends its last message and a ready task on the host that is free first, the one that starts first; among
// equal starts the task of the largest upward rank.
HostSchedule schedule_flb(const SequentialInstance& instance, const Parameters& parameters) {
  const MeanCosts costs = mean_costs(instance, parameters);
  const std::vector<double> rank = upward_ranks(instance.graph(), costs);
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, ReadySet::each);
  std::vector<int> enabling(rank.size(), -1);  // by task
  while (!pool.tasks().empty()) {
    for (const int task : pool.entered()) enabling[task] = enabling_host(schedule, costs, task);
    const int first_free = schedule.first_free_host();
    using Pair = std::tuple<double, double, int, int>;  // start, -rank, task, host
    const auto pair = [&](int task, int host) { return Pair(pool.slot(task, host).start, -rank[task], task, host); };
    Pair best = pair(pool.tasks().front(), first_free);
    for (const int task : pool.tasks()) {
      best = std::min(best, pair(task, first_free));
      if (const int host = enabling[task]; host >= 0) best = std::min(best, pair(task, host));
    }
    pool.place(std::get<2>(best), std::get<3>(best));
  }
  return schedule;
}

}  // namespace palio
