#pragma once

#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// Family "file": the workload that a JSON file describes (workload_json.h). Its definition is the file's content.
AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition);

}  // namespace palio
