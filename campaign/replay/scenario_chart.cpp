#include "campaign/replay/scenario_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "campaign/replay/task_causes.h"

namespace palio {
namespace {

RowGroup group_of_cluster(const Platform& platform, int index) {
  const Cluster& cluster = platform.clusters[static_cast<std::size_t>(index)];
  return {cluster.name.empty() ? fmt::format("cluster {}", index) : cluster.name, "processor", cluster.processors,
          first_processor(platform, index)};
}

// Which colour each task has, and what the colours mean; no meanings: the application.
struct TaskColours {
  std::vector<std::string> meanings;
  std::vector<std::vector<int>> of_tasks;  // of each application

  void set(std::size_t app, std::size_t task, int colour) {
    if (of_tasks.size() <= app) of_tasks.resize(app + 1);
    if (of_tasks[app].size() <= task) of_tasks[app].resize(task + 1);
    of_tasks[app][task] = colour;
  }
};

template <class Visit>
void for_each_task(const Workload& workload, Visit visit) {
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    for (int task = 0; task < workload.applications[app].graph.task_count(); ++task)
      visit(app, workload.applications[app].graph, static_cast<std::size_t>(task));
}

// Neighbouring levels share a colour if there are more than ten.
TaskColours by_level(const Workload& workload) {
  constexpr int k_most = 10;
  int levels = 1;
  for (const Application& application : workload.applications)
    levels = std::max(levels, application.graph.level_count());
  const int step = (levels + k_most - 1) / k_most;
  TaskColours colours;
  for (int level = 0; level < levels; level += step)
    colours.meanings.push_back(step == 1 ? fmt::format("level {}", level)
                                         : fmt::format("levels {} to {}", level, std::min(level + step, levels) - 1));
  for_each_task(workload, [&](std::size_t app, const TaskGraph& graph, std::size_t task) {
    colours.set(app, task, graph.level(static_cast<int>(task)) / step);
  });
  return colours;
}

TaskColours by_path(const Workload& workload, const std::vector<std::vector<bool>>& critical) {
  TaskColours colours{{"leads to the last finish", "does not"}, {}};
  for_each_task(workload, [&](std::size_t app, const TaskGraph&, std::size_t task) {
    colours.set(app, task, critical[app][task] ? 0 : 1);
  });
  return colours;
}

TaskColours by_delay(const Workload& workload, const GraphSchedule& detail) {
  double last = 0;
  for (const auto& placements : detail.execution.schedule.placements)
    for (const Placement& placement : placements) last = std::max(last, placement.finish);
  TaskColours colours{{"starts as predicted or earlier", "up to 1 % of the last finish later", "up to 10 % of it later",
                       "more than 10 % later"},
                      {}};
  for_each_task(workload, [&](std::size_t app, const TaskGraph&, std::size_t task) {
    const double delay =
        (detail.execution.schedule.placements[app][task].start - detail.planned.placements[app][task].start) / last;
    colours.set(app, task, delay <= 1e-9 ? 0 : delay <= 0.01 ? 1 : delay <= 0.1 ? 2 : 3);
  });
  return colours;
}

// "mProject_ID0000012" is of the kind "mProject".
TaskColours by_kind(const Workload& workload) {
  TaskColours colours;
  for_each_task(workload, [&](std::size_t app, const TaskGraph& graph, std::size_t task) {
    std::string kind = graph.task(static_cast<int>(task)).name;
    kind.erase(kind.find_last_not_of("0123456789") + 1);
    if (kind.ends_with("ID")) kind.erase(kind.size() - 2);
    kind.erase(kind.find_last_not_of("_-. #") + 1);
    if (kind.empty()) kind = "task";
    const auto known = std::ranges::find(colours.meanings, kind);
    colours.set(app, task, static_cast<int>(known - colours.meanings.begin()));
    if (known == colours.meanings.end()) colours.meanings.push_back(kind);
  });
  return colours;
}

TaskColours colours_of(ChartColour by, const Workload& workload, const GraphSchedule& detail,
                       const std::vector<std::vector<TaskCause>>& causes) {
  switch (by) {
    case ChartColour::application: return {};
    case ChartColour::critical: return by_path(workload, critical_tasks(detail.execution, causes));
    case ChartColour::delay: return by_delay(workload, detail);
    case ChartColour::kind: return by_kind(workload);
    case ChartColour::automatic:
      if (workload.applications.size() > 1) return {};
      break;
    case ChartColour::level: break;
  }
  return by_level(workload);
}

std::string cause_text(const Workload& workload, const TaskCause& cause) {
  if (cause.kind == TaskCause::Kind::release) return {};
  const Application& application = workload.applications[static_cast<std::size_t>(cause.application)];
  const std::string task = task_title(application.graph, cause.task);
  const std::string of =
      workload.applications.size() == 1
          ? ""
          : " of " + application_title(application.name, static_cast<std::size_t>(cause.application));
  return cause.kind == TaskCause::Kind::data ? fmt::format("waited for the data of {}", task)
                                             : fmt::format("waited for a processor of {}{}", task, of);
}

BarLink link_of(const Workload& workload, const Schedule& schedule, const Transfer& transfer) {
  const auto app = static_cast<std::size_t>(transfer.application);
  const auto row = [&](int task) {
    return schedule.placements[app][static_cast<std::size_t>(task)].processors.front();
  };
  const TaskGraph& graph = workload.applications[app].graph;
  return {.from_row = row(transfer.from),
          .to_row = row(transfer.to),
          .start = transfer.start,
          .finish = transfer.finish,
          .label = fmt::format("data of {} for {}", task_title(graph, transfer.from), task_title(graph, transfer.to))};
}

// Rows of the chart are the processors of the platform, by number.
void add_graphs(GanttChart& chart, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  const auto& platform = as<Platform>(scenario.platform);
  const auto& workload = as<Workload>(scenario.workload);
  const auto causes = task_causes(workload, detail.execution);
  const TaskColours colours = colours_of(chart.colour_by, workload, detail, causes);
  chart.colours = colours.meanings;
  for (int index = 0; index < static_cast<int>(platform.clusters.size()); ++index)
    chart.groups.push_back(group_of_cluster(platform, index));
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    chart.applications.push_back(application_title(workload.applications[app].name, app));
  for_each_task(workload, [&](std::size_t app, const TaskGraph& graph, std::size_t task) {
    for (const BarDates dates : {BarDates::simulated, BarDates::planned}) {
      const bool simulated = dates == BarDates::simulated;
      const TaskCause& cause = causes[app][task];
      const bool waited = simulated && cause.kind == TaskCause::Kind::data;
      const std::vector<Placement>& placements =
          (simulated ? detail.execution.schedule : detail.planned).placements[app];
      const Placement& placed = placements[task];
      chart.bars.push_back({.rows = placed.processors,
                            .start = placed.start,
                            .finish = placed.finish,
                            .application = static_cast<int>(app),
                            .colour = colours.meanings.empty() ? -1 : colours.of_tasks[app][task],
                            .label = task_title(graph, static_cast<int>(task)),
                            .note = simulated ? cause_text(workload, cause) : "",
                            .waited_for = waited ? fmt::format("{} ({})", task_title(graph, cause.task),
                                                               place_text(chart, placements[cause.task].processors))
                                                 : "",
                            .waited = waited ? placed.start - placements[cause.task].finish : 0,
                            .dates = dates});
    }
  });
  for (const Transfer& transfer : detail.execution.transfers) {
    if (transfer.finish <= transfer.start) continue;
    chart.links.push_back(link_of(workload, detail.execution.schedule, transfer));
    const TaskCause& cause = causes[transfer.application][transfer.to];
    chart.links.back().leads = chart.colour_by == ChartColour::critical && cause.kind == TaskCause::Kind::data &&
                               cause.task == transfer.from && colours.of_tasks[transfer.application][transfer.to] == 0;
  }
}

// The rows of a star: master, supervisors, workers. Their numbers are those of nodes (FileTransfer).
void add_nodes(GanttChart& chart, int supervisors, const Star& star) {
  chart.groups.push_back({"master", "", 1, 0});
  if (supervisors > 0) chart.groups.push_back({"supervisors", "supervisor", supervisors, 0});
  chart.groups.push_back({"workers", "worker", static_cast<int>(star.workers.size()), 0});
}

void add_bags(GanttChart& chart, const SimulatedScenario& scenario, const BagSchedule& schedule) {
  const auto& star = as<Star>(scenario.platform);
  const auto& bags = as<BagBatch>(scenario.workload).applications;
  add_nodes(chart, 0, star);
  for (std::size_t app = 0; app < bags.size(); ++app)
    chart.applications.push_back(application_title(bags[app].name, app));
  std::vector<int> sent(bags.size(), 0);
  for (const BagTask& task : schedule.tasks) {
    const std::string label = fmt::format("task {}", sent[static_cast<std::size_t>(task.application)]++);
    const int row = 1 + task.worker;
    std::vector<int> nodes = star.port_model == PortModel::one_port ? std::vector{0, row} : std::vector{row};
    chart.bars.push_back({.rows = std::move(nodes),
                          .start = task.send_start,
                          .finish = task.send_finish,
                          .application = task.application,
                          .label = fmt::format("input of {} to worker {}", label, task.worker),
                          .kind = BarKind::transfer});
    chart.bars.push_back(
        {.rows = {row}, .start = task.start, .finish = task.finish, .application = task.application, .label = label});
  }
}

Bar bar_of(const FileTransfer& message, int supervisors) {
  const bool up = message.to < message.from;
  std::vector<int> rows{message.from};
  // A node that feeds others receives while it sends: its row shows only what it sends.
  if (!up && message.to > supervisors) rows.push_back(message.to);
  const std::string what = message.file < 0 ? "output" : fmt::format("file {}", message.file);
  return {.rows = std::move(rows),
          .start = message.start,
          .finish = message.finish,
          .label = fmt::format("{} from {} to {}", what, node_title(message.from, supervisors),
                               node_title(message.to, supervisors)),
          .kind = BarKind::transfer};
}

void add_files(GanttChart& chart, const SimulatedScenario& scenario, const FileSchedule& schedule) {
  add_nodes(chart, schedule.supervisors, as<Star>(scenario.platform));
  chart.applications.emplace_back("tasks");
  const auto add_run = [&](std::size_t task, const FileTaskRun& run, BarKind kind) {
    chart.bars.push_back({.rows = {1 + schedule.supervisors + run.worker},
                          .start = run.start,
                          .finish = run.finish,
                          .label = fmt::format("task {}", task),
                          .kind = kind});
  };
  for (const FileTransfer& message : schedule.messages) chart.bars.push_back(bar_of(message, schedule.supervisors));
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task) add_run(task, schedule.tasks[task], BarKind::task);
  for (const FileTaskCopy& copy : schedule.copies)
    add_run(static_cast<std::size_t>(copy.task), copy.run, BarKind::copy);
}

}  // namespace

std::span<const Display<GanttChart>> chart_kinds() {
  static const auto kinds =
      Schedules::table(display<GraphSchedule, GanttChart, add_graphs>(), display<BagSchedule, GanttChart, add_bags>(),
                       display<FileSchedule, GanttChart, add_files>());
  return kinds;
}

GanttChart scenario_chart(const SimulatedScenario& scenario, std::string title, std::string subtitle,
                          ChartColour colour_by, std::span<const Display<GanttChart>> kinds) {
  GanttChart chart;
  chart.colour_by = colour_by;
  chart.title = std::move(title);
  chart.subtitle = std::move(subtitle);
  if (const RealizationMetrics* shown = shown_realization(scenario))
    chart.makespan = shown->makespan;
  else if (const auto* completed = std::get_if<Completed>(&scenario.result.outcome))
    if (const double makespan = completed->metrics["makespan"]; std::isfinite(makespan)) chart.makespan = makespan;
  row_for(kinds, scenario.detail).show(chart, scenario);
  return chart;
}

}  // namespace palio
