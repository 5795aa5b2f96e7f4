#include "campaign/cli/output/schedule_outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "analysis/gantt/chart.h"
#include "campaign/cli/output/output.h"
#include "campaign/replay/scenario_chart.h"
#include "core/error.h"
#include "core/text/new_file.h"
#include "core/text/talk.h"
#include "runners/wire/protocol.h"
#include "runners/wire/simulated_scenario.h"

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

// Calls `visit` with each task of a schedule, its values in the columns of k_graph_columns.
template <class Visit>
void for_each_task(const SimulatedScenario& scenario, const GraphSchedule& detail, Visit visit) {
  const auto& platform = as<Platform>(scenario.platform);
  const auto& workload = as<Workload>(scenario.workload);
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    const TaskGraph& graph = workload.applications[app].graph;
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task) {
      const Placement& planned = detail.planned.placements[app][task];
      const Placement& simulated = detail.execution.schedule.placements[app][task];
      visit(graph, static_cast<int>(task),
            std::vector<SqlValue>{whole(app), task_title(graph, static_cast<int>(task)),
                                  platform.clusters[static_cast<std::size_t>(simulated.cluster)].name,
                                  whole(simulated.processors.size()), ranges(simulated.processors), planned.start,
                                  planned.finish, simulated.start, simulated.finish});
    }
  }
}
const std::vector<std::string> k_graph_columns{
    "application", "task", "cluster", "n", "processors", "predicted_start", "predicted_finish", "start", "finish"};

void write_graphs(TableWriter& table, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  table.header(k_graph_columns);
  for_each_task(scenario, detail, [&](const TaskGraph&, int, const std::vector<SqlValue>& row) { table.row(row); });
}

// The same with what the task is: work (none where it has times) and sequential share (none where its law has none),
// place in the graph, data.
void write_graph_features(TableWriter& table, const SimulatedScenario& scenario, const GraphSchedule& detail) {
  std::vector<std::string> columns = k_graph_columns;
  for (const char* feature : {"flop", "alpha", "level", "parents", "children", "bytes_in", "bytes_out"})
    columns.emplace_back(feature);
  table.header(columns);
  const auto bytes = [](std::span<const Edge> edges) {
    double sum = 0;
    for (const Edge& edge : edges) sum += edge.bytes;
    return sum;
  };
  for_each_task(scenario, detail, [&](const TaskGraph& graph, int id, std::vector<SqlValue> row) {
    const Task& task = graph.task(id);
    const bool timed = !task.times.empty();
    row.insert(row.end(), {timed ? SqlValue() : SqlValue(task.flop),
                           timed || !parameters_of(task.speedup.law).alpha ? SqlValue() : SqlValue(task.alpha),
                           std::int64_t{graph.level(id)}, whole(graph.in_edges(id).size()),
                           whole(graph.out_edges(id).size()), bytes(graph.in_edges(id)), bytes(graph.out_edges(id))});
    table.row(row);
  });
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

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw UserError("cannot write {}: {}", path, reason);
}

void require_access(const std::string& path, const std::filesystem::path& to_write) {
  if (access(to_write.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
}

// Creates nothing yet, so that a scenario that fails leaves no empty file.
void require_writable(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) refuse(path, "it is a folder");
  if (std::filesystem::exists(status)) require_access(path, path);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
  refuse_link(path);
  require_access(path, std::filesystem::absolute(path).parent_path());
}

std::string schedule_text(const SimulatedScenario& scenario, const std::string& path) {
  if (path.ends_with(".json")) return simulation_json(scenario) + '\n';
  std::string text;
  TableWriter table(text, Format::csv);
  write_schedule(table, scenario);
  return text;
}

// A file that a schedule can be written to.
struct OutputKind {
  const char *option, *value, *description;  // in the help
  std::string ScheduleOutputs::*path;
  std::string_view ending = {};  // the only one there is; empty: any
};
constexpr auto k_output_kinds = std::to_array<OutputKind>({
    {"--gantt", "FILE.svg", "Write the Gantt chart", &ScheduleOutputs::gantt, ".svg"},
    {"--schedule", "FILE.csv|.json", "Write where and when every task ran", &ScheduleOutputs::schedule},
    {"--jedule", "FILE", "Write the schedule for Jedule (XML)", &ScheduleOutputs::jedule},
    {"--chrome-trace", "FILE.json", "Write the schedule for chrome://tracing or Perfetto",
     &ScheduleOutputs::chrome_trace, ".json"},
    {"--trace", "FILE.paje", "Write SimGrid's own trace (Paje)", &ScheduleOutputs::trace},
});

void check_names(const ScheduleOutputs& outputs) {
  for (const auto& [option, path] : outputs.wanted())
    if (path == "-") throw UserError("{} -: this output needs a file, not standard output; name one", option);
  if (!outputs.schedule.empty() && !outputs.schedule.ends_with(".csv") && !outputs.schedule.ends_with(".json"))
    throw UserError("--schedule {} ends with neither .csv nor .json, the two formats there are", outputs.schedule);
  for (const OutputKind& kind : k_output_kinds)
    if (const std::string& path = outputs.*kind.path; !path.empty() && !path.ends_with(kind.ending))
      throw UserError("{} {} does not end with {}, the only format there is", kind.option, path, kind.ending);
}

}  // namespace

std::span<const Display<TableWriter>> table_kinds() {
  static const auto kinds = Schedules::table(display<GraphSchedule, TableWriter, write_graphs>(),
                                             display<BagSchedule, TableWriter, write_bags>(),
                                             display<FileSchedule, TableWriter, write_files>());
  return kinds;
}

std::span<const Display<TableWriter>> feature_kinds() {
  static const auto kinds = Schedules::table(display<GraphSchedule, TableWriter, write_graph_features>(),
                                             display<BagSchedule, TableWriter, write_bags>(),
                                             display<FileSchedule, TableWriter, write_files>());
  return kinds;
}

void write_schedule(TableWriter& table, const SimulatedScenario& scenario,
                    std::span<const Display<TableWriter>> kinds) {
  row_for(kinds, scenario.detail).show(table, scenario);
  table.finish();
}

bool ScheduleOutputs::need_schedule() const {
  return !gantt.empty() || !schedule.empty() || !jedule.empty() || !chrome_trace.empty();
}

void add_schedule_outputs(const CommandSyntax& command, ScheduleOutputs& outputs) {
  for (const OutputKind& kind : k_output_kinds)
    command.add_option(fmt::format("{} {}", kind.option, kind.value), outputs.*kind.path, kind.description);
  command.add_choice<ChartColour>(
      "--colour BY",
      {{"application", ChartColour::application},
       {"level", ChartColour::level},
       {"critical", ChartColour::critical},
       {"delay", ChartColour::delay},
       {"kind", ChartColour::kind}},
      [&outputs](ChartColour typed) { outputs.colour = typed; },
      "What the colours of the Gantt chart show: application, level, critical (leads to the "
      "last finish), delay or kind (name without number); default: level for one graph");
  command.add_option("--gantt-width PX", outputs.width, "Width of the Gantt chart, px (default: 1200)")
      .number(Least::above_zero, "pixels");
}

std::vector<std::pair<std::string, std::string>> ScheduleOutputs::wanted() const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const OutputKind& kind : k_output_kinds)
    if (const std::string& path = this->*kind.path; !path.empty()) files.emplace_back(kind.option, path);
  return files;
}

void check_outputs(ScheduleOutputs& outputs) {
  check_names(outputs);
  const auto files = outputs.wanted();
  for (auto file = files.begin(); file != files.end(); ++file) {
    for (auto other = files.begin(); other != file; ++other)
      if (same_file(other->second, file->second))
        throw UserError("{} {} and {} {} are the same file; name two", other->first, other->second, file->first,
                        file->second);
    require_writable(file->second);
  }
  if (outputs.gantt.empty() && (outputs.colour != ChartColour::automatic || outputs.width != ChartSize().width))
    throw UserError("--colour and --gantt-width are about the Gantt chart: add --gantt FILE.svg");
  constexpr double k_narrowest = 400, k_widest = 20'000;  // px
  if (!(outputs.width >= k_narrowest && outputs.width <= k_widest))
    throw UserError("--gantt-width {}: a chart is {} to {} px wide", outputs.width, k_narrowest, k_widest);
  if (!outputs.trace.empty()) outputs.trace = std::filesystem::absolute(outputs.trace).string();
}

void write_outputs(const ScheduleOutputs& outputs, const SimulatedScenario& scenario, const std::string& title,
                   const std::string& subtitle) {
  if (!outputs.need_schedule()) return;
  if (!outputs.schedule.empty()) write_output(outputs.schedule, schedule_text(scenario, outputs.schedule));
  const GanttChart chart = scenario_chart(scenario, title, subtitle, outputs.colour);
  if (!outputs.gantt.empty()) write_output(outputs.gantt, gantt_svg(chart, {.width = outputs.width}));
  if (!outputs.jedule.empty()) write_output(outputs.jedule, jedule_xml(chart));
  if (!outputs.chrome_trace.empty()) write_output(outputs.chrome_trace, chrome_trace_json(chart));
}

void check_trace(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw UserError("the trace {} cannot be read: {}", file, error.message());
  if (size >= k_most_written)
    throw UserError("the trace {} is truncated: a scenario may write {} MiB", file, k_most_written >> 20U);
  std::ifstream stream(file, std::ios::binary);
  std::string beginning(1024, '\0');  // comments, then the definitions of events
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (beginning.find("%EventDef") == std::string::npos)
    throw UserError("{} is not a trace: its {} bytes do not begin with %EventDef", file, size);
  talk("wrote {}\n", file);
}

}  // namespace palio
