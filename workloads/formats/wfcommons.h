#pragma once

#include <string_view>

#include "workloads/formats/format.h"

namespace palio {

/// WfCommons' WfFormat, schemas 1.3 to 1.6 (https://github.com/wfcommons/wfformat): a task is its runtime on one
/// processor. Sizes of 1.3 are bytes, as its tools write them and its own migration takes them, though the schema says
/// KB. Throws UserError with file and line.
DescribedWorkload read_wfcommons(std::string_view content, std::string_view place);

/// Schema 1.5, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_wfcommons(const DescribedWorkload& workload, double reference_speed);

}  // namespace palio
