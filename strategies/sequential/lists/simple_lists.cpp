// Schedulers that take the tasks by generations and append each to the host that is best by one date.
#include "strategies/sequential/model/ranks.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// To the host of the least value: (task, HostSlot, HostSchedule) -> double.
template <class Value>
HostSchedule place_in_generations(const SequentialInstance& instance, Value value) {
  HostSchedule schedule(instance);
  for (const int task : by_generation(instance.graph()))
    schedule.place(task, schedule.best_slot(task, Placing::append,
                                            [&](const HostSlot& slot) { return value(task, slot, schedule); }));
  return schedule;
}

}  // namespace

// MCT, minimum completion time (Braun et al., JPDC 61(6) 2001, section 3): each task where it finishes first.
HostSchedule schedule_mct(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(instance, [](int, const HostSlot& slot, const HostSchedule&) { return slot.finish; });
}

// MET, minimum execution time (Braun et al., JPDC 61(6) 2001, section 3): each task where it takes the least time,
// however long it waits there.
HostSchedule schedule_met(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(
      instance, [&](int task, const HostSlot& slot, const HostSchedule&) { return instance.time(task, slot.host); });
}

// OLB, opportunistic load balancing (Braun et al., JPDC 61(6) 2001, section 3): each task to the host that is free
// first, however long it takes there. The paper's tasks are independent; where data travel, one may also mean the host
// that can start the task first.
HostSchedule schedule_olb(const SequentialInstance& instance, const Parameters& parameters) {
  const bool counts_data = text_of(parameters, "earliest") == "start";
  return place_in_generations(instance, [=](int, const HostSlot& slot, const HostSchedule& schedule) {
    return counts_data ? slot.start : schedule.free(slot.host);
  });
}

// FastestNode: all tasks on the one host that executes them in the least time, without any communication; the baseline
// of Coleman, Krishnamachari, arXiv 2403.07120.
HostSchedule schedule_fastest_node(const SequentialInstance& instance, const Parameters&) {
  const std::vector<int> tasks = by_generation(instance.graph());
  const int host = quickest_host(instance, tasks);
  HostSchedule schedule(instance);
  for (const int task : tasks) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
