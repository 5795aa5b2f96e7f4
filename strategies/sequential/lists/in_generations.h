#pragma once

#include "strategies/sequential/model/ranks.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

/// Appends each task, in the order of generations, to the host of the least value: (task, HostSlot, HostSchedule) ->
/// double.
template <class Value>
HostSchedule place_in_generations(const SequentialInstance& instance, Value value) {
  HostSchedule schedule(instance);
  for (const int task : by_generation(instance.graph()))
    schedule.place(task, schedule.best_slot(task, Placing::append,
                                            [&](const HostSlot& slot) { return value(task, slot, schedule); }));
  return schedule;
}

}  // namespace palio
