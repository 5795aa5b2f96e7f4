#include "strategies/ptg/cluster_batch/processor_groups.h"

#include <algorithm>

namespace palio {

ProcessorGroups::ProcessorGroups(int processors, double begin) : groups_{{begin, processors}} {}

double ProcessorGroups::start(int n, double ready) const {
  int found = 0;
  for (const Group& group : groups_) {
    found += group.processors;
    if (found >= n) return std::max(ready, group.date);
  }
  return groups_.back().date;
}

void ProcessorGroups::occupy(int n, double ready, double finish) {
  int left = n;
  const auto take = [&](Group& group) {
    const int taken = std::min(left, group.processors);
    group.processors -= taken;
    left -= taken;
  };
  const auto later = std::ranges::upper_bound(groups_, ready, {}, &Group::date);
  for (auto group = later; group != groups_.begin() && left > 0;) take(*--group);
  for (auto group = later; group != groups_.end() && left > 0; ++group) take(*group);
  std::erase_if(groups_, [](const Group& group) { return group.processors == 0; });
  const auto place = std::ranges::lower_bound(groups_, finish, {}, &Group::date);
  if (place != groups_.end() && place->date == finish)
    place->processors += n;
  else
    groups_.insert(place, {finish, n});
}

}  // namespace palio
