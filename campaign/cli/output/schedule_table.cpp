#include "campaign/cli/output/schedule_table.h"

#include <fmt/format.h>

namespace palio {
namespace {

// "0-3,8": ranges of processor numbers.
std::string ranges(const std::vector<int>& processors) {
  std::string text;
  for (std::size_t i = 0; i < processors.size();) {
    std::size_t end = i;
    while (end + 1 < processors.size() && processors[end + 1] == processors[end] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ",", processors[i]);
    if (end > i) text += fmt::format("-{}", processors[end]);
    i = end + 1;
  }
  return text;
}

std::int64_t whole(std::size_t number) { return static_cast<std::int64_t>(number); }

void write_graphs(TableWriter& table, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  const auto& platform = as<Platform>(scenario.platform);
  const auto& workload = as<Workload>(scenario.workload);
  table.header(
      {"application", "task", "cluster", "n", "processors", "predicted_start", "predicted_finish", "start", "finish"});
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task) {
      const Placement& planned = detail.planned.placements[app][task];
      const Placement& simulated = detail.execution.schedule.placements[app][task];
      table.row({whole(app), task_title(workload.applications[app].graph, static_cast<int>(task)),
                 platform.clusters[static_cast<std::size_t>(planned.cluster)].name, whole(planned.processors.size()),
                 ranges(planned.processors), planned.start, planned.finish, simulated.start, simulated.finish});
    }
  }
}

// Tasks of an application are numbered in the order of their sends.
void write_bags(TableWriter& table, const SimulatedScenario& scenario, const BagSchedule& schedule) {
  table.header({"application", "task", "worker", "send_start", "send_finish", "start", "finish"});
  std::vector<std::int64_t> sent(as<BagBatch>(scenario.workload).applications.size(), 0);
  for (const BagTask& task : schedule.tasks)
    table.row({std::int64_t{task.application}, sent[static_cast<std::size_t>(task.application)]++,
               std::int64_t{task.worker}, task.send_start, task.send_finish, task.start, task.finish});
}

void write_files(TableWriter& table, const SimulatedScenario& scenario, const FileSchedule& schedule) {
  const auto& tasks = as<SharedFileTasks>(scenario.workload);
  table.header({"task", "file", "worker", "copy", "start", "finish"});
  const auto row = [&](std::size_t task, const FileTaskRun& run, std::int64_t copy) {
    table.row(
        {whole(task), std::int64_t{tasks.file_of_task[task]}, std::int64_t{run.worker}, copy, run.start, run.finish});
  };
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task) row(task, schedule.tasks[task], 0);
  for (const FileTaskCopy& copy : schedule.copies) row(static_cast<std::size_t>(copy.task), copy.run, 1);
}

}  // namespace

std::span<const Display<TableWriter>> table_kinds() {
  static const auto kinds = Schedules::table(display<GraphSchedule, TableWriter, write_graphs>(),
                                             display<BagSchedule, TableWriter, write_bags>(),
                                             display<FileSchedule, TableWriter, write_files>());
  return kinds;
}

void write_schedule(TableWriter& table, const SimulatedScenario& scenario,
                    std::span<const Display<TableWriter>> kinds) {
  row_for(kinds, scenario.detail).show(table, scenario);
  table.finish();
}

}  // namespace palio
