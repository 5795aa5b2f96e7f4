// FastestNode: all tasks on the one host that executes them in the least time, without any communication; the baseline
// of Coleman, Krishnamachari, arXiv 2403.07120.
#include "strategies/sequential/model/critical_tasks.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_fastest_node(const SequentialInstance& instance, const Parameters&) {
  const std::vector<int> tasks = by_generation(instance.graph());
  const int host = quickest_host(instance, tasks);
  HostSchedule schedule(instance);
  for (const int task : tasks) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
