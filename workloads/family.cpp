#include "workloads/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/error.h"
#include "core/instance.h"
#include "core/nearest.h"
#include "workloads/file_workload.h"
#include "workloads/random_ptg.h"

namespace palio {

std::span<const WorkloadFamily> workload_families() {
  static const std::array<WorkloadFamily, 2> families{{
      {"random-ptg", "layered random parallel task graphs", "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1",
       random_ptg_parameters(), build_random_ptg},
      {k_file_family, "task graphs from a JSON file", "docs/file-formats.md, palio-workload",
       file_workload_parameters(), build_file_workload},
  }};
  return families;
}

const WorkloadFamily& workload_family(std::string_view name) {
  const auto families = workload_families();
  const auto found = std::ranges::find(families, name, &WorkloadFamily::name);
  if (found != families.end()) return *found;
  std::vector<std::string_view> names;
  for (const WorkloadFamily& family : families) names.push_back(family.name);
  throw UserError(fmt::format("there is no workload family \"{}\"{}", name, suggestion(name, names)));
}

}  // namespace palio
