// PEFT (Arabnejad, Barbosa, TPDS 25(3) 2014): a table of optimistic costs, OCT(t,n), says what the longest way from a
// task to an exit takes at least if the task runs on a host; the ready task of the largest mean goes where finish plus
// OCT is least.
#include <algorithm>
#include <limits>

#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/model/sequential_instance.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// The child stays on the host or goes to the best of all; that one may be the host itself, where it is no better.
void add_child(const SequentialInstance& instance, const Edge& edge, double transfer, ClusterTable& oct) {
  double least = std::numeric_limits<double>::infinity();
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster)
    least = std::min(least, oct.of(edge.to, cluster) + instance.time_in(cluster, edge.to));
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster) {
    const double stays = oct.of(edge.to, cluster) + instance.time_in(cluster, edge.to);
    double& cost = oct.at(edge.from, cluster);
    cost = std::max(cost, std::min(stays, least + transfer));
  }
}

ClusterTable optimistic_costs(const SequentialInstance& instance, const MeanCosts& costs) {
  ClusterTable oct(instance);
  const std::span<const int> order = instance.graph().topological_order();
  for (std::size_t i = order.size(); i-- > 0;)
    for (const Edge& edge : instance.graph().out_edges(order[i])) add_child(instance, edge, costs.transfer(edge), oct);
  return oct;
}

// Over the hosts.
double mean(const ClusterTable& oct, const SequentialInstance& instance, int task) {
  double sum = 0;
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster)
    sum += instance.hosts_of(cluster) * oct.of(task, cluster);
  return sum / instance.host_count();
}

}  // namespace

HostSchedule schedule_peft(const SequentialInstance& instance, const Parameters& parameters) {
  const ClusterTable oct = optimistic_costs(instance, mean_costs(instance, parameters));
  std::vector<double> priorities;
  for (int task = 0; task < instance.graph().task_count(); ++task) priorities.push_back(mean(oct, instance, task));
  HostSchedule schedule(instance);
  ReadyQueue ready(instance.graph(), by_priority(priorities));
  while (!ready.empty()) {
    const int task = ready.pop();
    schedule.place(task, schedule.best_slot(task, Placing::insertion, [&](const HostSlot& slot) {
      return slot.finish + oct.of(task, instance.cluster_of(slot.host));
    }));
    ready.placed(task);
  }
  return schedule;
}

}  // namespace palio
