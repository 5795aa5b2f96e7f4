#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

// HEFT (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.1): tasks by decreasing upward rank, each on the host where
// it finishes first, in a gap if one holds it.
HostSchedule schedule_heft(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  HostSchedule schedule(instance);
  for (const int task : by_upward_rank(graph, upward_ranks(graph, mean_costs(instance, parameters))))
    schedule.place(task, schedule.best_slot(task, Placing::insertion, finish_of));
  return schedule;
}

// CPOP (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2): the ready task of the largest upward plus downward rank;
// a critical path goes to the one host that is quickest for all its tasks, each other task to where it finishes first.
HostSchedule schedule_cpop(const SequentialInstance& instance, const Parameters& parameters) {
  const CriticalTasks critical = critical_tasks(instance, parameters);
  HostSchedule schedule(instance);
  ReadyQueue ready(instance.graph(), by_priority(critical.priorities));
  while (!ready.empty()) {
    const int task = ready.pop();
    schedule.place(task, critical.is_critical[task] ? schedule.slot_on(critical.host, task, Placing::insertion)
                                                    : schedule.best_slot(task, Placing::insertion, finish_of));
    ready.placed(task);
  }
  return schedule;
}

}  // namespace palio
