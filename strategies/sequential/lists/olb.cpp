// OLB, opportunistic load balancing (Braun et al., JPDC 61(6) 2001, section 3): each task to the host that is free
// first, however long it takes there. The paper's tasks are independent; where data travel, one may also mean the host
// that can start the task first.
#include "strategies/sequential/lists/in_generations.h"

namespace palio {

HostSchedule schedule_olb(const SequentialInstance& instance, const Parameters& parameters) {
  const bool counts_data = text_of(parameters, "earliest") == "start";
  return place_in_generations(instance, [=](int, const HostSlot& slot, const HostSchedule& schedule) {
    return counts_data ? slot.start : schedule.free(slot.host);
  });
}

}  // namespace palio
