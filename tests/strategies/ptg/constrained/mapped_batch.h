#pragma once

#include <vector>

#include "strategies/ptg/constrained/concurrent_mapping.h"
#include "strategies/ptg/online/decisions.h"

namespace palio::test {

/// Maps a batch with these allocations, decided on anew as its applications come and go.
inline SchedulingResult map_concurrently(const Platform& platform, const Workload& workload,
                                         const ReferenceAllocations& allocations, const MappingOptions& options) {
  ConcurrentMapping mapping(platform, workload, options);
  decide_online(workload, [&](const RemainingBatch& remaining) {
    ReferenceAllocations open;
    for (std::size_t i = 0; i < remaining.application.size(); ++i) {
      std::vector<int>& row = open.emplace_back();
      for (const int task : remaining.task[i]) row.push_back(allocations[remaining.application[i]][task]);
    }
    return mapping.map(remaining, open);
  });
  return mapping.result();
}

}  // namespace palio::test
