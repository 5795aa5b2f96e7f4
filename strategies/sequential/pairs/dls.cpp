// DLS, dynamic level scheduling (Sih, Lee, TPDS 4(2) 1993), also called GDL: the ready task and the host of the largest
// dynamic level. This is the static level (the longest way to an exit in median times) less the start, plus what the
// host is quicker at the task than the median.
#include "strategies/ptg/bottom_level.h"
#include "strategies/sequential/model/ranks.h"
#include "strategies/sequential/model/ready_pool.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

HostSchedule schedule_dls(const SequentialInstance& instance, const Parameters&) {
  const std::vector<double> median = median_times(instance);
  const std::vector<double> level = bottom_levels(instance.graph(), median);
  const auto dynamic_level = [&](int task, const HostSlot& slot) {
    const auto index = static_cast<std::size_t>(task);
    return level[index] - slot.start + (median[index] - instance.time(task, slot.host));
  };
  return place_by_offers(
      instance, ReadySet::each, [&](int task, const HostSlot& slot) { return -dynamic_level(task, slot); },
      [](const Offer& a, const Offer& b) { return a.value < b.value; });
}

}  // namespace palio
