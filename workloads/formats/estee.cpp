#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "workloads/formats/file_transfers.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr double k_mebibyte = 0x1p20;  // byte: the unit of sizes

std::string output_name(std::int64_t task, std::int64_t output) { return fmt::format("{}.{}", task, output); }

// Each element of "inputs" is [number of the task that writes it, number of its output].
void read_input(const JsonReader& json, int task, const std::vector<std::size_t>& outputs, FileTransfers& transfers) {
  const std::vector<JsonReader> pair = json.elements();
  if (pair.size() != 2) json.fail("must be [task, output]");
  const std::int64_t parent = pair[0].integer(0, static_cast<std::int64_t>(outputs.size()) - 1);
  if (outputs[parent] == 0) json.fail("names an output of the task {}, which has none", parent);
  transfers.add_reader(task, output_name(parent, pair[1].integer(0, static_cast<std::int64_t>(outputs[parent]) - 1)),
                       task);
}

}  // namespace

DescribedWorkload read_estee(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  const JsonReader list = JsonReader::parse(content, place);
  const std::vector<JsonReader> tasks = list.elements();
  FileTransfers transfers(
      [&](std::size_t task, const std::string& problem) {
        (task < tasks.size() ? tasks[task] : list).fail("is not valid: {}", problem);
      },
      reading.gaps);
  std::vector<std::size_t> outputs;
  for (const JsonReader& json : tasks) {
    json.expect_keys({"d", "e_d", "cpus", "outputs", "inputs"});
    const std::string id = fmt::format("{}", outputs.size());
    const int task = transfers.add_task(id, outputs.size());
    transfers.set_seconds(id, json.member("d").number(JsonRange::not_negative), task);
    const std::vector<JsonReader> written = json.member("outputs").elements();
    for (std::size_t i = 0; i < written.size(); ++i) {
      written[i].expect_keys({"s", "e_s"});
      transfers.add_writer(task, output_name(task, static_cast<std::int64_t>(i)),
                           written[i].member("s").number(JsonRange::not_negative) * k_mebibyte, task);
    }
    outputs.push_back(written.size());
  }
  for (std::size_t task = 0; task < tasks.size(); ++task)
    for (const JsonReader& input : tasks[task].member("inputs").elements())
      read_input(input, static_cast<int>(task), outputs, transfers);
  DescribedWorkload workload = transfers.build("workflow");
  transfers.check(workload.applications.front(), tasks.size());
  return workload;
}

WrittenWorkflow write_estee(const DescribedWorkload& workload, double reference_speed) {
  WrittenWorkflow written;
  const DescribedApplication& application = only_runtimes(workload, "estee", reference_speed, written.notes);
  written.notes.emplace_back("estee numbers tasks: names are left out");
  std::vector<std::vector<std::string>> outputs(application.tasks.size()), inputs(application.tasks.size());
  for (const auto& [from, to, bytes] : application.edges) {
    inputs[to].push_back(fmt::format("[{}, {}]", from, outputs[from].size()));
    outputs[from].push_back(
        fmt::format(R"({{"s": {0}, "e_s": {0}}})", json_number(std::nearbyint(bytes) / k_mebibyte)));
  }
  std::vector<std::string> tasks;
  for (std::size_t i = 0; i < application.tasks.size(); ++i)
    tasks.push_back(fmt::format(R"({{"d": {0}, "e_d": {0}, "cpus": 1, "outputs": [{1}], "inputs": [{2}]}})",
                                json_number(seconds_of(application.tasks[i], reference_speed)),
                                fmt::join(outputs[i], ", "), fmt::join(inputs[i], ", ")));
  written.text = fmt::format("[\n{}]\n", fmt::join(tasks, ",\n"));
  return written;
}

}  // namespace palio
