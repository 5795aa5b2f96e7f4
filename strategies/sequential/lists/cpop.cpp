// CPOP (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2): the ready task of the largest upward plus downward rank;
// those of a critical path on the one host that is quickest for all of them, each other one where it finishes first.
#include "strategies/sequential/model/ready_queue.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_cpop(const SequentialInstance& instance, const Parameters& parameters) {
  const CriticalTasks critical = critical_tasks(instance, parameters);
  HostSchedule schedule(instance);
  ReadyQueue ready(instance.graph(), by_priority(critical.priorities));
  while (!ready.empty()) {
    const int task = ready.pop();
    schedule.place(task, critical.is_critical[static_cast<std::size_t>(task)]
                             ? schedule.slot_on(critical.host, task, Placing::insertion)
                             : schedule.best_slot(task, Placing::insertion, finish_of));
    ready.placed(task);
  }
  return schedule;
}

}  // namespace palio
