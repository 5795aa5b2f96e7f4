// A workload file: what is accepted is a batch of acyclic graphs or of valid bags of tasks.
#include "tests/fuzz/fuzzer.h"
#include "workloads/explicit/workload_json.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto any = fuzz::accepted([&] { return any_workload_from_json(fuzz::text_of(data, size), "fuzz.json"); });
  if (!any) return 0;
  const auto* workload = as_if<Workload>(*any);
  if (workload == nullptr) {
    check(as<BagBatch>(*any));
    return 0;
  }
  fuzz::require(!workload->applications.empty(), "a workload has an application");
  for (const Application& application : workload->applications)
    for (const Edge& edge : application.graph.edges())
      fuzz::require(application.graph.level(edge.from) < application.graph.level(edge.to), "an edge goes down");
  return 0;
}
