#include "runners/simgrid/link_loads.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "workloads/model/redistribution.h"

namespace palio {
namespace {

// Loads by processor. One that only sends, or only receives, has its share exactly, so that equal loads compare equal;
// for the others the sum of their messages counts, which is exactly zero when all their blocks stay.
std::map<int, double> loads_by_processor(double bytes, const std::vector<int>& source, const std::vector<int>& target,
                                         const std::vector<BlockTransfer>& blocks) {
  std::map<int, double> loads;
  for (const int processor : source) loads[processor] = bytes / static_cast<double>(source.size());
  for (const int processor : target) loads[processor] = bytes / static_cast<double>(target.size());
  std::vector<int> both;
  std::ranges::set_intersection(source, target, std::back_inserter(both));
  for (const int processor : both) loads[processor] = 0;
  if (both.empty()) return loads;
  for (const BlockTransfer& block : blocks) {
    const int from = source[static_cast<std::size_t>(block.sender)];
    const int to = target[static_cast<std::size_t>(block.receiver)];
    if (from == to) continue;
    for (const int processor : {from, to})
      if (std::ranges::binary_search(both, processor)) loads[processor] += block.bytes;
  }
  return loads;
}

}  // namespace

LinkLoads link_loads(double bytes, const std::vector<int>& source, const std::vector<int>& target) {
  const auto blocks = block_redistribution(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()));
  LinkLoads loads;
  for (const BlockTransfer& block : blocks) {
    if (source[static_cast<std::size_t>(block.sender)] == target[static_cast<std::size_t>(block.receiver)]) continue;
    loads.total += block.bytes;
    loads.largest = std::max(loads.largest, block.bytes);
  }
  std::map<double, std::vector<int>> groups;
  for (const auto& [processor, load] : loads_by_processor(bytes, source, target, blocks))
    if (load > 0) groups[load].push_back(processor);
  for (auto& [load, processors] : groups) loads.groups.push_back({load, std::move(processors)});
  return loads;
}

}  // namespace palio
