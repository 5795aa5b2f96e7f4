#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "runners/kinds/instances.h"
#include "workloads/model/redistribution.h"

namespace palio {
namespace {

// The bytes that the contended links carry, and those of the links of a mesh's pairs, which graphs that are repeated
// share, with or without contention.
class LinkUse {
public:
  explicit LinkUse(const Platform& platform)
      : platform_(platform), of_processors_(processor_count(platform), 0), of_uplinks_(platform.clusters.size(), 0) {}

  void add(const Edge& edge, const Placement& source, const Placement& target) {
    if (source.processors == target.processors) return;
    const double sent = edge.bytes / static_cast<double>(source.processors.size());
    const double received = edge.bytes / static_cast<double>(target.processors.size());
    for (const int sender : source.processors) of_processors_[sender] += sent;
    for (const int receiver : target.processors) of_processors_[receiver] += received;
    if (source.cluster != target.cluster)
      add_between(source.cluster, target.cluster, edge.bytes);
    else
      subtract_what_stays(edge.bytes, source.processors, target.processors);
  }

  /// s
  double busiest() const {
    double time = 0;
    for (int cluster = 0, processor = 0; cluster < static_cast<int>(of_uplinks_.size()); ++cluster) {
      const Cluster& place = platform_.clusters[cluster];
      for (int left = place.processors; left > 0; --left, ++processor)
        if (place.processor_link.bandwidth > 0)
          time = std::max(time, of_processors_[processor] / place.processor_link.bandwidth);
      if (of_uplinks_[cluster] > 0) time = std::max(time, of_uplinks_[cluster] / place.uplink.bandwidth);
    }
    if (of_backbone_ > 0) time = std::max(time, of_backbone_ / platform_.backbone.bandwidth);
    for (const auto& [pair, bytes] : of_pairs_)
      time = std::max(time, bytes / pair_link(platform_, pair.first, pair.second).bandwidth);
    return time;
  }

private:
  void subtract_what_stays(double bytes, const std::vector<int>& source, const std::vector<int>& target) {
    if (source.back() < target.front() || target.back() < source.front()) return;
    visit_blocks(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()),
                 [&](const BlockTransfer& block) {
                   const int sender = source[block.sender];
                   if (sender == target[block.receiver]) of_processors_[sender] -= 2 * block.bytes;
                 });
  }

  void add_between(int from, int to, double bytes) {
    if (has_uplinks(platform_)) {
      of_uplinks_[from] += bytes;
      of_uplinks_[to] += bytes;
    }
    if (platform_.interconnect == Interconnect::backbone) of_backbone_ += bytes;
    if (platform_.interconnect == Interconnect::mesh) of_pairs_[{from, to}] += bytes;
  }

  const Platform& platform_;
  std::vector<double> of_processors_;  // private links
  std::vector<double> of_uplinks_;     // by cluster
  double of_backbone_ = 0;
  std::map<std::pair<int, int>, double> of_pairs_;  // from, to
};

}  // namespace

double throughput(const Platform& platform, const Workload& workload, const Schedule& schedule) {
  if (platform.interconnect == Interconnect::loaded) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> busy(processor_count(platform), 0);  // s
  LinkUse links(platform);
  for (std::size_t app = 0; app < schedule.placements.size(); ++app) {
    const std::vector<Placement>& placements = schedule.placements[app];
    for (const Placement& placed : placements)
      for (const int processor : placed.processors) busy[processor] += placed.finish - placed.start;
    if (!workload.applications[app].graph.moves_data()) continue;
    for (const Edge& edge : workload.applications[app].graph.edges())
      if (edge.bytes > 0) links.add(edge, placements[edge.from], placements[edge.to]);
  }
  return 1 / std::max(std::ranges::max(busy), links.busiest());
}

}  // namespace palio
