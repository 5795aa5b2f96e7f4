// A workflow of one format, or "workflow" of any: what is accepted is written to every format that can say it, and
// Palio's JSON reads back as the same.
#include "core/error.h"
#include "tests/fuzz/fuzzer.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/formats/format.h"

namespace palio::fuzz {
namespace {

constexpr double k_speed = 1e9;  // flop/s

// By the most permissive reading, which accepts all that the others do and more.
DescribedWorkload read_as(std::string_view format, std::string_view text) {
  const WorkflowReading reading{Gaps::mended, MeasuredCores::used};
  return format == "workflow" ? read_workflow(text, "fuzz", reading)
                              : workflow_format(format).read(text, "fuzz", reading);
}

// Throws if its own reader does not take it; names are all that a format may refuse to say.
void write_and_read(const WorkflowFormat& format, const DescribedWorkload& workload) {
  const auto written = accepted([&] { return format.write(workload, k_speed).text; });
  if (!written) return;
  const auto back = accepted([&] { return format.read(*written, "written", {}); });
  require(!back || back->applications.front().tasks.size() == workload.applications.front().tasks.size(),
          "a format reads back the tasks that it wrote");
}

}  // namespace

void fuzz_format(std::string_view name, std::string_view input) {
  const auto workload = accepted([&] { return read_as(name, input); });
  if (!workload) return;
  require(!workload->applications.empty(), "a workflow has an application");
  const std::string json = to_json(*workload);
  require(to_json(described_from_json(json, "written")) == json, "Palio's JSON reads back as the same");
  for (const Application& application : scaled_from_json(json, "written", {.data_factor = 2}).applications)
    for (const Edge& edge : application.graph.edges())
      require(application.graph.level(edge.from) < application.graph.level(edge.to), "an edge goes down");
  for (const WorkflowFormat& format : workflow_formats())
    if (format.write != nullptr) write_and_read(format, *workload);
}

}  // namespace palio::fuzz
