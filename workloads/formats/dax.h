#pragma once

#include <string_view>

#include "workloads/formats/format.h"

namespace palio {

/// Pegasus' DAX, versions 2 and 3 (https://pegasus.isi.edu/schema): a job is its runtime on one processor, an attribute
/// as in the published workflows or the profile "runtime" of the name space "pegasus". A document type is refused, and
/// with it every entity. Throws UserError with file and line.
DescribedWorkload read_dax(std::string_view content, std::string_view place);

/// Version 2.1, with a file for each edge that carries bytes. Throws UserError for several applications.
WrittenWorkflow write_dax(const DescribedWorkload& workload, double reference_speed);

}  // namespace palio
