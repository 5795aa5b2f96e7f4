#include "strategies/ptg/known_schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "strategies/model/dates.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// The processors that the workload names for a task; without dates.
Placement known_placement(const Platform& platform, const Task& task) {
  const auto& [first, width, start] = task.place;
  const int last = first + width - 1, count = processor_count(platform);
  if (last >= count)
    throw UserError("Assignment: task \"{}\" goes to processor {}, but the platform has only {}: 0 to {}", task.name,
                    last, count, count - 1);
  Placement placed;
  for (int begin = 0; begin <= first; begin += platform.clusters[placed.cluster].processors) ++placed.cluster;
  placed.processors.resize(width);
  std::iota(placed.processors.begin(), placed.processors.end(), first);
  return placed;
}

void start_at(double start, const Platform& platform, const Task& task, Placement& placed) {
  placed.start = start;
  placed.finish =
      start + execution_time(task, task.place.width, placed.cluster, platform.clusters[placed.cluster].speed);
}

bool names_starts(const Application& application) {
  return std::ranges::all_of(application.graph.tasks(),
                             [](const Task& task) { return task.place.processor >= 0 && task.place.start >= 0; });
}

// By the starts that the workload names, where it names all.
std::vector<int> known_order(const Application& application) {
  const TaskGraph& graph = application.graph;
  std::vector<int> order(graph.topological_order().begin(), graph.topological_order().end());
  if (names_starts(application))
    std::ranges::stable_sort(order, {}, [&](int task) { return graph.task(task).place.start; });
  return order;
}

}  // namespace

SchedulingResult schedule_assignment(const Platform& platform, const Workload& workload, const Parameters&) {
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  std::vector<double> free(processor_count(platform), application.release_date);
  std::vector<Placement> placed(graph.tasks().size());
  for (const int task : known_order(application)) {
    Placement& place = placed[task] = known_placement(platform, graph.task(task));
    double start = application.release_date;
    for (const int processor : place.processors) start = std::max(start, free[processor]);
    for (const Edge& edge : graph.in_edges(task)) {
      const Placement& sender = placed[edge.from];
      if (sender.cluster < 0)
        throw UserError("Assignment: task \"{}\" starts at {} s, before \"{}\", which it needs, starts at {} s",
                        graph.task(task).name, graph.task(task).place.start, graph.task(edge.from).name,
                        graph.task(edge.from).place.start);
      start = std::max(start, sender.finish + moving_time(platform, edge, sender, place));
    }
    start_at(start, platform, graph.task(task), place);
    for (const int processor : place.processors) free[processor] = place.finish;
  }
  return {{{std::move(placed)}}, {}};
}

void check_reference(const Platform& platform, const Workload& workload) {
  if (!workload.reference_makespan || !std::ranges::all_of(workload.applications, names_starts)) return;
  Schedule schedule;
  double begin = k_never, end = 0;  // s
  for (const Application& application : workload.applications) {
    std::vector<Placement>& placed = schedule.placements.emplace_back();
    for (const Task& task : application.graph.tasks()) {
      placed.push_back(known_placement(platform, task));
      start_at(task.place.start, platform, task, placed.back());
      begin = std::min(begin, placed.back().start);
      end = std::max(end, placed.back().finish);
    }
  }
  const double reference = *workload.reference_makespan;
  if (const auto violation = find_violation(platform, workload, schedule))
    throw UserError("the schedule of {} s that the workload names is not valid on this platform: {}", reference,
                    *violation);
  if (std::abs(end - begin - reference) > k_date_tolerance * reference)
    throw UserError("the schedule that the workload names takes {} s, but its reference makespan is {} s", end - begin,
                    reference);
}

}  // namespace palio
