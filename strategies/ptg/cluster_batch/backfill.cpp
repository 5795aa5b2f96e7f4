#include "strategies/ptg/cluster_batch/backfill.h"

#include "strategies/ptg/cluster_batch/usage_profile.h"

namespace palio {

void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started) {
  UsageProfile profile(processors);
  for (const Slot& slot : started.running) profile.add(slot.start, slot.finish(), slot.processors);
  for (const std::vector<Slot>& application : plan)
    for (const Slot& slot : application) profile.add(slot.start, slot.finish(), slot.processors);
  for (const BatchTask& id : by_start(workload, plan)) {
    Slot& slot = plan[static_cast<std::size_t>(id.application)][static_cast<std::size_t>(id.task)];
    profile.remove(slot.start, slot.finish(), slot.processors);
    slot.start = profile.earliest(ready_date(workload, plan, id, started), slot.duration, slot.processors);
    profile.add(slot.start, slot.finish(), slot.processors);
  }
}

}  // namespace palio
