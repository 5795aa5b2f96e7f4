#include "campaign/replay/scenario_chart.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace palio {
namespace {

RowGroup group_of_cluster(const Platform& platform, int index) {
  const Cluster& cluster = platform.clusters[static_cast<std::size_t>(index)];
  return {cluster.name.empty() ? fmt::format("cluster {}", index) : cluster.name, "processor", cluster.processors,
          first_processor(platform, index)};
}

// Rows of the chart are the processors of the platform, by number.
void add_graphs(GanttChart& chart, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  const auto& platform = as<Platform>(scenario.platform);
  const auto& applications = as<Workload>(scenario.workload).applications;
  for (int index = 0; index < static_cast<int>(platform.clusters.size()); ++index)
    chart.groups.push_back(group_of_cluster(platform, index));
  for (std::size_t app = 0; app < applications.size(); ++app) {
    chart.applications.push_back(application_title(applications[app].name, app));
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task) {
      const std::string label = task_title(applications[app].graph, static_cast<int>(task));
      for (const BarDates dates : {BarDates::simulated, BarDates::planned}) {
        const Schedule& schedule = dates == BarDates::planned ? detail.planned : detail.execution.schedule;
        const Placement& placed = schedule.placements[app][task];
        chart.bars.push_back({.rows = placed.processors,
                              .start = placed.start,
                              .finish = placed.finish,
                              .application = static_cast<int>(app),
                              .label = label,
                              .dates = dates});
      }
    }
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
                          std::span<const Display<GanttChart>> kinds) {
  GanttChart chart;
  chart.title = std::move(title);
  chart.subtitle = std::move(subtitle);
  if (const auto* completed = std::get_if<Completed>(&scenario.result.outcome))
    if (const double makespan = completed->metrics["makespan"]; std::isfinite(makespan)) chart.makespan = makespan;
  row_for(kinds, scenario.detail).show(chart, scenario);
  return chart;
}

}  // namespace palio
