// Sufferage (Maheswaran, Ali, Siegel, Hensgen, Freund, JPDC 59(2) 1999): the ready task that would lose most if it had
// to go to its second best host, to the host where it finishes first.
#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_sufferage(const SequentialInstance& instance, const Parameters&) {
  const auto sufferage = [](const Offer& offer) { return offer.second_value - offer.value; };
  return place_by_offers(
      instance, ReadySet::each, [](int, const HostSlot& slot) { return slot.finish; },
      [&](const Offer& a, const Offer& b) { return sufferage(a) > sufferage(b); });
}

}  // namespace palio
