// A workload file: what is accepted is a batch of acyclic graphs or of valid bags of tasks.
#include "tests/fuzz/fuzzer.h"
#include "workloads/explicit/workload_json.h"

namespace palio::fuzz {

void fuzz_workload(std::string_view input) {
  const auto any = accepted([&] { return any_workload_from_json(input, "fuzz.json"); });
  if (!any) return;
  const auto* workload = as_if<Workload>(*any);
  if (workload == nullptr) {
    check(as<BagBatch>(*any));
    return;
  }
  require(!workload->applications.empty(), "a workload has an application");
  for (const Application& application : workload->applications)
    for (const Edge& edge : application.graph.edges())
      require(application.graph.level(edge.from) < application.graph.level(edge.to), "an edge goes down");
}

}  // namespace palio::fuzz
