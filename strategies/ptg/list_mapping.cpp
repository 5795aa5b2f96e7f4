#include "strategies/ptg/list_mapping.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "workloads/model/speedup.h"

namespace palio {

std::vector<double> free_dates(const Platform& platform, const Workload& workload) {
  if (workload.background) return workload.background->free_from;
  return std::vector<double>(static_cast<std::size_t>(processor_count(platform)));
}

std::span<const Inflow> inflows_of(const Workload& workload, std::size_t application) {
  if (!workload.background) return {};
  const std::vector<Inflow>& all = workload.background->inflows;
  const auto wanted = static_cast<int>(application);
  return {std::ranges::lower_bound(all, wanted, {}, &Inflow::application),
          std::ranges::upper_bound(all, wanted, {}, &Inflow::application)};
}

bool better(const Candidate& a, const Candidate& b) {
  return std::tuple(a.finish, a.n, a.cluster) < std::tuple(b.finish, b.n, b.cluster);
}

ClusterTimelines timelines_of(const Platform& platform, const std::vector<double>& free_from) {
  ClusterTimelines timelines;
  auto next = free_from.begin();
  for (const Cluster& cluster : platform.clusters) {
    timelines.emplace_back(std::vector<double>(next, next + cluster.processors));
    next += cluster.processors;
  }
  return timelines;
}

ListMapping::ListMapping(const Platform& platform, const Workload& workload)
    : ListMapping(platform, workload.applications.front().graph,
                  std::make_shared<ClusterTimelines>(timelines_of(platform, free_dates(platform, workload))),
                  std::vector<Placement>(workload.applications.front().graph.tasks().size()), inflows_of(workload, 0)) {
}

ListMapping::ListMapping(const Platform& platform, const TaskGraph& graph, std::shared_ptr<ClusterTimelines> timelines,
                         std::vector<Placement> placements, std::span<const Inflow> inflows)
    : platform_(platform),
      graph_(graph),
      timelines_(std::move(timelines)),
      placements_(std::move(placements)),
      inflows_(inflows) {}

double ListMapping::DataReady::date(int n) const {
  double latest = earliest_;
  for (const Arrival& arrival : arrivals_) latest = std::max(latest, arrival.sent + arrival.estimate.time(n));
  return latest;
}

ListMapping::DataReady ListMapping::data_ready(int task, int cluster, double earliest) const {
  DataReady ready;
  ready.earliest_ = earliest;
  const auto receive = [&](double bytes, double sent, int from, std::size_t m) {
    ready.arrivals_.push_back({sent, CommEstimate(platform_, bytes, from, static_cast<int>(m), cluster)});
  };
  for (auto data = std::ranges::lower_bound(inflows_, task, {}, &Inflow::task);
       data != inflows_.end() && data->task == task; ++data) {
    receive(data->bytes, data->sent, data->cluster, data->processors.size());
    const int first = first_processor(platform_, cluster), end = first + platform_.clusters[cluster].processors;
    if (data->there.empty() || data->there.front() < first || data->there.front() >= end) continue;
    ready.arrivals_.back().there = data->arrival;
    ready.there_ = &data->there;
  }
  for (const Edge& edge : graph_.in_edges(task)) {
    const Placement& parent = placements_[edge.from];
    receive(edge.bytes, parent.finish, parent.cluster, parent.processors.size());
  }
  return ready;
}

Candidate ListMapping::candidate(int task, int cluster, int n, const DataReady& ready) const {
  const double data = ready.date(n);
  const double start = (*timelines_)[cluster].start(n, data);
  return {cluster, n, start, start + execution_time(graph_.task(task), n, platform_.clusters[cluster].speed), data};
}

std::optional<Candidate> ListMapping::staying(int task, int cluster, const DataReady& ready) const {
  if (ready.there_ == nullptr) return std::nullopt;
  const auto n = static_cast<int>(ready.there_->size());
  double data = ready.earliest_;
  for (const auto& [sent, estimate, there] : ready.arrivals_)
    data = std::max(data, there >= 0 ? there : sent + estimate.time(n));
  double start = data;
  const int first = first_processor(platform_, cluster);
  for (const int processor : *ready.there_)
    start = std::max(start, (*timelines_)[cluster].free_date(processor - first));
  const double time = execution_time(graph_.task(task), n, platform_.clusters[cluster].speed);
  return Candidate{cluster, n, start, start + time, data, ready.there_};
}

void ListMapping::place(int task, const Candidate& candidate) {
  ClusterTimeline& timeline = (*timelines_)[candidate.cluster];
  const int first = first_processor(platform_, candidate.cluster);
  std::vector<int> processors;
  if (candidate.there == nullptr)
    processors = timeline.choose(candidate.n, candidate.ready);
  else
    for (const int processor : *candidate.there) processors.push_back(processor - first);
  timeline.occupy(processors, candidate.finish);
  for (int& processor : processors) processor += first;
  placements_[task] = {candidate.cluster, std::move(processors), candidate.start, candidate.finish};
}

ClusterTimeline::ClusterTimeline(const std::vector<double>& dates) : taken_(dates.size(), 0) {
  for (const double date : dates) free_.push_back({date, static_cast<int>(free_.size())});
  std::ranges::stable_sort(free_, {}, &Free::date);
}

// How many processors are free at this date.
std::size_t ClusterTimeline::free_by(double date) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(free_, date, {}, &Free::date) - free_.begin());
}

std::vector<int> ClusterTimeline::choose(int n, double ready) const {
  std::vector<int> chosen;
  const auto wanted = static_cast<std::size_t>(n);
  std::size_t end = free_by(ready);
  std::size_t later = end;
  while (end > 0 && chosen.size() < wanted) {  // groups of one date, from the most recent
    std::size_t begin = end - 1;
    while (begin > 0 && free_[begin - 1].date == free_[end - 1].date) --begin;
    for (std::size_t i = begin; i < end && chosen.size() < wanted; ++i) chosen.push_back(free_[i].processor);
    end = begin;
  }
  while (chosen.size() < wanted) chosen.push_back(free_[later++].processor);
  std::ranges::sort(chosen);
  return chosen;
}

// The rest is already sorted, and all new entries have one date: they are merged only with those free as late.
void ClusterTimeline::occupy(const std::vector<int>& processors, double finish) {
  for (const int processor : processors) taken_[processor] = 1;
  std::erase_if(free_, [&](const Free& entry) { return taken_[entry.processor] != 0; });
  const std::ptrdiff_t before = std::ranges::lower_bound(free_, finish, {}, &Free::date) - free_.begin();
  const auto stay = static_cast<std::ptrdiff_t>(free_.size());
  for (const int processor : processors) {
    taken_[processor] = 0;
    free_.push_back({finish, processor});
  }
  std::ranges::inplace_merge(free_.begin() + before, free_.begin() + stay, free_.end(), {},
                             [](const Free& entry) { return std::tuple(entry.date, entry.processor); });
}

double reference_processors(const Platform& platform) {
  const double speed = slowest_speed(platform);
  double processors = 0;
  for (const Cluster& cluster : platform.clusters) processors += cluster.processors * (cluster.speed / speed);
  return processors;
}

ReferenceCluster reference_cluster(const Platform& platform) {
  return {static_cast<int>(std::floor(reference_processors(platform))), slowest_speed(platform)};
}

int translated_allocation(const Task& task, int n, double reference_speed, double speed) {
  const double ratio = speed / reference_speed;
  const double parallel = 1 - task.alpha;
  if (parallel <= 0) return 1;
  const double exact = parallel / (ratio * (task.alpha + parallel / n) - task.alpha);
  // Equal speeds must give exactly n, not n+1 because of the quotient's last bit.
  const double rounded = std::ceil(exact * (1 - 1e-12));
  return std::max(1, static_cast<int>(rounded));
}

bool some_cluster_holds(const Platform& platform, const Task& task, int n, double reference_speed) {
  return std::ranges::any_of(platform.clusters, [&](const Cluster& cluster) {
    return translated_allocation(task, n, reference_speed, cluster.speed) <= cluster.processors;
  });
}

// Translations grow with the allocation.
std::vector<int> largest_allocations(const Platform& platform, const TaskGraph& graph,
                                     const ReferenceCluster& reference) {
  std::vector<int> largest;
  for (const Task& task : graph.tasks()) {
    int held = 1;
    int too_many = reference.processors + 1;
    while (too_many - held > 1) {
      const int n = held + (too_many - held) / 2;
      (some_cluster_holds(platform, task, n, reference.speed) ? held : too_many) = n;
    }
    largest.push_back(held);
  }
  return largest;
}

}  // namespace palio
