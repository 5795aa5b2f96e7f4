#include "workloads/family.h"

#include <array>

#include "core/instance.h"
#include "workloads/file_workload.h"
#include "workloads/random_ptg.h"

namespace palio {

std::span<const WorkloadFamily> workload_families() {
  static const std::array<WorkloadFamily, 2> families{{
      {"random-ptg", "layered random parallel task graphs", "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1",
       random_ptg_parameters(), build_random_ptg},
      {k_file_family, "task graphs from a JSON file", "docs/file-formats.md, palio-workload", k_file_parameters,
       build_file_workload},
  }};
  return families;
}

const WorkloadFamily& workload_family(std::string_view name) {
  return find_row(workload_families(), "workload family", name);
}

}  // namespace palio
