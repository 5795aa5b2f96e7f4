// HEFT (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.1): tasks by decreasing upward rank, each on the host where
// it finishes first, in a gap if one holds it.
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_heft(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  HostSchedule schedule(instance);
  for (const int task : by_upward_rank(graph, upward_ranks(graph, mean_costs(instance, parameters))))
    schedule.place(task, schedule.best_slot(task, Placing::insertion, finish_of));
  return schedule;
}

}  // namespace palio
