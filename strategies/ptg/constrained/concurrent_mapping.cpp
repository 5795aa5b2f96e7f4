#include "strategies/ptg/constrained/concurrent_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/translation.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

struct TaskOfBatch {
  int application = 0;
  int task = 0;
};

constexpr int k_release = -1;  // in place of a task

struct Event {
  double date = 0;   // s
  TaskOfBatch what;  // a task that finishes, or an application that is released
};

bool operator>(const Event& a, const Event& b) { return a.date > b.date; }

struct Choice {
  Candidate candidate{.cluster = -1};
  bool is_packed = false;
};

// What the mapping knows of one application.
struct Mapped {
  ListMapping mapping;
  const std::vector<int>& allocation;
  std::vector<double> bottom_level;  // s
  std::vector<int> parents_left;     // parents that have not finished, by task
};

// The largest m < n such that m processors are free before the date; 0: none.
int free_before(const ListMapping& mapping, int cluster, int n, double date) {
  int some = 0;
  int too_many = n;
  while (too_many - some > 1) {
    const int m = (some + too_many) / 2;
    (mapping.free_date(cluster, m) < date ? some : too_many) = m;
  }
  return some;
}

// Allocation packing (N'Takpe, Suter, INRIA RR-6774, section 5): of all candidates with fewer processors of the same
// cluster that start earlier than `full` and finish no later, the one that finishes first (ties: more processors);
// `full` itself if there is none. From more to fewer processors data arrives later and tasks take longer: most of the
// numbers need no look.
Candidate earliest_no_later(const ListMapping& mapping, int task, const Candidate& full,
                            const ListMapping::DataReady& ready) {
  if (full.start <= full.ready) return full;  // delayed by its data, not for want of processors
  const double speed = mapping.platform().clusters[static_cast<std::size_t>(full.cluster)].speed;
  Candidate best = full;
  for (int m = free_before(mapping, full.cluster, full.n, full.start); m >= 1; --m) {
    if (full.ready + execution_time(mapping.graph().task(task), m, speed) > best.finish) break;
    const Candidate smaller = mapping.candidate(task, full.cluster, m, ready);
    if (smaller.start >= full.start) break;  // its data arrives too late
    if (smaller.finish < best.finish || (best.n == full.n && smaller.finish <= full.finish)) best = smaller;
  }
  return best;
}

class ConcurrentMapping {
public:
  ConcurrentMapping(const Platform& platform, const Workload& workload,
                    const std::vector<std::vector<int>>& allocations, Packing packing);

  void map_ready_tasks();
  void map_all_tasks();
  SchedulingResult result();

private:
  Mapped& of(const TaskOfBatch& id) { return applications_[static_cast<std::size_t>(id.application)]; }
  const Application& application(int app) const { return workload_.applications[static_cast<std::size_t>(app)]; }

  void collect_ready(const Event& event, std::vector<TaskOfBatch>& ready);
  void sort_by_priority(std::vector<TaskOfBatch>& tasks);
  Choice choose(const TaskOfBatch& id, double earliest);
  double place(const TaskOfBatch& id, double earliest);

  const Platform& platform_;
  const Workload& workload_;
  Packing packing_;
  double reference_speed_;  // flop/s
  std::vector<Mapped> applications_;
  bool packing_was_used_ = false;
};

Mapped mapped(const Platform& platform, const TaskGraph& graph, const std::vector<int>& allocation,
              const std::shared_ptr<ClusterTimelines>& timelines) {
  std::vector<double> task_time;
  std::vector<int> parents;
  for (int task = 0; task < graph.task_count(); ++task) {
    task_time.push_back(
        execution_time(graph.task(task), allocation[static_cast<std::size_t>(task)], slowest_speed(platform)));
    parents.push_back(static_cast<int>(graph.in_edges(task).size()));
  }
  return {ListMapping(platform, graph, timelines), allocation, bottom_levels(graph, task_time), std::move(parents)};
}

ConcurrentMapping::ConcurrentMapping(const Platform& platform, const Workload& workload,
                                     const std::vector<std::vector<int>>& allocations, Packing packing)
    : platform_(platform), workload_(workload), packing_(packing), reference_speed_(slowest_speed(platform)) {
  const std::shared_ptr<ClusterTimelines> timelines = idle_timelines(platform);
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    applications_.push_back(mapped(platform, workload.applications[app].graph, allocations[app], timelines));
}

void ConcurrentMapping::map_ready_tasks() {
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (int app = 0; app < static_cast<int>(applications_.size()); ++app)
    events.push({application(app).release_date, {app, k_release}});
  while (!events.empty()) {
    const double now = events.top().date;
    std::vector<TaskOfBatch> ready;
    for (; !events.empty() && events.top().date == now; events.pop()) collect_ready(events.top(), ready);
    sort_by_priority(ready);
    for (const TaskOfBatch& id : ready) events.push({place(id, now), id});
  }
}

void ConcurrentMapping::map_all_tasks() {
  std::vector<TaskOfBatch> tasks;
  for (int app = 0; app < static_cast<int>(applications_.size()); ++app)
    for (const int task : application(app).graph.topological_order()) tasks.push_back({app, task});
  std::ranges::stable_sort(tasks, std::greater{}, [&](const TaskOfBatch& id) {
    return of(id).bottom_level[static_cast<std::size_t>(id.task)];
  });
  for (const TaskOfBatch& id : tasks) place(id, application(id.application).release_date);
}

SchedulingResult ConcurrentMapping::result() {
  SchedulingResult result;
  for (Mapped& application : applications_)
    result.schedule.placements.push_back(std::move(application.mapping.placements()));
  if (packing_ == Packing::on) result.extra["flex_differs"] = packing_was_used_ ? 1 : 0;
  return result;
}

// Adds the tasks that may start now that this has happened.
void ConcurrentMapping::collect_ready(const Event& event, std::vector<TaskOfBatch>& ready) {
  const auto [app, finished] = event.what;
  std::vector<int>& parents_left = of(event.what).parents_left;
  const TaskGraph& graph = application(app).graph;
  if (finished == k_release) {
    for (int task = 0; task < graph.task_count(); ++task)
      if (parents_left[static_cast<std::size_t>(task)] == 0) ready.push_back({app, task});
    return;
  }
  for (const Edge& edge : graph.out_edges(finished))
    if (--parents_left[static_cast<std::size_t>(edge.to)] == 0) ready.push_back({app, edge.to});
}

void ConcurrentMapping::sort_by_priority(std::vector<TaskOfBatch>& tasks) {
  std::ranges::sort(tasks, {}, [&](const TaskOfBatch& id) {
    return std::tuple(-of(id).bottom_level[static_cast<std::size_t>(id.task)], id.application, id.task);
  });
}

Choice ConcurrentMapping::choose(const TaskOfBatch& id, double earliest) {
  const Mapped& application = of(id);
  const Task& task = application.mapping.graph().task(id.task);
  Choice best;
  for (int k = 0; k < static_cast<int>(platform_.clusters.size()); ++k) {
    const Cluster& cluster = platform_.clusters[static_cast<std::size_t>(k)];
    const int n = translated_allocation(task, application.allocation[static_cast<std::size_t>(id.task)],
                                        reference_speed_, cluster.speed);
    if (n > cluster.processors) continue;
    const ListMapping::DataReady ready = application.mapping.data_ready(id.task, k, earliest);
    const Candidate full = application.mapping.candidate(id.task, k, n, ready);
    const Candidate chosen =
        packing_ == Packing::on ? earliest_no_later(application.mapping, id.task, full, ready) : full;
    if (best.candidate.cluster < 0 || better(chosen, best.candidate)) best = {chosen, chosen.n < full.n};
  }
  return best;
}

// Returns the finish of the task.
double ConcurrentMapping::place(const TaskOfBatch& id, double earliest) {
  const Choice choice = choose(id, earliest);
  if (choice.candidate.cluster < 0)
    throw NoSchedule(
        fmt::format("no cluster has processors enough for the {} reference processors of task {} of "
                    "application {}",
                    of(id).allocation[static_cast<std::size_t>(id.task)], id.task, id.application));
  of(id).mapping.place(id.task, choice.candidate);
  packing_was_used_ |= choice.is_packed;
  return choice.candidate.finish;
}

}  // namespace

SchedulingResult map_concurrently(const Platform& platform, const Workload& workload,
                                  const std::vector<std::vector<int>>& allocations, const MappingOptions& options) {
  ConcurrentMapping mapping(platform, workload, allocations, options.packing);
  if (options.order == MappingOrder::ready)
    mapping.map_ready_tasks();
  else
    mapping.map_all_tasks();
  return mapping.result();
}

}  // namespace palio
