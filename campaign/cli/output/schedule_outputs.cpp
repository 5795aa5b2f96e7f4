#include "campaign/cli/output/schedule_outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "analysis/gantt/documents.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/schedule_table.h"
#include "campaign/replay/scenario_chart.h"
#include "core/error.h"
#include "core/text/new_file.h"
#include "core/text/talk.h"
#include "runners/wire/protocol.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {
namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw UserError(fmt::format("cannot write {}: {}", path, reason));
}

void require_access(const std::string& path, const std::filesystem::path& to_write) {
  if (access(to_write.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
}

// Nothing is made yet: a scenario that fails leaves no empty file.
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

void check_names(const ScheduleOutputs& outputs) {
  for (const auto& [option, path] : outputs.wanted())
    if (path == "-")
      throw UserError(fmt::format("{} - : it goes into a file, not to the standard output; name one", option));
  if (!outputs.schedule.empty() && !outputs.schedule.ends_with(".csv") && !outputs.schedule.ends_with(".json"))
    throw UserError(
        fmt::format("--schedule {} ends with neither .csv nor .json, the two forms there are", outputs.schedule));
  if (!outputs.gantt.empty() && !outputs.gantt.ends_with(".svg"))
    throw UserError(fmt::format("--gantt {} does not end with .svg, the one form there is", outputs.gantt));
  if (!outputs.chrome_trace.empty() && !outputs.chrome_trace.ends_with(".json"))
    throw UserError(
        fmt::format("--chrome-trace {} does not end with .json, the one form there is", outputs.chrome_trace));
}

}  // namespace

bool ScheduleOutputs::need_schedule() const {
  return !gantt.empty() || !schedule.empty() || !jedule.empty() || !chrome_trace.empty();
}

void add_schedule_outputs(const CommandSyntax& command, ScheduleOutputs& outputs) {
  command.add_option("--gantt FILE.svg", outputs.gantt, "Write the Gantt chart");
  command.add_option("--schedule FILE.csv|.json", outputs.schedule, "Write where and when every task ran");
  command.add_option("--jedule FILE", outputs.jedule, "Write the schedule for Jedule (XML)");
  command.add_option("--chrome-trace FILE.json", outputs.chrome_trace,
                     "Write the schedule for chrome://tracing or Perfetto");
  command.add_option("--trace FILE.paje", outputs.trace, "Write SimGrid's own trace (Paje)");
}

std::vector<std::pair<std::string, std::string>> ScheduleOutputs::wanted() const {
  std::vector<std::pair<std::string, std::string>> files{{"--gantt", gantt},
                                                         {"--schedule", schedule},
                                                         {"--jedule", jedule},
                                                         {"--chrome-trace", chrome_trace},
                                                         {"--trace", trace}};
  std::erase_if(files, [](const auto& file) { return file.second.empty(); });
  return files;
}

void check_outputs(ScheduleOutputs& outputs) {
  check_names(outputs);
  const auto files = outputs.wanted();
  for (auto file = files.begin(); file != files.end(); ++file) {
    for (auto other = files.begin(); other != file; ++other)
      if (same_file(other->second, file->second))
        throw UserError(fmt::format("{} {} and {} {} are one file; name two", other->first, other->second, file->first,
                                    file->second));
    require_writable(file->second);
  }
  if (!outputs.trace.empty()) outputs.trace = std::filesystem::absolute(outputs.trace).string();
}

void write_outputs(const ScheduleOutputs& outputs, const SimulatedScenario& scenario, const std::string& title,
                   const std::string& subtitle) {
  if (!outputs.need_schedule()) return;
  if (!outputs.schedule.empty()) write_output(outputs.schedule, schedule_text(scenario, outputs.schedule));
  const GanttChart chart = scenario_chart(scenario, title, subtitle);
  if (!outputs.gantt.empty()) write_output(outputs.gantt, gantt_svg(chart));
  if (!outputs.jedule.empty()) write_output(outputs.jedule, jedule_xml(chart));
  if (!outputs.chrome_trace.empty()) write_output(outputs.chrome_trace, chrome_trace_json(chart));
}

void check_trace(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw UserError(fmt::format("the trace {} cannot be read: {}", file, error.message()));
  if (size >= k_most_written)
    throw UserError(fmt::format("the trace {} is cut off: a scenario may write {} MiB", file, k_most_written >> 20U));
  std::ifstream stream(file, std::ios::binary);
  std::string beginning(1024, '\0');  // comments, then the definitions of events
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (beginning.find("%EventDef") == std::string::npos)
    throw UserError(fmt::format("the trace {} is none: its {} bytes do not begin with %EventDef", file, size));
  talk("wrote {}\n", file);
}

}  // namespace palio
