// MaxMin (Braun et al., JPDC 61(6) 2001, section 3): of the least finishes of all ready tasks the greatest.
#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/parameters.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_max_min(const SequentialInstance& instance, const Parameters& parameters) {
  return place_by_offers(
      instance, ready_set(parameters), [](int, const HostSlot& slot) { return slot.finish; },
      [](const Offer& a, const Offer& b) { return a.value > b.value; });
}

}  // namespace palio
