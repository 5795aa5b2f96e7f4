#pragma once

#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// Family "file": the workload that a JSON file describes (workload_json.h). Its definition is the file's content.
AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition);

/// Reads an explicit workload (docs/file-formats.md, "palio-workload" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, unknown task, cycle.
AnyWorkload any_workload_from_json(std::string_view text, std::string_view place);

}  // namespace palio
