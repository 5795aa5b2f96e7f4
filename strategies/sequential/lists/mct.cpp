// MCT, minimum completion time (Braun et al., JPDC 61(6) 2001, section 3): each task where it finishes first.
#include "strategies/sequential/lists/in_generations.h"

namespace palio {

HostSchedule schedule_mct(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(instance, [](int, const HostSlot& slot, const HostSchedule&) { return slot.finish; });
}

}  // namespace palio
