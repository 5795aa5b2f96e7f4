#include "strategies/ptg/constrained/concurrent_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "strategies/ptg/bottom_level.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

struct TaskOfBatch {
  int application = 0;
  int task = 0;
};

constexpr int k_begin = -1;  // in place of a task

// In place of a task whose data one of the open tasks waits for, but which is none of the batch: it ran before.
constexpr int sender_to(int task) { return -2 - task; }
constexpr int receiver_from(int sender) { return -2 - sender; }

struct MappingEvent {
  double date = 0;   // s
  TaskOfBatch what;  // a task that finishes, or an application whose open tasks may begin
};

bool operator>(const MappingEvent& a, const MappingEvent& b) { return a.date > b.date; }

// The state of an application with open tasks at a decision.
struct Mapped {
  ListMapping mapping;
  std::size_t number;                // in the batch
  std::vector<char> is_open;         // by task, like all members below
  std::vector<int> allocation;       // of open tasks
  std::vector<double> bottom_level;  // s, of open tasks
  std::vector<int> parents_left;     // parents that have not finished
  std::vector<char> is_packed;       // whether it got fewer processors than it was allocated
  std::span<const Inflow> inflows;
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

// Allocation packing (N'Takpe, Suter, INRIA RR-6774, section 5): of the candidates with fewer processors of the same
// cluster that start earlier than `full` and finish no later, the one that finishes first (ties: more processors); else
// `full`. With fewer processors data arrives later and tasks take longer, so most numbers need no evaluation.
Candidate earliest_no_later(const ListMapping& mapping, int task, const Candidate& full,
                            const ListMapping::DataReady& ready) {
  if (full.start <= full.ready) return full;  // delayed by its data, not by busy processors
  const double speed = mapping.platform().clusters[full.cluster].speed;
  Candidate best = full;
  for (int m = free_before(mapping, full.cluster, full.n, full.start); m >= 1; --m) {
    if (full.ready + execution_time(mapping.graph().task(task), m, speed) > best.finish) break;
    const Candidate smaller = mapping.candidate(task, full.cluster, m, ready);
    if (smaller.start >= full.start) break;  // its data arrives too late
    if (smaller.finish < best.finish || (best.n == full.n && smaller.finish <= full.finish)) best = smaller;
  }
  return best;
}

// Maps the open tasks of a batch around those that have started.
class JointMapping {
public:
  JointMapping(const Platform& platform, Packing packing, double now, std::vector<Mapped>& applications)
      : packing_(packing), now_(now), reference_speed_(slowest_speed(platform)), applications_(applications) {}

  void map_ready_tasks() {
    for (int app = 0; app < static_cast<int>(applications_.size()); ++app) {
      events_.push({now_, {app, k_begin}});
      push_running(app);
      for (const Inflow& data : of({app, 0}).inflows)
        if (data.sent > now_) events_.push({data.sent, {app, sender_to(data.task)}});
    }
    while (!events_.empty()) {
      const double now = events_.top().date;
      std::vector<TaskOfBatch> ready;
      for (; !events_.empty() && events_.top().date == now; events_.pop()) collect_ready(events_.top(), ready);
      sort_by_priority(ready);
      for (const TaskOfBatch& id : ready) events_.push({place(id, now), id});
    }
  }

  void map_all_tasks() {
    std::vector<TaskOfBatch> tasks;
    for (int app = 0; app < static_cast<int>(applications_.size()); ++app)
      for (const int task : of({app, 0}).mapping.graph().topological_order())
        if (of({app, task}).is_open[task] != 0) tasks.push_back({app, task});
    std::ranges::stable_sort(tasks, std::greater{},
                             [&](const TaskOfBatch& id) { return of(id).bottom_level[id.task]; });
    for (const TaskOfBatch& id : tasks) place(id, now_);
  }

private:
  Mapped& of(const TaskOfBatch& id) { return applications_[id.application]; }

  // Adds the tasks that have started but not finished.
  void push_running(int app) {
    const Mapped& application = of({app, 0});
    for (std::size_t task = 0; task < application.is_open.size(); ++task)
      if (const double finish = application.mapping.placements()[task].finish;
          application.is_open[task] == 0 && finish > now_)
        events_.push({finish, {app, static_cast<int>(task)}});
  }

  // Adds the tasks that become ready with this event.
  void collect_ready(const MappingEvent& event, std::vector<TaskOfBatch>& ready) {
    const auto [app, finished] = event.what;
    Mapped& application = of(event.what);
    if (finished == k_begin) {
      for (std::size_t task = 0; task < application.is_open.size(); ++task)
        if (application.is_open[task] != 0 && application.parents_left[task] == 0)
          ready.push_back({app, static_cast<int>(task)});
      return;
    }
    if (finished < 0) {
      if (--application.parents_left[receiver_from(finished)] == 0) ready.push_back({app, receiver_from(finished)});
      return;
    }
    for (const Edge& edge : application.mapping.graph().out_edges(finished))
      if (--application.parents_left[edge.to] == 0) ready.push_back({app, edge.to});
  }

  void sort_by_priority(std::vector<TaskOfBatch>& tasks) {
    std::ranges::sort(tasks, {}, [&](const TaskOfBatch& id) {
      return std::tuple(-of(id).bottom_level[id.task], id.application, id.task);
    });
  }

  // Returns the finish of the task.
  double place(const TaskOfBatch& id, double earliest) {
    Mapped& application = of(id);
    const auto [candidate, is_packed] = best_translation(
        application.mapping, id.task, application.allocation[id.task], reference_speed_, earliest,
        [&](const Candidate& full, const ListMapping::DataReady& ready) {
          return packing_ == Packing::on ? earliest_no_later(application.mapping, id.task, full, ready) : full;
        });
    if (candidate.cluster < 0)
      throw NoSchedule(
          fmt::format("no cluster has processors enough for the {} reference processors of task {} of "
                      "application {}",
                      application.allocation[id.task], id.task, application.number));
    application.mapping.place(id.task, candidate);
    application.is_packed[id.task] = is_packed ? 1 : 0;
    return candidate.finish;
  }

  Packing packing_;
  double now_;              // s
  double reference_speed_;  // flop/s
  std::vector<Mapped>& applications_;
  std::priority_queue<MappingEvent, std::vector<MappingEvent>, std::greater<>> events_;
};

bool is_started(const Placement& placed, double now) { return placed.cluster >= 0 && placed.start < now; }

// The `index`-th application with open tasks.
Mapped mapped(ListMapping mapping, std::span<const Inflow> inflows, const RemainingBatch& remaining, std::size_t index,
              const std::vector<int>& allocation) {
  const TaskGraph& graph = mapping.graph();
  const std::size_t count = graph.tasks().size();
  Mapped application{
      std::move(mapping),         remaining.application[index], std::vector<char>(count), std::vector<int>(count),
      std::vector<double>(count), std::vector<int>(count),      std::vector<char>(count), inflows};
  std::vector<double> task_time(count);  // s
  const double speed = slowest_speed(application.mapping.platform());
  for (std::size_t i = 0; i < allocation.size(); ++i) {
    const int task = remaining.task[index][i];
    application.is_open[task] = 1;
    application.allocation[task] = allocation[i];
    task_time[task] = execution_time(graph.task(task), allocation[i], speed);
  }
  application.bottom_level = bottom_levels(graph, task_time);
  for (const Edge& edge : graph.edges()) {
    const bool is_left =
        application.is_open[edge.from] != 0 || application.mapping.placements()[edge.from].finish > remaining.now;
    application.parents_left[edge.to] += is_left ? 1 : 0;
  }
  for (const Inflow& data : inflows) application.parents_left[data.task] += data.sent > remaining.now ? 1 : 0;
  return application;
}

BatchDates dates_of(const Schedule& schedule) {
  BatchDates dates;
  for (const std::vector<Placement>& placements : schedule.placements) {
    std::vector<PlannedDates>& row = dates.emplace_back();
    for (const Placement& placed : placements)
      row.push_back(placed.cluster < 0 ? PlannedDates{} : PlannedDates{placed.start, placed.finish});
  }
  return dates;
}

}  // namespace

ConcurrentMapping::ConcurrentMapping(const Platform& platform, const Workload& workload, const MappingOptions& options)
    : platform_(platform), workload_(workload), options_(options) {
  for (const Application& application : workload.applications) {
    schedule_.placements.emplace_back(application.graph.tasks().size());
    is_packed_.emplace_back(application.graph.tasks().size());
  }
}

// When what has started leaves the processors free.
std::shared_ptr<ClusterTimelines> ConcurrentMapping::timelines_at(double now) const {
  std::vector<double> free = free_dates(platform_, workload_);  // s
  for (const std::vector<Placement>& placements : schedule_.placements)
    for (const Placement& placed : placements)
      if (is_started(placed, now))
        for (const int processor : placed.processors) free[processor] = std::max(free[processor], placed.finish);
  return std::make_shared<ClusterTimelines>(timelines_of(platform_, free));
}

BatchDates ConcurrentMapping::map(const RemainingBatch& remaining, const ReferenceAllocations& allocations) {
  const std::shared_ptr<ClusterTimelines> timelines = timelines_at(remaining.now);
  std::vector<Mapped> applications;
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    const std::size_t app = remaining.application[i];
    const std::span<const Inflow> inflows = inflows_of(workload_, app);
    applications.push_back(mapped(ListMapping(platform_, workload_.applications[app].graph, timelines,
                                              std::move(schedule_.placements[app]), inflows),
                                  inflows, remaining, i, allocations[i]));
  }
  JointMapping joint(platform_, options_.packing, remaining.now, applications);
  if (options_.order == MappingOrder::ready)
    joint.map_ready_tasks();
  else
    joint.map_all_tasks();
  for (Mapped& application : applications) {
    std::vector<Placement>& placements = application.mapping.placements();
    for (std::size_t task = 0; task < placements.size(); ++task) {
      if (application.is_open[task] == 0) continue;
      placements[task].not_before = remaining.now;
      is_packed_[application.number][task] = application.is_packed[task];
    }
    schedule_.placements[application.number] = std::move(placements);
  }
  return dates_of(schedule_);
}

SchedulingResult ConcurrentMapping::result() const {
  SchedulingResult result{schedule_, {}};
  if (options_.packing == Packing::on)
    result.extra["flex_differs"] =
        std::ranges::any_of(is_packed_,
                            [](const std::vector<char>& tasks) { return std::ranges::find(tasks, 1) != tasks.end(); })
            ? 1
            : 0;
  return result;
}

}  // namespace palio
