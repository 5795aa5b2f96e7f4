#include "strategies/ptg/list_mapping.h"

#include <algorithm>
#include <tuple>

#include "workloads/speedup.h"

namespace palio {

bool better(const Candidate& a, const Candidate& b) {
  return std::tuple(a.finish, a.n, a.cluster) < std::tuple(b.finish, b.n, b.cluster);
}

ListMapping::ListMapping(const Platform& platform, const TaskGraph& graph)
    : platform_(platform), graph_(graph), placements_(static_cast<std::size_t>(graph.task_count())) {
  for (const Cluster& cluster : platform.clusters) timelines_.emplace_back(cluster.processors);
}

double ListMapping::DataReady::date(int n) const {
  double latest = 0;
  for (const Arrival& arrival : arrivals_) latest = std::max(latest, arrival.sent + arrival.estimate.time(n));
  return latest;
}

ListMapping::DataReady ListMapping::data_ready(int task, int cluster) const {
  DataReady ready;
  for (const Edge& edge : graph_.in_edges(task)) {
    const Placement& parent = placements_[static_cast<std::size_t>(edge.from)];
    const int m = static_cast<int>(parent.processors.size());
    ready.arrivals_.push_back({parent.finish, CommEstimate(platform_, edge.bytes, parent.cluster, m, cluster)});
  }
  return ready;
}

Candidate ListMapping::candidate(int task, int cluster, int n, const DataReady& ready) const {
  const auto index = static_cast<std::size_t>(cluster);
  const double start = timelines_[index].start(n, ready.date(n));
  return {cluster, n, start, start + execution_time(graph_.task(task), n, platform_.clusters[index].speed)};
}

void ListMapping::place(int task, const Candidate& candidate) {
  ClusterTimeline& timeline = timelines_[static_cast<std::size_t>(candidate.cluster)];
  const double ready = data_ready(task, candidate.cluster).date(candidate.n);
  std::vector<int> processors = timeline.choose(candidate.n, ready);
  timeline.occupy(processors, candidate.finish);
  const int first = first_processor(platform_, candidate.cluster);
  for (int& processor : processors) processor += first;
  placements_[static_cast<std::size_t>(task)] = {candidate.cluster, std::move(processors), candidate.start,
                                                 candidate.finish};
}

}  // namespace palio
