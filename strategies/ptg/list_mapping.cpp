#include "strategies/ptg/list_mapping.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "workloads/model/speedup.h"

namespace palio {

bool better(const Candidate& a, const Candidate& b) {
  return std::tuple(a.finish, a.n, a.cluster) < std::tuple(b.finish, b.n, b.cluster);
}

std::shared_ptr<ClusterTimelines> idle_timelines(const Platform& platform) {
  auto timelines = std::make_shared<ClusterTimelines>();
  for (const Cluster& cluster : platform.clusters) timelines->emplace_back(cluster.processors);
  return timelines;
}

ListMapping::ListMapping(const Platform& platform, const TaskGraph& graph, std::shared_ptr<ClusterTimelines> timelines,
                         std::vector<Placement> placements)
    : platform_(platform), graph_(graph), timelines_(std::move(timelines)), placements_(std::move(placements)) {}

double ListMapping::DataReady::date(int n) const {
  double latest = earliest_;
  for (const Arrival& arrival : arrivals_) latest = std::max(latest, arrival.sent + arrival.estimate.time(n));
  return latest;
}

ListMapping::DataReady ListMapping::data_ready(int task, int cluster, double earliest) const {
  DataReady ready;
  ready.earliest_ = earliest;
  for (const Edge& edge : graph_.in_edges(task)) {
    const Placement& parent = placements_[edge.from];
    const int m = static_cast<int>(parent.processors.size());
    ready.arrivals_.push_back({parent.finish, CommEstimate(platform_, edge.bytes, parent.cluster, m, cluster)});
  }
  return ready;
}

Candidate ListMapping::candidate(int task, int cluster, int n, const DataReady& ready) const {
  const double data = ready.date(n);
  const double start = (*timelines_)[cluster].start(n, data);
  return {cluster, n, start, start + execution_time(graph_.task(task), n, platform_.clusters[cluster].speed), data};
}

void ListMapping::place(int task, const Candidate& candidate) {
  ClusterTimeline& timeline = (*timelines_)[candidate.cluster];
  std::vector<int> processors = timeline.choose(candidate.n, candidate.ready);
  timeline.occupy(processors, candidate.finish);
  const int first = first_processor(platform_, candidate.cluster);
  for (int& processor : processors) processor += first;
  placements_[task] = {candidate.cluster, std::move(processors), candidate.start, candidate.finish};
}

}  // namespace palio
