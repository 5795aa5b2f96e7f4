#pragma once

#include <string_view>

#include "workloads/model/any_workload.h"

namespace palio {

/// Reads an explicit workload (docs/file-formats.md, "palio-workload" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, unknown task, cycle.
AnyWorkload any_workload_from_json(std::string_view text, std::string_view place);

/// The same where only task graphs will do.
Workload workload_from_json(std::string_view text, std::string_view place);

}  // namespace palio
