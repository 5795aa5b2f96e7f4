#pragma once

#include <span>
#include <string_view>

#include "core/canonical.h"
#include "workloads/workload.h"

namespace palio {

/// One row of the registry of workload families. Adding a family: one file, one row, one test.
/// `build` takes a resolved recipe; `definition` is the content of the input file where the family reads one, else
/// empty.
struct WorkloadFamily {
  std::string_view name;
  std::string_view summary;
  std::string_view source;                                               // paper and section
  std::span<const ParameterSpec> parameters;                             // drawn families end with "sample" and "seed"
  Workload (*build)(const Recipe& recipe, std::string_view definition);  // throws UserError
};

std::span<const WorkloadFamily> workload_families();

/// The family of that name; throws UserError with the nearest valid name.
const WorkloadFamily& workload_family(std::string_view name);

}  // namespace palio
