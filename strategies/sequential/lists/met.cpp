// MET, minimum execution time (Braun et al., JPDC 61(6) 2001, section 3): each task where it takes the least time,
// however long it waits there.
#include "strategies/sequential/lists/in_generations.h"

namespace palio {

HostSchedule schedule_met(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(
      instance, [&](int task, const HostSlot& slot, const HostSchedule&) { return instance.time(task, slot.host); });
}

}  // namespace palio
