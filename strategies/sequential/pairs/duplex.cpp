// Duplex (Braun et al., JPDC 61(6) 2001, section 3): the schedule of MinMin or of MaxMin, whichever ends first.
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_duplex(const SequentialInstance& instance, const Parameters& parameters) {
  HostSchedule min_min = schedule_min_min(instance, parameters);
  HostSchedule max_min = schedule_max_min(instance, parameters);
  return max_min.end() < min_min.end() ? max_min : min_min;
}

}  // namespace palio
