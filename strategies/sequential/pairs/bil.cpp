// BIL, best imaginary level (Oh, Ha, Euro-Par 1996): BIL(t,n) is the longest way from a task on a host to an exit if
// each child goes where its way is shortest. The best imaginary makespan of a pair is BIL(t,n) after all tasks of the
// host and the arrival of the task's data (`start`), without which it would not be optimal for linear graphs, as the
// paper proves; or after all tasks alone (`available`), as some codes do. Of k ready tasks, the one with the largest
// k-th least imaginary makespan goes to the host where it is least; with more ready tasks than hosts, as if each host
// executed k/hosts - 1 more such tasks.
#include <algorithm>

#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// For the child alone.
double best_below(const SequentialInstance& instance, const ClusterTable& bil, const Edge& edge, int source) {
  double least = bil.of(edge.to, source);
  for (int target = 0; target < instance.cluster_count(); ++target)
    least = std::min(least, bil.of(edge.to, target) + instance.transfer(edge.bytes, source, target));
  return least;
}

ClusterTable imaginary_levels(const SequentialInstance& instance) {
  ClusterTable bil(instance);
  const std::span<const int> order = instance.graph().topological_order();
  for (std::size_t i = order.size(); i-- > 0;)
    for (int cluster = 0; cluster < instance.cluster_count(); ++cluster) {
      double below = 0;
      for (const Edge& edge : instance.graph().out_edges(order[i]))
        below = std::max(below, best_below(instance, bil, edge, cluster));
      bil.at(order[i], cluster) = instance.time_in(cluster, order[i]) + below;
    }
  return bil;
}

class ImaginaryMakespans {
public:
  ImaginaryMakespans(const HostSchedule& schedule, const ReadyPool& pool, bool counts_data)
      : instance_(schedule.instance()),
        schedule_(schedule),
        pool_(pool),
        counts_data_(counts_data),
        levels_(imaginary_levels(instance_)),
        of_hosts_(instance_.host_count()) {}

  // The k-th least value over the hosts, or the largest one if there are fewer.
  double priority(int task, int k) {
    for (int host = 0; host < instance_.host_count(); ++host) of_hosts_[host] = of(task, host);
    const auto kth = of_hosts_.begin() + std::min(k, instance_.host_count()) - 1;
    std::ranges::nth_element(of_hosts_, kth);
    return *kth;
  }

  int best_host(int task, int k) const {
    const double more = std::max(static_cast<double>(k) / instance_.host_count() - 1, 0.0);
    int best = -1;
    double least = 0;
    for (int host = 0; host < instance_.host_count(); ++host) {
      const double revised = of(task, host) + instance_.time(task, host) * more;
      if (best >= 0 && revised >= least) continue;
      best = host;
      least = revised;
    }
    return best;
  }

private:
  double of(int task, int host) const {
    const double available = counts_data_ ? pool_.slot(task, host).start : schedule_.free(host);
    return available + levels_.of(task, instance_.cluster_of(host));
  }

  const SequentialInstance& instance_;
  const HostSchedule& schedule_;
  const ReadyPool& pool_;
  bool counts_data_;
  ClusterTable levels_;
  std::vector<double> of_hosts_;  // for priority() only
};

}  // namespace

HostSchedule schedule_bil(const SequentialInstance& instance, const Parameters& parameters) {
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, ReadySet::each);
  ImaginaryMakespans makespans(schedule, pool, text_of(parameters, "earliest") == "start");
  while (!pool.tasks().empty()) {
    const auto k = static_cast<int>(pool.tasks().size());
    int chosen = -1;
    double largest = 0;
    for (const int task : pool.tasks()) {
      const double priority = makespans.priority(task, k);
      if (chosen >= 0 && priority <= largest) continue;
      chosen = task;
      largest = priority;
    }
    pool.place(chosen, makespans.best_host(chosen, k));
  }
  return schedule;
}

}  // namespace palio
