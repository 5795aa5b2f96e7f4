// ETF, earliest task first (Hwang, Chow, Anger, Lee, SIAM J. Comput. 18(2) 1989): the ready task and the host of the
// earliest start; among equal starts the task of the largest static level, the longest way to an exit in mean times.
#include <tuple>

#include "strategies/ptg/bottom_level.h"
#include "strategies/sequential/model/ranks.h"
#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_etf(const SequentialInstance& instance, const Parameters&) {
  const std::vector<double> level = bottom_levels(instance.graph(), mean_times(instance));
  const auto key = [&](const Offer& offer) {
    return std::tuple(offer.value, -level[static_cast<std::size_t>(offer.task)]);
  };
  return place_by_offers(
      instance, ReadySet::each, [](int, const HostSlot& slot) { return slot.start; },
      [&](const Offer& a, const Offer& b) { return key(a) < key(b); });
}

}  // namespace palio
