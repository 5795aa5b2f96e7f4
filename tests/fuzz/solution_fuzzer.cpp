// A solution of three tasks on two machines: what is accepted has a machine for each task and ends when the last does.
#include "core/error.h"
#include "tests/fuzz/fuzzer.h"
#include "workloads/formats/format.h"

namespace palio::fuzz {

void fuzz_solution(std::string_view input) {
  DescribedWorkload workload = read_hcsp("3 2\n4 6\n3 8\n3 2\n", "fuzz");
  const auto makespan = accepted([&] { return add_solution(input, "fuzz.sol", workload); });
  if (!makespan) return;
  require(*makespan >= 6 && *makespan <= 16, "between the best solution and the worst");
  for (const DescribedTask& task : workload.applications.front().tasks)
    require(task.place.processor == 0 || task.place.processor == 1, "each task has a machine");
}

}  // namespace palio::fuzz
