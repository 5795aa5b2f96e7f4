// FLB, fast load balancing (Radulescu, van Gemund, ICPP 1999; HCW 2000): of two kinds of pairs, a ready task on the
// host from which its last message comes and a ready task on the host that is free first, the one that starts first;
// among equal starts the task of the largest upward rank.
#include <tuple>

#include "strategies/sequential/model/enabling_host.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_flb(const SequentialInstance& instance, const Parameters& parameters) {
  const MeanCosts costs = mean_costs(instance, parameters);
  const std::vector<double> rank = upward_ranks(instance.graph(), costs);
  HostSchedule schedule(instance);
  ReadyPool pool(schedule, ReadySet::each);
  std::vector<int> enabling(rank.size(), -1);  // by task
  while (!pool.tasks().empty()) {
    for (const int task : pool.entered())
      enabling[static_cast<std::size_t>(task)] = enabling_host(schedule, costs, task);
    const int first_free = schedule.first_free_host();
    using Pair = std::tuple<double, double, int, int>;  // start, -rank, task, host
    const auto pair = [&](int task, int host) {
      return Pair(pool.slot(task, host).start, -rank[static_cast<std::size_t>(task)], task, host);
    };
    Pair best = pair(pool.tasks().front(), first_free);
    for (const int task : pool.tasks()) {
      best = std::min(best, pair(task, first_free));
      if (const int host = enabling[static_cast<std::size_t>(task)]; host >= 0) best = std::min(best, pair(task, host));
    }
    pool.place(std::get<2>(best), std::get<3>(best));
  }
  return schedule;
}

}  // namespace palio
